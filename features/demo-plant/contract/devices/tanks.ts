import { analog, counter, detector, lamp, process, text } from './sensors.ts'
import type { PlantDevice, PlantSensor } from '../definition.ts'
import type { NumberRange } from '../machine-schedule.ts'
import { byDemand, steady } from '../machine-schedules.ts'
import { lampMeanings, lampOf } from '../lamp-codes.ts'

interface TankShape {
  readonly lesiId: string
  readonly name: string
  readonly periodMinutes: number
  readonly low: NumberRange
  readonly high: NumberRange
  readonly litresPerPercent: number
  readonly temperature: number
  readonly product: string
}

function tank(shape: TankShape): PlantDevice {
  const { lesiId, name, product } = shape
  return {
    lesiId,
    name,
    machines: {
      jacket: steady(['E-305 jacket valve']),
      agitator: byDemand(['E-311 agitator torque']),
    },
    sensors: [
      ...contents(shape),
      ...heating(shape),
      analog('inlet_flow', 'Inlet flow', 'm³/h', 1, [0, 30], {
        kind: 'filling',
        of: 'level',
        rate: 18.4,
      }),
      analog(
        'agitator_current',
        'Agitator current',
        'A',
        2,
        [0, 12],
        process('agitator', 'load', [0, 6.4], { lagMs: 4_000, swing: 0.3, jitter: 0.05 }),
        { limits: [null, 9] },
      ),
      detector('inlet_valve', 'Inlet valve', ['Closed', 'Open'], { kind: 'filling', of: 'level' }),
      lamp('agitator', 'Agitator lamp', lampMeanings, lampOf('agitator')),
      counter('fillings', 'Fillings', '', { kind: 'cycles', of: 'level', start: 2_306 }),
      text('product', 'Product', {
        kind: 'shift',
        words: [product, product, `${product} low fat`],
      }),
    ],
  }
}

/** The level rises and falls with each filling; the volume follows it. */
function contents({
  periodMinutes,
  low,
  high,
  litresPerPercent,
}: TankShape): readonly PlantSensor[] {
  const periodMs = periodMinutes * 60_000
  const level = { kind: 'level', periodMs, low, high, rise: [0.25, 0.55] } as const
  return [
    analog('level', 'Level', '%', 1, [0, 100], level, { limits: [20, 90] }),
    analog(
      'volume',
      'Volume',
      'L',
      0,
      [0, 100 * litresPerPercent],
      { kind: 'derived', of: 'level', factor: litresPerPercent, offset: 0, jitter: 0 },
      { intervalMs: 5_000 },
    ),
  ]
}

const heating = ({ temperature }: TankShape): readonly PlantSensor[] => [
  analog(
    'temperature',
    'Temperature',
    '°C',
    1,
    [20, 60],
    process('jacket', 'heat', [24, temperature], {
      lagMs: 2_400_000,
      swing: 2.2,
      jitter: 0.05,
      daily: 1.4,
    }),
    { limits: [30, 50], mayFail: true },
  ),
  analog(
    'jacket_temperature',
    'Jacket temperature',
    '°C',
    1,
    [10, 90],
    process('jacket', 'heat', [22, temperature + 18], { lagMs: 600_000, swing: 3, jitter: 0.12 }),
    { limits: [null, 75], excursion: { target: 78, schedule: 'standing-1' } },
  ),
]

export const tanks: readonly PlantDevice[] = [
  tank({
    lesiId: 'TANK-T101',
    name: 'Tank T-101',
    periodMinutes: 187,
    low: [26, 44],
    high: [70, 86],
    litresPerPercent: 240,
    temperature: 39,
    product: 'Oat base',
  }),
  tank({
    lesiId: 'TANK-T102',
    name: 'Tank T-102',
    periodMinutes: 251,
    low: [22, 38],
    high: [62, 93],
    litresPerPercent: 180,
    temperature: 38,
    product: 'Soy base',
  }),
]
