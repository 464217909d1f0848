import { analog, counter, detector, lamp, process, timer } from './sensors.ts'
import type { PlantDevice } from '../definition.ts'
import { lampMeanings, lampOf, whileRunning } from '../lamp-codes.ts'
import { onAndOff, steady } from '../machine-schedules.ts'

export const cooling: PlantDevice = {
  lesiId: 'COOLING-WATER',
  name: 'Cooling water',
  machines: { pump: steady(['E-603 pump trip']), fan: onAndOff([8, 40], [3, 15]) },
  sensors: [
    analog(
      'supply_temperature',
      'Supply temperature',
      '°C',
      1,
      [10, 30],
      process('fan', 'load', [19.2, 17.1], {
        lagMs: 600_000,
        swing: 0.7,
        jitter: 0.06,
        daily: 1.5,
      }),
      {
        excursion: { target: 26, schedule: 'standing-2' },
        limits: [12, 25],
      },
    ),
    analog(
      'return_temperature',
      'Return temperature',
      '°C',
      1,
      [10, 45],
      process('pump', 'load', [19, 26.5], { lagMs: 500_000, swing: 1, jitter: 0.07, daily: 1.6 }),
      {
        limits: [null, 32],
        excursion: { target: 33.6, schedule: 'standing-2' },
      },
    ),
    analog(
      'flow',
      'Flow',
      'm³/h',
      1,
      [0, 180],
      process('pump', 'load', [2, 128], { lagMs: 9_000, swing: 4, jitter: 0.8 }),
      {
        limits: [60, null],
      },
    ),
    analog(
      'pressure',
      'Pressure',
      'bar',
      2,
      [0, 6],
      process('pump', 'load', [0.6, 3.4], { lagMs: 6_000, swing: 0.1, jitter: 0.02 }),
    ),
    analog(
      'filter_pressure_drop',
      'Filter F-3 pressure drop',
      'bar',
      2,
      [0, 2],
      process('pump', 'on', [0.05, 0.82], { lagMs: 8_000, swing: 0.07, jitter: 0.01, drift: 0.12 }),
      {
        limits: [null, 1.2],
        excursion: { target: 1.27, schedule: 'standing-2' },
      },
    ),
    analog(
      'conductivity',
      'Conductivity',
      'µS/cm',
      0,
      [0, 2_500],
      process('pump', 'on', [1_100, 1_380], { lagMs: 900_000, swing: 60, jitter: 3, drift: 90 }),
      {
        limits: [null, 1_900],
        intervalMs: 5_000,
        mayFail: true,
      },
    ),
    analog(
      'fan_speed',
      'Tower fan speed',
      'rpm',
      0,
      [0, 900],
      process('fan', 'load', [0, 720], { lagMs: 15_000, swing: 5, jitter: 1.5 }),
    ),
    lamp('state', 'State lamp', lampMeanings, lampOf('pump')),
    detector('fan', 'Tower fan', ['Stopped', 'Running'], whileRunning('fan')),
    counter(
      'make_up_water',
      'Make-up water',
      'm³',
      { kind: 'total', machine: 'pump', perHour: 2.6, start: 19_440 },
      1,
    ),
    timer('running_hours', 'Running hours', 'pump', 27_804),
  ],
}
