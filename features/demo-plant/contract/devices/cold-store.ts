import { analog, detector, lamp, process, timer } from './sensors.ts'
import type { PlantDevice } from '../definition.ts'
import { lampMeanings, lampOf, whileRunning } from '../lamp-codes.ts'
import { onAndOff, steady } from '../machine-schedules.ts'

export const coldStore: PlantDevice = {
  lesiId: 'COLD-STORE',
  name: 'Cold store',
  machines: {
    cooling: steady(['E-702 high pressure']),
    door: onAndOff([0.3, 7], [4, 45]),
    dock: onAndOff([0.5, 5], [12, 90]),
    defrost: onAndOff([12, 20], [300, 420]),
  },
  sensors: [
    analog(
      'room_temperature',
      'Room temperature',
      '°C',
      1,
      [-30, 10],
      process('door', 'on', [-21.4, -15.2], {
        lagMs: 1_500_000,
        swing: 0.5,
        jitter: 0.05,
        daily: 0.5,
      }),
      {
        excursion: { target: -15.1, schedule: 'standing-2' },
        limits: [null, -16],
      },
    ),
    analog(
      'rear_temperature',
      'Rear wall temperature',
      '°C',
      1,
      [-30, 10],
      process('door', 'on', [-22.3, -19.5], { lagMs: 3_000_000, swing: 0.4, jitter: 0.04 }),
      {
        limits: [null, -18],
        mayFail: true,
      },
    ),
    analog(
      'evaporator_temperature',
      'Evaporator temperature',
      '°C',
      1,
      [-45, 30],
      process('defrost', 'on', [-31, 8], { lagMs: 300_000, swing: 0.9, jitter: 0.1 }),
    ),
    analog(
      'humidity',
      'Humidity',
      '%',
      1,
      [0, 100],
      process('door', 'on', [71, 79], { lagMs: 600_000, swing: 3, jitter: 0.15 }),
      {
        limits: [null, 88],
        excursion: { target: 90.5, schedule: 'standing-2' },
      },
    ),
    analog(
      'compressor_current',
      'Compressor current',
      'A',
      1,
      [0, 60],
      process('cooling', 'load', [0, 34], { lagMs: 8_000, swing: 2, jitter: 0.3, daily: 2 }),
      { limits: [null, 48] },
    ),
    analog(
      'condenser_pressure',
      'Condenser pressure',
      'bar',
      1,
      [0, 25],
      process('cooling', 'load', [6, 13.4], {
        lagMs: 60_000,
        swing: 0.5,
        jitter: 0.08,
        daily: 0.7,
      }),
      {
        limits: [null, 18],
        excursion: { target: 18.9, schedule: 'standing-2' },
      },
    ),
    detector('door', 'Cold store door', ['Closed', 'Open'], whileRunning('door')),
    detector('dock_door', 'Dock door', ['Closed', 'Open'], whileRunning('dock')),
    lamp('state', 'State lamp', lampMeanings, lampOf('cooling')),
    lamp(
      'defrost',
      'Defrost',
      { 0: { colour: 'grey', word: 'Off' }, 1: { colour: 'blue', word: 'Defrosting' } },
      whileRunning('defrost'),
    ),
    timer('running_hours', 'Running hours', 'cooling', 30_118),
  ],
}
