import { describe, expect, it } from 'vitest'
import { createTrend } from '#kit/web/live/values/trend.ts'
import { sinceChange } from './since-change.ts'

const valueSeen = (isSinceExact: boolean) =>
  ({ time: 9_000, value: 7, quality: 0, previous: undefined, since: 8_000, isSinceExact }) as const
const trendOf = (...points: readonly (readonly [number, number])[]) => {
  const trend = createTrend(1_000, 100)
  for (const [time, value] of points) trend.push(time, value)
  return trend
}
const changed = (time: number, previous: number | null, current = 7) => [
  { time, previous, current },
]

describe('since change', () => {
  it('WD1 takes a change that was seen', () =>
    expect(sinceChange(valueSeen(true), { trend: undefined, stored: changed(100, 5) })).toEqual({
      time: 8_000,
      isExact: true,
    }))
  it('WD1 finds the change in the trend', () => {
    const trend = trendOf([1_000, 5], [3_000, 7], [9_000, 7])
    expect(sinceChange(valueSeen(false), { trend: trend, stored: undefined })).toEqual({
      time: 3_000,
      isExact: true,
    })
  })
  it('WD1 shows "at least" when the trend begins with the value', () => {
    const trend = trendOf([3_000, 7], [9_000, 7])
    expect(sinceChange(valueSeen(false), { trend: trend, stored: undefined })).toEqual({
      time: 3_000,
      isExact: false,
    })
  })
  it('WD1 finds the change in the store, before the trend begins', () => {
    const trend = trendOf([3_000, 7], [9_000, 7])
    expect(sinceChange(valueSeen(false), { trend: trend, stored: changed(100, 5) })).toEqual({
      time: 100,
      isExact: true,
    })
    expect(sinceChange(valueSeen(false), { trend: undefined, stored: changed(100, 5) })).toEqual({
      time: 100,
      isExact: true,
    })
  })
  it('WD1 shows "at least" since the oldest reading of the store', () =>
    expect(
      sinceChange(valueSeen(false), { trend: trendOf([3_000, 7]), stored: changed(100, null) }),
    ).toEqual({
      time: 100,
      isExact: false,
    }))
  it('WD1 takes the later of two changes', () => {
    const trend = trendOf([3_000, 7], [4_000, 5], [5_000, 7])
    expect(sinceChange(valueSeen(false), { trend: trend, stored: changed(100, 5) })).toEqual({
      time: 5_000,
      isExact: true,
    })
    expect(sinceChange(valueSeen(false), { trend: trend, stored: changed(6_000, 5) })).toEqual({
      time: 6_000,
      isExact: true,
    })
  })
  it('WD1 does not take over what is stored of another value', () =>
    expect(sinceChange(valueSeen(false), { trend: undefined, stored: changed(100, 7, 5) })).toEqual(
      {
        time: 8_000,
        isExact: false,
      },
    ))
})
