import { analog, counter, detector, lamp, process, text, timer } from './sensors.ts'
import type { PlantDevice, PlantSensor } from '../definition.ts'
import { batches, onAndOff } from '../machine-schedules.ts'
import { faultOf, lampMeanings, lampOf, whileRunning } from '../lamp-codes.ts'

const recipes = [
  'R-104 rye',
  'R-118 baguette',
  'R-121 focaccia',
  'R-132 ciabatta',
  'R-140 milk bread',
]

interface Zone {
  readonly number: number
  readonly temperature: number
  readonly upper: number
  readonly excursion?: number
}

function zone({ number, temperature, upper, excursion }: Zone): PlantSensor {
  const noise = { lagMs: 1_100_000, swing: 3.4, swingMs: 900_000, jitter: 0.15, drift: 1.2 }
  return analog(
    `zone_${number}_temperature`,
    `Zone ${number} temperature`,
    '°C',
    1,
    [0, 260],
    process('oven', 'heat', [32, temperature], noise),
    {
      limits: [null, upper],
      ...(excursion === undefined
        ? {}
        : { excursion: { target: excursion, schedule: 'passing' as const } }),
    },
  )
}

export const oven: PlantDevice = {
  lesiId: 'OVEN-2',
  name: 'Oven 2',
  machines: {
    oven: batches(recipes, ['E-402 burner ignition', 'E-409 exhaust fan', 'E-415 conveyor jam']),
    door: onAndOff([0.3, 3], [9, 60]),
  },
  sensors: [
    zone({ number: 1, temperature: 172, upper: 195 }),
    zone({ number: 2, temperature: 182, upper: 205, excursion: 208.5 }),
    zone({ number: 3, temperature: 197, upper: 210, excursion: 214.8 }),
    analog(
      'exhaust_fan_power',
      'Exhaust fan power',
      'kW',
      1,
      [0, 30],
      process('oven', 'on', [0, 17.3], {
        lagMs: 20_000,
        swing: 1.4,
        swingMs: 600_000,
        jitter: 0.3,
      }),
      { limits: [null, 24], mayFail: true },
    ),
    analog(
      'circulation_fan_speed',
      'Circulation fan speed',
      'rpm',
      0,
      [0, 1_800],
      process('oven', 'heat', [0, 1_450], { lagMs: 12_000, swing: 6, jitter: 1.6 }),
    ),
    analog(
      'burner_gas_flow',
      'Burner gas flow',
      'm³/h',
      1,
      [0, 64],
      process('oven', 'heat', [0, 26], { lagMs: 40_000, swing: 2, swingMs: 420_000, jitter: 0.5 }),
      { limits: [null, 40] },
    ),
    analog(
      'gas_pressure',
      'Gas pressure',
      'mbar',
      1,
      [0, 60],
      process('oven', 'heat', [24, 21], { lagMs: 8_000, swing: 0.6, jitter: 0.1 }),
      {
        limits: [15, 30],
      },
    ),
    analog(
      'chamber_humidity',
      'Chamber humidity',
      '%',
      1,
      [0, 100],
      process('oven', 'load', [12, 58], { lagMs: 400_000, swing: 4, jitter: 0.2 }),
      { intervalMs: 5_000, mayFail: true },
    ),
    analog(
      'conveyor_speed',
      'Conveyor speed',
      'm/min',
      2,
      [0, 4],
      process('oven', 'load', [0, 2.2], { lagMs: 6_000, swing: 0.04, jitter: 0.008 }),
    ),
    lamp(
      'state',
      'State lamp',
      { ...lampMeanings, 1: { colour: 'green', word: 'Baking' } },
      lampOf('oven'),
    ),
    text('recipe', 'Recipe', {
      kind: 'note',
      machine: 'oven',
      words: { off: 'IDLE', heating: 'HEAT-UP', cleaning: 'CLEAN', fault: 'HOLD', waiting: 'HOLD' },
    }),
    text('batch', 'Batch code', { kind: 'batch', prefix: 'O2' }),
    text('fault', 'Fault', faultOf('oven')),
    detector('door', 'Door', ['Closed', 'Open'], whileRunning('door')),
    timer('running_hours', 'Running hours', 'oven', 21_655),
    counter(
      'gas_total',
      'Gas consumed',
      'm³',
      { kind: 'total', machine: 'oven', perHour: 25.2, start: 481_200 },
      1,
    ),
    counter('loaves', 'Loaves baked', 'pcs', {
      kind: 'total',
      machine: 'oven',
      perHour: 2_150,
      start: 0,
      resetWeeks: 1,
    }),
  ],
}
