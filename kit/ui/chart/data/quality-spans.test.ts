import { expect, it } from 'vitest'
import { qualitiesWithin, stateQualitySpans } from './quality-spans.ts'

const readings = {
  kind: 'raw' as const,
  time: [10, 20, 30, 40, 50, 60],
  value: [1, 0, null, 1, 1, 1],
  quality: [0, 2, 2, 0, 1, 0] as (0 | 1 | 2)[],
}

it('CH13 a state is flagged from a bad or uncertain reading until the next one', () => {
  expect(stateQualitySpans(readings, [], 100)).toEqual({
    bad: [{ from: 20, to: 40 }],
    uncertain: [{ from: 50, to: 60 }],
  })
  expect(stateQualitySpans(readings, [{ from: 25, to: 35 }], 100).bad).toEqual([
    { from: 20, to: 25 },
    { from: 35, to: 40 },
  ])
})

it('CH13 what is in columns is marked within them, and alone until the next one', () => {
  const columns = {
    ...{ kind: 'columns' as const, columnMs: 10, firstTime: [10, 50], lastTime: [18, 50] },
    ...{ first: [0, 1], minimum: [0, 1], maximum: [1, 1], last: [1, 1], count: [4, 1] },
    flagged: { quality: [2, 2], firstTime: [12, 30], lastTime: [14, 33], count: [2, 3] },
  }
  const { bad } = stateQualitySpans(columns, [], 100)
  expect(bad).toEqual([
    { from: 10, to: 18 },
    { from: 30, to: 50 },
  ])
})

it('CH13 a moment or a span has the flagged qualities that lie in it', () => {
  const qualitySpans = stateQualitySpans(readings, [], 100)
  expect(qualitiesWithin(qualitySpans, { from: 10, to: 20 })).toEqual([])
  expect(qualitiesWithin(qualitySpans, { from: 39, to: 40 })).toEqual(['bad'])
  expect(qualitiesWithin(qualitySpans, { from: 0, to: 100 })).toEqual(['bad', 'uncertain'])
  const alone = { bad: [{ from: 5, to: 5 }], uncertain: [] }
  expect(qualitiesWithin(alone, { from: 5, to: 6 })).toEqual(['bad'])
})
