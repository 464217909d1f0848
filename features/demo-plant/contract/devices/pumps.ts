import { analog, counter, detector, lamp, process, text, timer } from './sensors.ts'
import type { PlantDevice, PlantSensor } from '../definition.ts'
import type { MachineSchedule } from '../machine-schedule.ts'
import { byDemand, steady } from '../machine-schedules.ts'
import { faultOf, lampMeanings, lampOf, whileFault } from '../lamp-codes.ts'

const faults = ['E-101 motor overload', 'E-104 dry running', 'E-112 seal pressure']

interface PumpShape {
  readonly lesiId: string
  readonly name: string
  readonly schedule: MachineSchedule
  readonly flow: number
  readonly flowLimits: readonly [number | null, number | null]
  readonly pressure: number
  readonly hours: number
}

function pump(shape: PumpShape): PlantDevice {
  const { lesiId, name, schedule, flow, hours } = shape
  return {
    lesiId,
    name,
    machines: { pump: schedule },
    sensors: [
      ...hydraulics(shape),
      ...bearings(shape),
      ...motor(),
      timer('running_hours', 'Running hours', 'pump', hours),
      counter(
        'pumped_volume',
        'Pumped volume',
        'm³',
        { kind: 'total', machine: 'pump', perHour: flow, start: hours * flow },
        1,
      ),
      lamp('state', 'State lamp', lampMeanings, lampOf('pump')),
      text('fault', 'Fault', faultOf('pump')),
      detector('fault_contact', 'Fault contact', ['Normal', 'Tripped'], whileFault('pump')),
    ],
  }
}

/** What the pump moves, and what its motor draws for it. */
const hydraulics = ({ flow, flowLimits, pressure }: PumpShape): readonly PlantSensor[] => [
  analog(
    'flow',
    'Flow',
    'm³/h',
    1,
    [0, 60],
    process('pump', 'load', [0, flow], { lagMs: 9_000, swing: 1.6, jitter: 0.35 }),
    { limits: flowLimits },
  ),
  analog(
    'discharge_pressure',
    'Discharge pressure',
    'bar',
    2,
    [0, 10],
    process('pump', 'load', [0.4, pressure], { lagMs: 5_000, swing: 0.16, jitter: 0.03 }),
    { limits: [null, pressure * 1.25] },
  ),
  analog(
    'suction_pressure',
    'Suction pressure',
    'bar',
    2,
    [-1, 3],
    process('pump', 'load', [1.1, 0.62], { lagMs: 5_000, swing: 0.08, jitter: 0.012 }),
    { mayFail: true },
  ),
  analog(
    'motor_current',
    'Motor current',
    'A',
    1,
    [0, 40],
    process('pump', 'load', [0, flow * 0.52], { lagMs: 3_000, swing: 0.7, jitter: 0.15 }),
    { limits: [null, 30] },
  ),
]

/** At one pump the vibration leaves its limits now and then, at the other the temperature. */
function bearings({ lesiId }: PumpShape): readonly PlantSensor[] {
  const isFirst = lesiId === 'PUMP-P101'
  return [
    analog(
      'vibration',
      'Vibration',
      'mm/s',
      1,
      [0, 8],
      process('pump', 'on', [0, 2.9], {
        lagMs: 4_000,
        swing: 0.5,
        swingMs: 480_000,
        jitter: 0.22,
        drift: 0.5,
      }),
      {
        limits: [null, 6],
        ...(isFirst ? { excursion: { target: 6.9, schedule: 'passing' as const } } : {}),
      },
    ),
    analog(
      'bearing_temperature',
      'Bearing temperature',
      '°C',
      1,
      [0, 120],
      process('pump', 'on', [24, 61], { lagMs: 900_000, swing: 2.4, jitter: 0.08, daily: 3 }),
      {
        limits: [null, 80],
        ...(isFirst ? {} : { excursion: { target: 84, schedule: 'passing' as const } }),
      },
    ),
  ]
}

const motor = (): readonly PlantSensor[] => [
  analog(
    'motor_temperature',
    'Motor temperature',
    '°C',
    1,
    [0, 140],
    process('pump', 'load', [25, 72], { lagMs: 1_300_000, swing: 2, jitter: 0.06, daily: 3 }),
    { limits: [null, 105], intervalMs: 5_000 },
  ),
  analog(
    'speed',
    'Speed',
    'rpm',
    0,
    [0, 3_200],
    process('pump', 'load', [0, 2_900], { lagMs: 2_500, swing: 9, jitter: 2.5 }),
  ),
]

export const pumps: readonly PlantDevice[] = [
  pump({
    lesiId: 'PUMP-P101',
    name: 'Pump P-101',
    schedule: byDemand(faults),
    flow: 46,
    flowLimits: [null, 56],
    pressure: 6.1,
    hours: 8_412,
  }),
  pump({
    lesiId: 'PUMP-P102',
    name: 'Pump P-102',
    schedule: steady(faults),
    flow: 43,
    flowLimits: [30, 52],
    pressure: 5.4,
    hours: 11_037,
  }),
]
