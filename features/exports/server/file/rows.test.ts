import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SensorType } from '#kit/model/sensor.ts'
import {
  cellOf,
  GroupRows,
  readingsOf,
  type ExportedSensor,
  type TextReading,
} from './reading-rows.ts'
import { StepRows, type StepPart } from './step-rows.ts'

const sensorOf = (id: number, type: SensorType = 'analog'): ExportedSensor => ({
  ...{ id, type, key: `s${id}`, alias: `S${id}`, unit: '' },
  ...{ device: 'Device', lesiId: 'DEV' },
})
const sensors = [sensorOf(7), sensorOf(8, 'string'), sensorOf(9)]
const names = sensors.map(({ alias }) => alias)
const texts = new Set([8])

const placed = { sensor: fc.constantFrom(7, 8, 9), time: fc.nat(4), quality: fc.nat(2) }
const byTime = (one: { time: number }, other: { time: number }) => one.time - other.time
const numbers = fc
  .array(fc.record({ ...placed, value: fc.option(fc.nat(5)) }), { maxLength: 12 })
  .map((list) => list.toSorted(byTime))
const textReadings = fc
  .array(fc.record({ ...placed, value: fc.constantFrom('RUN', '') }), { maxLength: 8 })
  .map((list): TextReading[] => list.toSorted(byTime))

const place = ({ sensor, time }: { sensor: number; time: number }) => `${sensor} ${time}`
const textOf = (of: { sensor: number; time: number; cell: unknown }) =>
  JSON.stringify([of.time, of.sensor, of.cell])

test('EX3 EX4 every reading is in one row, once; what is text and number is so once', () => {
  fc.assert(
    fc.property(numbers, textReadings, (list, words) => {
      const column = <Name extends 'time' | 'sensor' | 'value' | 'quality'>(name: Name) =>
        list.map((each) => each[name])
      const page = {
        ...{ time: column('time'), sensor: column('sensor') },
        ...{ value: column('value'), quality: column('quality'), texts: words },
      }
      const [ofWords, ofNumbers] = [new Set(words.map(place)), new Set(list.map(place))]
      const expected = [
        ...list.filter((each) => !(texts.has(each.sensor) && ofWords.has(place(each)))),
        ...words.filter((each) => texts.has(each.sensor) || !ofNumbers.has(place(each))),
      ].map((each) => ({ ...each, cell: cellOf(each.value, each.quality) }))
      const found = [...readingsOf(page, texts)]
      expect(found.map(textOf).toSorted()).toEqual(expected.map(textOf).toSorted())
      expect(found).toEqual(found.toSorted(byTime))

      const rows = new GroupRows(sensors, names)
      const written = [...found.map((each) => rows.add(each)), rows.end()].filter((row) => row)
      const cells = written.flatMap((row) =>
        sensors.flatMap(({ id: sensor }, index) => {
          const cell = row?.[index + 2] ?? null
          return cell === null ? [] : [{ sensor, time: Number(row?.[0]), cell }]
        }),
      )
      expect(cells.map(textOf).toSorted()).toEqual(expected.map(textOf).toSorted())
      for (const row of written) {
        const uncertain = names.filter((_, index) => {
          const cell = row?.[index + 2]
          return typeof cell === 'object' && cell?.quality === 'uncertain'
        })
        const named = row?.at(-1) ?? ''
        const inOrder = typeof named === 'string' ? named.split(', ').toSorted() : named
        expect(inOrder).toEqual(uncertain.length > 0 ? uncertain.toSorted() : [''])
        expect(row).toHaveLength(3 + names.length)
      }
      for (const [index, row] of written.entries()) {
        const next = written[index + 1]
        if (next?.[0] !== row?.[0]) continue
        const isFull = (_: unknown, column: number) =>
          row?.[column + 2] !== null && next?.[column + 2] !== null
        expect(names.some(isFull)).toBe(true)
      }
    }),
  )
})

test('EX4 a value that is not good is never a plain one', () => {
  const cells = [0, 1, 2].flatMap((quality) =>
    [1.5, 'RUN', null].map((each) => cellOf(each, quality)),
  )
  expect(cells).toEqual([
    ...[1.5, 'RUN', { value: null, quality: 'bad' }],
    ...[
      { value: 1.5, quality: 'uncertain' },
      { value: 'RUN', quality: 'uncertain' },
    ],
    ...[
      { value: null, quality: 'bad' },
      { value: 1.5, quality: 'bad' },
    ],
    ...[
      { value: 'RUN', quality: 'bad' },
      { value: null, quality: 'bad' },
    ],
  ])
})

const value = fc.record({
  value: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(1.7e308)),
  isBad: fc.boolean(),
})

function partOf(values: readonly { value: number; isBad: boolean; at: number }[]): StepPart {
  const usable = values.filter(({ isBad }) => !isBad)
  const all = usable.map((each) => each.value)
  const total = all.reduce((sum, each) => sum + each, 0)
  return {
    ...{ sensor: 7, start: 0, count: all.length, bad: values.length - all.length },
    ...{ total: Number.isFinite(total) ? total : null, last: usable.at(-1)?.value ?? null },
    minimum: all.length > 0 ? Math.min(...all) : null,
    maximum: all.length > 0 ? Math.max(...all) : null,
    lastAt: usable.at(-1)?.at ?? 0,
  }
}

test('EX7 a step that comes in parts has the figures of the whole', () => {
  const parts = fc.array(fc.array(value, { maxLength: 4 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(parts, fc.boolean(), (given, isLaterFirst) => {
      const timed = given.map((values, part) =>
        values.map((each, index) => ({ ...each, at: part * 10 + index })),
      )
      const rows = new StepRows(sensors, 'UTC', false)
      for (const part of isLaterFirst ? timed.toReversed() : timed) rows.add(partOf(part))
      const step = rows.end()
      if (!step) throw new Error('there is no step')
      const { count, bad, total, minimum, maximum, last } = partOf(timed.flat())
      const none = { value: null, quality: 'bad' }
      const average = total === null ? null : total / count
      expect(rows.sensorRow(step)).toEqual([
        ...[0, 0, ...(count > 0 ? [average, minimum, maximum, last] : [none, none, none, none])],
        ...[count, bad],
      ])
      expect(rows.groupRow(step, 'last')).toEqual([0, 0, count > 0 ? last : none, null, null])
    }),
  )
})

test('EX7 EX78 in group mode a step that has only texts has the last one, of any sensor', () => {
  const lamp = sensorOf(6, 'lamp')
  const none = { total: null, minimum: null, maximum: null }
  for (const figure of ['average', 'minimum', 'maximum', 'last'] as const) {
    const rows = new StepRows([sensorOf(7), lamp, sensorOf(8, 'string')], 'UTC', false)
    rows.add(partOf([{ value: 3, isBad: false, at: 1 }]))
    for (const [sensor, last] of [
      [6, 'red'],
      [8, 'RUN'],
    ] as const)
      rows.add({ ...{ sensor, start: 0, count: 2, bad: 0, lastAt: 2 }, ...none, last })
    const step = rows.end()
    expect(step && rows.groupRow(step, figure)).toEqual([0, 0, 3, 'red', 'RUN'])
  }
})

test('EX7 the numbers of a lamp are codes: no average, and in a group the last of them', () => {
  for (const type of ['lamp', 'detector'] as const) {
    const rows = new StepRows([sensorOf(7, type)], 'UTC', false)
    rows.add(partOf([1, 2, 2].map((code, at) => ({ value: code, isBad: false, at }))))
    const step = rows.end()
    expect(step && rows.sensorRow(step)).toEqual([0, 0, null, 1, 2, 2, 3, 0])
    for (const figure of ['average', 'minimum', 'maximum', 'last'] as const)
      expect(step && rows.groupRow(step, figure)).toEqual([0, 0, 2])
  }
})

test('EX78 of a step that a change of the clock cuts texts count where it has no number', () => {
  const texts = { total: null, minimum: null, maximum: null, last: 'OFF', start: 0, lastAt: 9 }
  const rowOf = (sensor: number, ...parts: readonly StepPart[]) => {
    const rows = new StepRows(sensors, 'UTC', true)
    for (const part of parts) rows.add({ ...part, sensor })
    const step = rows.end()
    return step && rows.sensorRow(step).slice(2)
  }
  const words = { ...texts, sensor: 7, count: 2, bad: 1 }
  const numbers = partOf([3, 5].map((value, at) => ({ value, isBad: false, at })))
  for (const parts of [
    [words, numbers],
    [numbers, words],
  ] as const) {
    expect(rowOf(7, ...parts)).toEqual([4, 3, 5, 5, 2, 0])
    expect(rowOf(8, ...parts)).toEqual([null, null, null, 'OFF', 2, 1])
  }
})

test('EX7 a step ends where the next one begins; a day begins at midnight of the zone', () => {
  const counter = sensorOf(6, 'counter')
  const rows = new StepRows([...sensors, counter], 'Asia/Taipei', true)
  const day = (number: number) => Date.UTC(2026, 10, number)
  const part = { ...partOf([{ value: 3, isBad: false, at: 1 }]), start: day(1) }
  expect(rows.add(part)).toBeNull()
  expect(rows.add({ ...part, sensor: 8, last: 'RUN', start: day(1) })).toBeNull()
  const first = rows.add({ ...part, sensor: 6, start: day(2) })
  const second = rows.end()
  expect(rows.end()).toBeNull()
  if (!first || !second) throw new Error('there are two steps')
  const begin = day(1) - 8 * 3_600_000
  expect(rows.groupRow(first, 'average')).toEqual([begin, begin, 3, 'RUN', null, null])
  const next = day(2) - 8 * 3_600_000
  // A running total has no average.
  expect(rows.groupRow(second, 'average')).toEqual([next, next, null, null, null, null])
  expect(rows.groupRow(second, 'maximum')).toEqual([next, next, null, null, null, 3])
})
