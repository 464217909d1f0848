import { analog, counter, detector, lamp, process, text, timer } from './sensors.ts'
import type { PlantDevice } from '../definition.ts'
import type { Signal } from '../signal.ts'
import { lampMeanings, lampOf, whileRunning } from '../lamp-codes.ts'
import { onAndOff, station } from '../machine-schedules.ts'

const products = ['Oat drink 1 L', 'Oat drink 0.5 L', 'Soy drink 1 L', 'Barista 1 L']
/** What a station says beside its lamp: runs say "Running", stops give their reason. */
const messageOf = (machine: string): Signal => ({
  kind: 'note',
  machine,
  words: { off: 'Switched off', running: 'Running' },
})

export const packaging: PlantDevice = {
  lesiId: 'PACKAGING-L1',
  name: 'Packaging line 1',
  machines: {
    filler: station(
      products,
      ['Waiting for bottles', 'Outfeed full'],
      ['E-203 fill valve 7', 'E-208 cap chute'],
    ),
    labeller: station(
      [''],
      ['Label stock low', 'Waiting for bottles'],
      ['E-226 label torn', 'E-229 glue temperature'],
    ),
    palletiser: station(
      [''],
      ['Waiting for pallet', 'Infeed empty'],
      ['E-217 gripper', 'E-219 layer sheet'],
    ),
    guard: onAndOff([0.2, 2.5], [25, 160]),
  },
  sensors: [
    lamp('filler', 'Filler L1', lampMeanings, lampOf('filler')),
    lamp('labeller', 'Labeller L1', lampMeanings, lampOf('labeller')),
    lamp('palletiser', 'Palletiser', lampMeanings, lampOf('palletiser')),
    text('filler_message', 'Filler message', messageOf('filler')),
    text('labeller_message', 'Labeller message', messageOf('labeller')),
    text('palletiser_message', 'Palletiser message', messageOf('palletiser')),
    text('batch', 'Batch code', { kind: 'batch', prefix: 'L1' }),
    text('product', 'Product', {
      kind: 'note',
      machine: 'filler',
      words: {
        off: 'NONE',
        waiting: 'HOLD',
        setup: 'CHANGEOVER',
        fault: 'HOLD',
        cleaning: 'CLEAN',
      },
    }),
    analog(
      'filler_speed',
      'Filler speed',
      'bottles/min',
      0,
      [0, 260],
      process('filler', 'load', [0, 212], { lagMs: 12_000, swing: 5, jitter: 1.4 }),
    ),
    analog(
      'labeller_speed',
      'Labeller speed',
      'bottles/min',
      0,
      [0, 260],
      process('labeller', 'load', [0, 208], { lagMs: 9_000, swing: 5, jitter: 1.4 }),
    ),
    analog(
      'palletiser_rate',
      'Palletiser rate',
      'layers/h',
      0,
      [0, 160],
      process('palletiser', 'load', [0, 118], { lagMs: 30_000, swing: 4, jitter: 0.8 }),
    ),
    analog(
      'fill_volume',
      'Fill volume',
      'mL',
      1,
      [980, 1_020],
      process('filler', 'on', [1_000, 1_002.5], {
        lagMs: 4_000,
        swing: 2.2,
        swingMs: 300_000,
        jitter: 1.1,
      }),
      {
        limits: [992, 1_012],
      },
    ),
    analog(
      'cap_torque',
      'Cap torque',
      'N·m',
      2,
      [0, 4],
      process('filler', 'on', [0, 1.85], { lagMs: 4_000, swing: 0.1, jitter: 0.05 }),
      { limits: [null, 2.5], mayFail: true },
    ),
    analog(
      'film_tension',
      'Film tension, wrapper',
      'N',
      1,
      [0, 40],
      process('palletiser', 'on', [21, 25], { lagMs: 20_000, swing: 1.8, jitter: 0.4 }),
      {
        limits: [18, 34],
        excursion: { target: 14.2, schedule: 'passing' },
      },
    ),
    analog(
      'glue_temperature',
      'Glue temperature',
      '°C',
      1,
      [0, 220],
      process('labeller', 'heat', [48, 164], { lagMs: 900_000, swing: 1.6, jitter: 0.12 }),
      {
        limits: [null, 180],
        intervalMs: 5_000,
      },
    ),
    analog(
      'air_pressure',
      'Air pressure',
      'bar',
      2,
      [0, 10],
      process('guard', 'on', [6.12, 6.05], { lagMs: 5_000, swing: 0.12, jitter: 0.03 }),
      { limits: [5.5, null] },
    ),
    analog(
      'label_stock',
      'Label stock',
      'pcs',
      0,
      [0, 6_000],
      {
        kind: 'level',
        periodMs: 9_600_000,
        low: [310, 900],
        high: [5_200, 6_000],
        rise: [0.01, 0.03],
      },
      {
        limits: [500, null],
        intervalMs: 5_000,
      },
    ),
    counter('bottles_total', 'Bottles total', 'pcs', {
      kind: 'total',
      machine: 'filler',
      perHour: 12_700,
      start: 3_140_000,
    }),
    counter('bottles_packed', 'Bottles packed', 'pcs', {
      kind: 'total',
      machine: 'palletiser',
      perHour: 12_480,
      start: 0,
      resetWeeks: 1,
    }),
    counter('rejects', 'Rejects', 'pcs', {
      kind: 'total',
      machine: 'labeller',
      perHour: 61,
      start: 0,
      resetWeeks: 4,
    }),
    counter('pallets', 'Pallets', 'pcs', {
      kind: 'total',
      machine: 'palletiser',
      perHour: 13.6,
      start: 4_410,
    }),
    detector('guard_door', 'Guard door', ['Closed', 'Open'], whileRunning('guard')),
    timer('running_hours', 'Filler running hours', 'filler', 9_904),
  ],
}
