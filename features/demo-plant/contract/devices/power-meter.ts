import { analog, counter, process, text } from './sensors.ts'
import type { PlantDevice } from '../definition.ts'
import { steady } from '../machine-schedules.ts'

const phaseVoltage = (number: number) =>
  analog(
    `voltage_l${number}`,
    `Voltage L${number}`,
    'V',
    1,
    [200, 260],
    process('site', 'load', [233.5 + number * 0.3, 229.4 + number * 0.4], {
      lagMs: 8_000,
      swing: 1.1,
      jitter: 0.25,
    }),
    {
      limits: [216, 244],
    },
  )
const phaseCurrent = (number: number) =>
  analog(
    `current_l${number}`,
    `Current L${number}`,
    'A',
    1,
    [0, 1_000],
    { kind: 'derived', of: 'active_power', factor: 1.5 + number * 0.03, offset: 6, jitter: 1.1 },
    { limits: [null, 850] },
  )

export const powerMeter: PlantDevice = {
  lesiId: 'POWER-METER',
  name: 'Power meter',
  machines: { site: steady(['E-901 phase asymmetry']) },
  sensors: [
    analog(
      'active_power',
      'Active power',
      'kW',
      1,
      [0, 600],
      process('site', 'load', [110, 388], {
        lagMs: 20_000,
        swing: 22,
        swingMs: 900_000,
        jitter: 2.2,
        daily: 24,
      }),
      {
        limits: [null, 500],
        excursion: { target: 521, schedule: 'passing' },
      },
    ),
    analog('reactive_power', 'Reactive power', 'kvar', 1, [0, 300], {
      kind: 'derived',
      of: 'active_power',
      factor: 0.29,
      offset: 4,
      jitter: 1,
    }),
    analog(
      'power_factor',
      'Power factor',
      '',
      3,
      [0, 1],
      process('site', 'load', [0.88, 0.957], { lagMs: 20_000, swing: 0.008, jitter: 0.001 }),
      { limits: [0.85, null] },
    ),
    phaseVoltage(1),
    phaseVoltage(2),
    phaseVoltage(3),
    phaseCurrent(1),
    phaseCurrent(2),
    phaseCurrent(3),
    analog(
      'frequency',
      'Frequency',
      'Hz',
      2,
      [49, 51],
      process('site', 'on', [50, 50], {
        lagMs: 1_000,
        swing: 0.03,
        swingMs: 240_000,
        jitter: 0.008,
      }),
      { limits: [49.8, 50.2] },
    ),
    counter(
      'energy',
      'Energy',
      'kWh',
      { kind: 'total', machine: 'site', perHour: 388, start: 6_204_000 },
      1,
    ),
    text('tariff', 'Tariff', { kind: 'shift', words: ['Peak', 'Half-peak', 'Off-peak'] }),
  ],
}
