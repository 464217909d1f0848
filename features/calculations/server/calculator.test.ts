import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CurrentValues } from '#features/readings/server/current/current-values.ts'
import type { Reading } from '#kit/model/reading.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { createBus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { Calculator } from './calculator.ts'
import type { StoredCalculation } from './calculations-store.ts'

const keys = ['a', 'b', 'total', 'twice'] as const
const now = Date.UTC(2026, 5, 10, 12)
const idOf = (key: string) => keys.indexOf(key as (typeof keys)[number]) + 1

const sensorOf = (key: string): Sensor => ({
  ...{ lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null, ...plainSensor },
  ...{
    id: idOf(key),
    key,
    alias: key,
    deviceId: key === 'b' ? 2 : 1,
    lesiId: 'P-1',
    type: 'analog',
  },
  ...{ unit: '', decimals: 0, states: {}, intervalMs: 10_000, isNew: false },
  isCalculated: key === 'total' || key === 'twice',
})

const named = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { thing: 'P-1', key: name }]))
const calculation = (key: string, expression: string, ...names: string[]): StoredCalculation => ({
  ...{ sensorId: idOf(key), thing: 'P-1', key, expression, inputs: named(...names) },
})
const stored = [
  calculation('twice', '2 * total + a - a', 'total', 'a'),
  calculation('total', 'a + b', 'a', 'b'),
]

/** A plant of two sensors and what is calculated from them, without a store. */
class Plant {
  readonly bus = createBus((error) => {
    throw error
  })
  readonly current = new CurrentValues(() => now)
  readonly written: Reading[] = []
  readonly sensors = new Map(keys.map((key) => [idOf(key), sensorOf(key)]))
  #calculator: Calculator | undefined

  constructor() {
    this.bus.on('readings', ({ readings }) => {
      const newer = this.current.offerAll(readings)
      if (newer.length > 0) this.bus.emit('current', { readings: newer })
    })
  }

  start(calculations = stored): void {
    this.#calculator?.close()
    const catalogue = {
      device: () => ({ id: 1 }),
      sensor: (id: number) => this.sensors.get(id),
      sensorByKey: (_: number, key: string) => this.sensors.get(idOf(key)),
      sensorsOf: (deviceId: number) =>
        [...this.sensors.values()].filter((sensor) => sensor.deviceId === deviceId),
    } as unknown as Catalogue
    const writer = {
      write: async (readings: readonly Reading[]) => void this.written.push(...readings),
    }
    const { bus, current } = this
    const report = () => {}
    this.#calculator = new Calculator({ catalogue, current, writer, bus, clock: () => now, report })
    this.#calculator.replace(calculations)
  }

  send(...values: readonly (readonly [key: string, step: number, value: number | null])[]): void {
    const readings = values.map(([key, step, value]) => ({
      ...{ sensorId: idOf(key), time: now + step * 1_000, value },
      quality: value === null ? ('bad' as const) : ('good' as const),
    }))
    this.bus.emit('readings', { readings, receivedAt: now })
  }

  of(key: string) {
    return this.written
      .filter(({ sensorId }) => sensorId === idOf(key))
      .map(({ time, value, quality }) => [time - now, value, quality] as const)
  }
}

function started(): Plant {
  const plant = new Plant()
  plant.start()
  return plant
}

test('CL4 is calculated when an input changes, once, inputs before what depends on them', () => {
  const plant = started()
  plant.send(['a', 1, 1], ['b', 1, 2])
  plant.send(['a', 2, 5])
  expect(plant.of('total')).toEqual([
    [1_000, 3, 'good'],
    [2_000, 7, 'good'],
  ])
  expect(plant.of('twice')).toEqual([
    [1_000, 6, 'good'],
    [2_000, 14, 'good'],
  ])
})

test('CL5 a late reading of an input changes nothing, one that is sent again neither', () => {
  const plant = started()
  plant.send(['a', 5, 1], ['b', 5, 2])
  plant.send(['a', 3, 100])
  plant.send(['a', 5, 1], ['b', 5, 2])
  expect(plant.of('total')).toEqual([[5_000, 3, 'good']])
})

test('CL5 an input that lags behind counts from its arrival on, and no time twice', () => {
  const plant = started()
  plant.send(['a', 10, 1], ['b', 8, 2])
  plant.send(['b', 9, 5])
  expect(plant.of('total')).toEqual([
    [10_000, 3, 'good'],
    [10_001, 6, 'good'],
  ])
})

test('CL5 what was calculated before the clock was set back gives way', () => {
  const plant = started()
  plant.send(['a', 3_600, 1], ['b', 3_600, 2])
  plant.send(['a', 1, 1], ['b', 1, 2])
  plant.send(['a', 2, 5])
  expect(plant.of('total')).toEqual([
    [3_600_000, 3, 'good'],
    [1_000, 3, 'good'],
    [2_000, 7, 'good'],
  ])
})

test('CL8 a device that is offline makes it bad until it is back', () => {
  const plant = started()
  plant.send(['a', 1, 1], ['b', 1, 2])
  const status = (each: 'online' | 'offline', step: number) =>
    plant.bus.emit('deviceStatus', {
      ...{ deviceId: 2, status: each, since: now + step * 1_000, isReported: true },
    })
  status('offline', 4)
  status('online', 6)
  expect(plant.of('total')).toEqual([
    [1_000, 3, 'good'],
    [4_000, null, 'bad'],
    [6_000, 3, 'good'],
  ])
})

test('CL50 what a device sends after it was away is calculated at its own times', () => {
  const plant = started()
  const status = (each: 'online' | 'offline', step: number) =>
    plant.bus.emit('deviceStatus', {
      ...{ deviceId: 2, status: each, since: now + step * 1_000, isReported: false },
    })
  plant.send(['a', -7_200, 1], ['b', -7_200, 2])
  status('offline', -7_140)
  // What it has gathered meanwhile follows.
  status('online', -3_600)
  plant.send(['a', -7_100, 5], ['b', -7_100, 6])
  plant.send(['a', -7_090, 5], ['b', -7_090, 7])
  // After a start a device is there from its first message on.
  plant.start()
  status('online', -1_800)
  plant.send(['a', -3_500, 5], ['b', -3_500, 8])
  expect(plant.of('total')).toEqual([
    [-7_200_000, 3, 'good'],
    [-7_140_000, null, 'bad'],
    [-7_100_000, 11, 'good'],
    [-7_090_000, 12, 'good'],
    [-3_500_000, 13, 'good'],
  ])
})

test('CL8 an input that is removed or gets another type makes it bad, with no number', () => {
  const plant = started()
  plant.send(['a', 1, 1], ['b', 1, 2])
  plant.sensors.delete(idOf('b'))
  const change = { deviceId: 2, isDeviceChanged: false }
  plant.bus.emit('catalogueChanged', {
    changes: [{ ...change, changedSensors: [], removedSensors: [idOf('b')] }],
  })
  plant.sensors.set(idOf('b'), sensorOf('b'))
  plant.bus.emit('catalogueChanged', {
    changes: [{ ...change, changedSensors: [idOf('b')], removedSensors: [] }],
  })
  expect(plant.of('total')).toEqual([
    [1_000, 3, 'good'],
    [1_001, null, 'bad'],
    [1_002, 3, 'good'],
  ])
})

test('CL7 what a former run has not come to is calculated at the start, and nothing twice', () => {
  const plant = started()
  plant.send(['a', 1, 1], ['b', 1, 2])
  plant.start([])
  plant.send(['a', 2, 5])
  plant.start()
  plant.start()
  expect(plant.of('total')).toEqual([
    [1_000, 3, 'good'],
    [2_000, 7, 'good'],
  ])
  expect(plant.of('twice')).toEqual([
    [1_000, 6, 'good'],
    [2_000, 14, 'good'],
  ])
})

test('CL7 whatever arrives, in whatever order: the last result is of the last values', () => {
  const value = fc.option(fc.integer({ min: -5, max: 5 }), { freq: 10 })
  const sent = fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 25 }), value)
  const document = fc.array(sent, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(fc.array(fc.oneof(document, fc.constant('restart' as const))), (steps) => {
      const plant = started()
      for (const step of steps) {
        if (step === 'restart') plant.start()
        else plant.send(...step)
      }
      for (const key of ['total', 'twice']) {
        const times = plant.of(key).map(([time]) => time)
        expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other))
      }
      const last = plant.of('total').at(-1)
      const [a, b] = [idOf('a'), idOf('b')].map((id) => plant.current.get(id)?.reading.value)
      if (last && last[1] !== null) expect(last[1]).toBe(((a ?? NaN) as number) + Number(b))
      const before = plant.written.length
      plant.start()
      for (const id of [idOf('a'), idOf('b')]) {
        const reading = plant.current.get(id)?.reading
        if (reading) plant.bus.emit('readings', { readings: [reading], receivedAt: now })
      }
      expect(plant.written).toHaveLength(before)
    }),
    { numRuns: 500 },
  )
})
