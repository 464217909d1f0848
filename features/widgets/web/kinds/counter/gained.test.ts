import { describe, expect, it } from 'vitest'
import { createTrend } from '#kit/web/live/trend.ts'
import { gainedToday } from '../../values/gained-today.ts'
import { gainedBySlot } from './gained-by-slot.ts'

const reading = (value: number) =>
  ({ time: 0, value, quality: 0, previous: undefined, since: 0, isSinceExact: false }) as const
const day = { minimum: 100, maximum: 150, average: 120, first: 100, last: 150 }

describe('counter', () => {
  it('WD2 adds what came since the figures of the day', () =>
    expect(gainedToday(reading(160), day)).toBe(60))
  it('WD2 says nothing without figures or after a reset', () => {
    expect(gainedToday(reading(160), undefined)).toBeNull()
    expect(gainedToday(reading(3), day)).toBeNull()
    expect(gainedToday(reading(160), { ...day, minimum: 2 })).toBeNull()
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
    expect(gainedBySlot(trend, 3_900, 1_000, 4)).toEqual([null, 4, 3, 2])
  })
})
