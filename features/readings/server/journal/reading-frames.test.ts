import { expect, it } from 'vitest'
import { maximumPayloadBytes } from '#kit/server/journal/frame.ts'
import { isUncheckedFrame, monthOfFrame, ReadingGroup, tableOfFrame } from './reading-frames.ts'

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
