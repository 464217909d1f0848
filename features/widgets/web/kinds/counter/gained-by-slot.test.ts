import { describe, expect, it } from 'vitest'
import { createTrend } from '#kit/web/live/values/trend.ts'
import { testView, viewNow } from '#testing/widgets/views.ts'
import { gainedToday } from '../../values/gained-today.ts'
import { gainedBySlot } from './gained-by-slot.ts'

const day = {
  ...{ minimum: 100, maximum: 150, average: 120, first: 100, last: 150, accumulated: 55 },
  ...{ lastTime: viewNow - 10_000, from: viewNow - 1, until: viewNow + 1 },
}
const gained = (value: number, own: Partial<typeof day> = {}, sensor = {}) =>
  gainedToday(testView({ sensor, reading: { value }, view: { day: { ...day, ...own } } }))

describe('counter', () => {
  it('WD2 adds what came since the figures of the day', () => expect(gained(160)).toBe(65))
  it('WD2 counts a reset from zero, and goes around where its counter does', () => {
    expect(gained(3)).toBe(58)
    expect(gained(3, {}, { wrapAt: 160 })).toBe(68)
  })
  it('WD2 shows nothing without figures, or with those of the day before', () => {
    expect(gainedToday(testView({ reading: { value: 160 } }))).toBeNull()
    expect(gained(160, { until: viewNow })).toBeNull()
  })
  it('WD64 adds nothing of a reading that is older than the figures of the day', () => {
    const reading = { value: 140, time: viewNow - 20_000 }
    // The socket is lost or comes later, and the server has answered with what it received since.
    expect(gainedToday(testView({ reading, view: { day } }))).toBe(55)
    expect(gainedToday(testView({ reading: { ...reading, time: viewNow }, view: { day } }))).toBe(
      195,
    )
  })
  it('WD2 sums by slot, a reset counting from zero', () => {
    const trend = createTrend(1_000, 100)
    for (const [time, value] of [
      [1_000, 10],
      [1_500, 14],
      [2_500, 3],
      [3_500, 5],
    ] as const)
      trend.push(time, value)
    const sensor = { wrapAt: null, offset: 0 }
    const slots = { sensor, slotMs: 1_000, slots: 4 }
    expect(gainedBySlot(trend, 3_900, slots)).toEqual([null, 4, 3, 2])
    const around = { ...slots, sensor: { wrapAt: 16, offset: 0 } }
    expect(gainedBySlot(trend, 3_900, around)).toEqual([null, 4, 5, 2])
  })
})
