import { analog, counter, detector, lamp, process, text, timer } from './sensors.ts'
import type { PlantDevice } from '../definition.ts'
import { faultOf, whileRunning } from '../lamp-codes.ts'
import { onAndOff, steady } from '../machine-schedules.ts'

export const compressor: PlantDevice = {
  lesiId: 'COMPRESSOR-C1',
  name: 'Compressor C-1',
  machines: {
    compressor: steady(['E-021 oil temperature', 'E-034 intake filter']),
    loading: onAndOff([3, 14], [0.7, 4]),
    drain: onAndOff([0.1, 0.3], [8, 30]),
  },
  sensors: [
    analog(
      'discharge_pressure',
      'Discharge pressure',
      'bar',
      2,
      [6, 8.8],
      process('loading', 'load', [6.95, 7.75], { lagMs: 150_000, swing: 0.07, jitter: 0.02 }),
      { limits: [6.5, 8.2] },
    ),
    analog(
      'dew_point',
      'Dew point',
      '°C',
      1,
      [-60, -30],
      process('compressor', 'on', [-42, -46], {
        lagMs: 900_000,
        swing: 1.6,
        jitter: 0.08,
        daily: 1.2,
      }),
      {
        limits: [null, -40],
        excursion: { target: -38.4, schedule: 'standing-1' },
      },
    ),
    analog(
      'power',
      'Power',
      'kW',
      1,
      [0, 110],
      process('loading', 'load', [24, 83], { lagMs: 6_000, swing: 2.4, jitter: 0.6 }),
      {
        limits: [null, 98],
      },
    ),
    analog(
      'oil_temperature',
      'Oil temperature',
      '°C',
      1,
      [0, 120],
      process('compressor', 'on', [30, 82], { lagMs: 700_000, swing: 2, jitter: 0.08, daily: 2.5 }),
      {
        limits: [null, 95],
        excursion: { target: 97.5, schedule: 'standing-1' },
      },
    ),
    analog(
      'outlet_temperature',
      'Outlet temperature',
      '°C',
      1,
      [0, 80],
      process('compressor', 'load', [24, 41], {
        lagMs: 500_000,
        swing: 1.5,
        jitter: 0.08,
        daily: 3,
      }),
      {
        limits: [null, 55],
        intervalMs: 5_000,
      },
    ),
    analog(
      'air_flow',
      'Air flow',
      'm³/min',
      2,
      [0, 16],
      process('loading', 'load', [0, 12.4], { lagMs: 8_000, swing: 0.4, jitter: 0.06 }),
      { mayFail: true },
    ),
    analog(
      'vibration',
      'Vibration',
      'mm/s',
      1,
      [0, 12],
      process('compressor', 'on', [0, 3.8], {
        lagMs: 5_000,
        swing: 0.6,
        swingMs: 480_000,
        jitter: 0.25,
      }),
      {
        limits: [null, 7.1],
      },
    ),
    lamp(
      'state',
      'State lamp',
      {
        LOADED: { colour: 'green', word: 'Loaded' },
        IDLE: { colour: 'blue', word: 'Idle' },
        FAULT: { colour: 'red', word: 'Fault' },
      },
      {
        kind: 'state',
        machine: 'loading',
        codes: {
          off: 'IDLE',
          heating: 'IDLE',
          running: 'LOADED',
          waiting: 'IDLE',
          setup: 'IDLE',
          fault: 'FAULT',
          cleaning: 'IDLE',
        },
      },
    ),
    detector('drain', 'Condensate drain', ['Closed', 'Open'], whileRunning('drain')),
    timer('running_hours', 'C-1 running hours', 'compressor', 5_310),
    timer('loaded_hours', 'Loaded hours', 'loading', 3_866),
    counter('air_total', 'Air delivered', 'm³', {
      kind: 'total',
      machine: 'loading',
      perHour: 720,
      start: 2_781_000,
    }),
    text('fault', 'Fault', faultOf('compressor')),
  ],
}
