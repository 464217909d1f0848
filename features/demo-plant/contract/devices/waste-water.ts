import { analog, counter, lamp, process, text } from './sensors.ts'
import type { PlantDevice } from '../definition.ts'
import { onAndOff, steady } from '../machine-schedules.ts'
import { whileRunning } from '../lamp-codes.ts'

export const wasteWater: PlantDevice = {
  lesiId: 'WASTE-WATER',
  name: 'Waste water',
  machines: { plant: steady(['E-804 level probe']), dosing: onAndOff([1, 6], [4, 25]) },
  sensors: [
    analog(
      'ph',
      'pH',
      'pH',
      2,
      [4, 10],
      process('dosing', 'on', [7.6, 7.05], {
        lagMs: 240_000,
        swing: 0.2,
        jitter: 0.02,
        drift: 0.15,
      }),
      { limits: [6, 9], mayFail: true },
    ),
    analog(
      'turbidity',
      'Turbidity',
      'NTU',
      1,
      [0, 100],
      process('plant', 'load', [8, 24], { lagMs: 600_000, swing: 4, jitter: 0.4 }),
      {
        limits: [null, 50],
        excursion: { target: 55, schedule: 'standing-2' },
      },
    ),
    analog(
      'flow',
      'Flow',
      'm³/h',
      1,
      [0, 40],
      process('plant', 'load', [1, 17.5], { lagMs: 60_000, swing: 2.2, jitter: 0.3, daily: 2 }),
    ),
    analog(
      'temperature',
      'Temperature',
      '°C',
      1,
      [0, 50],
      process('plant', 'load', [19, 27], {
        lagMs: 1_800_000,
        swing: 0.8,
        jitter: 0.04,
        daily: 1.2,
      }),
      {
        limits: [null, 35],
        intervalMs: 5_000,
      },
    ),
    analog(
      'conductivity',
      'Conductivity',
      'mS/cm',
      2,
      [0, 10],
      process('plant', 'on', [2.4, 3.1], { lagMs: 900_000, swing: 0.2, jitter: 0.01 }),
      {
        limits: [null, 5],
        intervalMs: 5_000,
        mayFail: true,
      },
    ),
    analog(
      'oxygen',
      'Dissolved oxygen',
      'mg/L',
      2,
      [0, 12],
      process('plant', 'on', [1.5, 4.2], { lagMs: 600_000, swing: 0.5, jitter: 0.03, daily: -0.3 }),
      { excursion: { target: 0.8, schedule: 'standing-2' }, limits: [1, null] },
    ),
    analog(
      'basin_level',
      'Basin level',
      '%',
      1,
      [0, 100],
      { kind: 'level', periodMs: 6_900_000, low: [24, 35], high: [68, 84], rise: [0.5, 0.7] },
      { limits: [null, 90] },
    ),
    lamp(
      'dosing',
      'Dosing pump',
      { 0: { colour: 'grey', word: 'Off' }, 1: { colour: 'green', word: 'Dosing' } },
      whileRunning('dosing'),
    ),
    counter(
      'discharged',
      'Discharged',
      'm³',
      { kind: 'total', machine: 'plant', perHour: 17.5, start: 142_300 },
      1,
    ),
    text('sample', 'Sample bottle', { kind: 'batch', prefix: 'WW' }),
  ],
}
