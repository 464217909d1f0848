import { expect, test } from 'vitest'
import { countedTimes, drawnTimes } from './state-times.ts'

test('HI172 what was counted is in figures as it is, the rest of the time is without data', () => {
  const shares = [
    { state: '1', ms: 600 },
    { state: '2', ms: 100 },
  ]
  expect(countedTimes({ shares, badMs: 200, elapsedMs: 1_000, changes: 70 })).toEqual({
    ...{ shares, badMs: 200, gapMs: 100, passedMs: 1_000, changes: 70, isEstimated: false },
  })
})

test('HI172 a column with several states is in none of them, and the figures are estimated', () => {
  const segments = [
    { from: 0, to: 400, state: '1' },
    { from: 400, to: 900, state: null },
  ]
  expect(drawnTimes(segments, [], { from: 0, to: 1_000 }, true)).toMatchObject({
    shares: [
      { state: null, ms: 500 },
      { state: '1', ms: 400 },
    ],
    ...{ gapMs: 100, changes: 1, isEstimated: true },
  })
})
