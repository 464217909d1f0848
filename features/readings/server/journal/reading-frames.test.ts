import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import { maximumPayloadBytes } from '#kit/server/journal/frame.ts'
import { lineOf, monthOf } from '../writer/reading-lines.ts'
import {
  isUncheckedFrame,
  monthOfFrame,
  ReadingGroup,
  tableOfFrame,
  type FrameSizes,
} from './reading-frames.ts'

it('RD1 no frame is too long to be read, however much waits while the disk stalls', () => {
  const group = new ReadingGroup()
  const text = '溫'.repeat(60_000)
  for (let index = 0; index < 500; index++)
    group.add({ sensorId: 1, time: index, value: text, quality: 'good' }, true)
  const frames = group.frames()
  expect(frames.reduce((sum, { payload }) => sum + payload.length, 0)).toBeGreaterThan(
    maximumPayloadBytes,
  )
  expect(Math.max(...frames.map(({ payload }) => payload.length))).toBeLessThan(
    maximumPayloadBytes / 8,
  )
  expect(frames.reduce((sum, { count }) => sum + count, 0)).toBe(500)
})

it('RD7 a frame holds readings of one table, one month, and either new or unchecked ones', () => {
  const group = new ReadingGroup()
  const march = Date.UTC(2026, 2, 1)
  const add = (time: number, value: string | number, isNew: boolean) =>
    group.add({ sensorId: 1, time, value, quality: 'good' }, isNew)
  add(march, 1, true)
  add(march - 1, 2, true)
  add(march + 1, 3, false)
  add(march + 2, 'a', true)
  add(march + 3, 'b', false)
  add(march + 4, 4, true)
  const frames = group.frames()
  expect(
    frames.map((frame) => [
      tableOfFrame(frame),
      isUncheckedFrame(frame),
      monthOfFrame(frame) % 12,
      frame.count,
    ]),
  ).toEqual([
    ['numeric_readings', false, 2, 2],
    ['numeric_readings', false, 1, 1],
    ['numeric_readings', true, 2, 1],
    ['text_readings', false, 2, 1],
    ['text_readings', true, 2, 1],
  ])
})

const march = Date.UTC(2026, 2, 1)
const readings = fc.array(
  fc.record({
    sensorId: fc.nat(3),
    // Around the turn of months and of a year, eight months apart, and long before.
    time: fc
      .tuple(
        fc.constantFrom(march, Date.UTC(2026, 0, 1), Date.UTC(2025, 6, 2), 0),
        fc.integer({ min: 0, max: 3 }),
      )
      .map(([turn, after]) => Math.max(0, turn - 1 + after)),
    value: fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(null, '溫'.repeat(700), 'a')),
    quality: fc.constantFrom<Quality>('good', 'uncertain', 'bad'),
    isNew: fc.boolean(),
  }),
  { maxLength: 40, size: 'max' },
)
/** Of one frame, more than it has room for at first. */
const more = fc.nat(90).map((length) =>
  Array.from({ length }, (_, index) => ({
    ...{ sensorId: 9, time: march + index, value: -index / 7, quality: 'good' as const },
    isNew: true,
  })),
)

it('RD7 frames hold the lines of all readings as they came, however many there are', () => {
  let sizes: FrameSizes = new Map()
  fc.assert(
    fc.property(readings, more, fc.boolean(), (some, others, isFirst) => {
      const list = [...some, ...others]
      const group = isFirst ? new ReadingGroup() : new ReadingGroup(sizes)
      for (const { isNew, ...reading } of list) group.add(reading, isNew)
      const expected = Map.groupBy(
        list,
        ({ time, value, isNew }) => `${monthOf(time)} ${typeof value === 'string'} ${!isNew}`,
      )
      const frames = group.frames().map((frame) => {
        const isOfTexts = tableOfFrame(frame) === 'text_readings'
        const name = `${monthOfFrame(frame)} ${isOfTexts} ${isUncheckedFrame(frame)}`
        return [name, frame.count, String(frame.payload)]
      })
      const framesOf = [...expected].map(([name, ofFrame]) => [
        ...[name, ofFrame.length],
        ofFrame.map(lineOf).join(''),
      ])
      expect(frames).toEqual(framesOf)
      expect(group.count).toBe(list.length)
      expect(group.length).toBe(Buffer.byteLength(list.map(lineOf).join('')))
      expect(group.sensors).toEqual(new Set(list.map(({ sensorId }) => sensorId)))
      expect(group.oldest).toBe(Math.min(...list.map(({ time }) => time)))
      for (const { kind, payload } of group.frames())
        expect(group.sizes().get(kind)).toBeGreaterThanOrEqual(payload.length)
      sizes = group.sizes()
    }),
  )
})
