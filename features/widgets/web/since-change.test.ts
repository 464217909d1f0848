import { describe, expect, it } from 'vitest'
import { createTrend } from '#kit/web/live/trend.ts'
import { sinceChange } from './since-change.ts'

const told = (isSinceExact: boolean) =>
  ({ time: 9_000, value: 7, quality: 0, previous: undefined, since: 8_000, isSinceExact }) as const
const trendOf = (points: readonly (readonly [number, number])[]) => {
  const trend = createTrend(1_000, 100)
  for (const [time, value] of points) trend.push(time, value)
  return trend
}

describe('since change', () => {
  it('WD1 takes a change that was seen', () => expect(sinceChange(told(true), undefined)).toEqual({ time: 8_000, isExact: true }))
  it('WD1 finds the change in the trend', () => {
    expect(
      sinceChange(
        told(false),
        trendOf([
          [1_000, 5],
          [3_000, 7],
          [9_000, 7],
        ]),
      ),
    ).toEqual({ time: 3_000, isExact: true })
  })
  it('WD1 says "at least" when the trend begins with the value', () => {
    expect(
      sinceChange(
        told(false),
        trendOf([
          [3_000, 7],
          [9_000, 7],
        ]),
      ),
    ).toEqual({ time: 3_000, isExact: false })
  })
})
