import { describe, expect, it } from 'vitest'
import { createTrend } from '#kit/web/live/values/trend.ts'
import { latestTexts, recentTexts } from './recent-texts.ts'

const texts = ['Rye', 'Wheat', 'Spelt']
const seenIn = (...points: readonly (readonly [time: number, code: number])[]) => {
  const trend = createTrend(1_000, 100)
  for (const [time, code] of points) trend.push(time, code)
  return recentTexts(trend, (code) => texts[code], 3)
}
const stored = [
  { time: 2_000, previous: 'Spelt', current: 'Rye' },
  { time: 1_000, previous: null, current: 'Spelt' },
]

describe('texts', () => {
  it('WD5 lists what the store has before anything was seen', () =>
    expect(latestTexts([], stored, 3)).toEqual(stored))
  it('WD5 adds what was seen since, each change once, up to the newest few', () => {
    const seen = seenIn([1_500, 2], [2_000, 0], [7_000, 1], [8_000, 2])
    expect(latestTexts(seen, stored, 3)).toEqual([
      { time: 8_000, previous: 'Wheat', current: 'Spelt' },
      { time: 7_000, previous: 'Rye', current: 'Wheat' },
      { time: 2_000, previous: 'Spelt', current: 'Rye' },
    ])
  })
  it('WD5 does with what was seen when the store does not answer', () =>
    expect(latestTexts(seenIn([1_000, 0], [2_000, 1]), [], 3)).toEqual([
      { time: 2_000, previous: 'Rye', current: 'Wheat' },
    ]))
})
