import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import { testView } from '#testing/widgets/views.ts'
import { blocksOf, columnsOf, placeAfter } from './lines.ts'
import { tableOrders } from './table-options.ts'

const { sensor } = testView()
const sensorsOf = (devices: readonly number[]): readonly Sensor[] =>
  devices.map((device, index) => ({
    ...{ ...sensor, id: index, deviceId: device, lesiId: `D${device}` },
    alias: `Sensor ${(index * 7) % 11}`,
  }))
const anySensors = fc.array(fc.nat(6), { minLength: 1, maxLength: 60 }).map(sensorsOf)
const anyOrder = fc.constantFrom(...tableOrders)
const anyCount = fc.integer({ min: 1, max: 7 })

test('WD40 every sensor appears once, in at most as many columns as there is room for', () => {
  fc.assert(
    fc.property(anySensors, anyOrder, anyCount, (sensors, order, count) => {
      const columns = columnsOf(sensors, order, count, 'en')
      const lines = columns.flat()
      const shown = lines.flatMap((line) => (line.kind === 'sensor' ? [line.sensor.id] : []))
      expect(columns.length).toBeLessThanOrEqual(count)
      expect(shown.toSorted((a, b) => a - b)).toEqual(sensors.map(({ id }) => id))
      if (order === 'chosen') expect(shown).toEqual(sensors.map(({ id }) => id))
    }),
  )
})

test('WD40 a device’s name is above its sensors in every column, never at its end', () => {
  fc.assert(
    fc.property(anySensors, anyCount, (sensors, count) => {
      for (const column of columnsOf(sensors, 'device', count, 'en')) {
        expect(column[0]?.kind).toBe('device')
        expect(column.at(-1)?.kind).toBe('sensor')
        let device = ''
        for (const line of column) {
          if (line.kind === 'device') device = line.lesiId
          else expect(line.sensor.lesiId).toBe(device)
        }
      }
    }),
  )
})

test('WD40 two hundred sensors of twenty devices are 48 lines high in five columns', () => {
  const sensors = sensorsOf(Array.from({ length: 200 }, (_, index) => Math.floor(index / 10)))
  const columns = columnsOf(sensors, 'device', 5, 'en')
  expect(Math.max(...columns.map(({ length }) => length))).toBeLessThanOrEqual(48)
})

test('WD40 blocks are all lines of their column, in their order', () => {
  fc.assert(
    fc.property(anySensors, anyOrder, anyCount, (sensors, order, count) => {
      for (const column of columnsOf(sensors, order, count, 'en')) {
        const blocks = blocksOf(column)
        expect(blocks.flatMap(({ lines }) => lines)).toEqual(column)
        for (const { first, lines } of blocks) expect(column[first]).toBe(lines[0])
      }
    }),
  )
})

test('WD41 keys reach every sensor and nothing else', () => {
  fc.assert(
    fc.property(anySensors, anyOrder, anyCount, (sensors, order, count) => {
      const columns = columnsOf(sensors, order, count, 'en')
      const reached = new Set<number>()
      for (let column = 0; column < columns.length; column++) {
        const top = placeAfter(columns, { column, line: -1 }, 'ArrowDown')
        for (let at = top; at; at = placeAfter(columns, at, 'ArrowDown')) {
          const line = columns[at.column]?.[at.line]
          if (line?.kind !== 'sensor') throw new Error('no sensor stands there')
          reached.add(line.sensor.id)
          for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']) {
            const next = placeAfter(columns, at, key)
            if (next) expect(columns[next.column]?.[next.line]?.kind).toBe('sensor')
          }
        }
      }
      expect(reached.size).toBe(sensors.length)
    }),
  )
})

test('WD41 a key without a meaning leads nowhere, nor does an arrow at the edge', () => {
  const columns = columnsOf(sensorsOf([1, 1, 2, 2]), 'device', 2, 'en')
  expect(placeAfter(columns, { column: 0, line: 1 }, 'x')).toBeUndefined()
  expect(placeAfter(columns, { column: 0, line: 1 }, 'ArrowUp')).toBeUndefined()
  expect(placeAfter(columns, { column: 1, line: 1 }, 'ArrowRight')).toBeUndefined()
  expect(placeAfter(columns, { column: 0, line: 1 }, 'End')).toEqual({ column: 1, line: 2 })
})
