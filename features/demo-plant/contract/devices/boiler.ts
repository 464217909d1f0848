import { analog, counter, detector, lamp, process, text, timer } from './sensors.ts'
import type { PlantDevice } from '../definition.ts'
import { faultOf, lampMeanings, lampOf, whileRunning } from '../lamp-codes.ts'
import { onAndOff, steady } from '../machine-schedules.ts'

export const boiler: PlantDevice = {
  lesiId: 'BOILER-1',
  name: 'Boiler',
  machines: {
    boiler: steady(['E-504 flame lost', 'E-512 low water']),
    burner: onAndOff([6, 25], [2, 9]),
  },
  sensors: [
    analog(
      'steam_pressure',
      'Steam pressure',
      'bar',
      2,
      [0, 14],
      process('burner', 'load', [8.6, 10.2], { lagMs: 420_000, swing: 0.14, jitter: 0.02 }),
      {
        excursion: { target: 11.4, schedule: 'standing-1' },
        limits: [8, 11],
      },
    ),
    analog(
      'feed_pressure',
      'Feed pressure',
      'bar',
      2,
      [0, 4],
      process('boiler', 'on', [1.2, 2.7], { lagMs: 9_000, swing: 0.16, jitter: 0.025 }),
      {
        limits: [2, null],
        excursion: { target: 1.79, schedule: 'standing-1' },
      },
    ),
    analog(
      'feed_temperature',
      'Feed temperature',
      '°C',
      1,
      [0, 120],
      process('boiler', 'on', [60, 96], { lagMs: 900_000, swing: 2, jitter: 0.06 }),
      { intervalMs: 5_000 },
    ),
    analog(
      'water_level',
      'Water level',
      '%',
      1,
      [0, 100],
      process('boiler', 'on', [46, 61], {
        lagMs: 120_000,
        swing: 6,
        swingMs: 300_000,
        jitter: 0.4,
      }),
      {
        excursion: { target: 89, schedule: 'standing-1' },
        limits: [35, 85],
      },
    ),
    analog(
      'gas_flow',
      'Gas flow',
      'm³/h',
      1,
      [0, 80],
      process('burner', 'load', [0, 52], { lagMs: 15_000, swing: 2.6, jitter: 0.5 }),
    ),
    analog(
      'flue_temperature',
      'Flue temperature',
      '°C',
      1,
      [0, 320],
      process('burner', 'load', [148, 216], { lagMs: 300_000, swing: 4, jitter: 0.3 }),
      {
        limits: [null, 245],
        excursion: { target: 252, schedule: 'standing-1' },
      },
    ),
    analog(
      'oxygen',
      'Flue oxygen',
      '%',
      2,
      [0, 21],
      process('burner', 'load', [7.8, 3.6], { lagMs: 40_000, swing: 0.4, jitter: 0.05 }),
      { mayFail: true },
    ),
    analog(
      'steam_flow',
      'Steam flow',
      't/h',
      2,
      [0, 8],
      process('boiler', 'load', [0, 4.6], { lagMs: 60_000, swing: 0.4, jitter: 0.06, daily: 0.3 }),
    ),
    lamp('state', 'State lamp', lampMeanings, lampOf('boiler')),
    detector('flame', 'Flame', ['Out', 'Lit'], whileRunning('burner')),
    timer('running_hours', 'Burner hours', 'burner', 14_220),
    counter(
      'steam_total',
      'Steam produced',
      't',
      { kind: 'total', machine: 'boiler', perHour: 4.6, start: 38_120 },
      1,
    ),
    text('fault', 'Fault', faultOf('boiler')),
  ],
}
