import { expect, test } from 'vitest'
import type { AlarmAnalysis } from '../../../contract/analysis/routes.ts'
import { guidedFigures, placeOnRail, priorityShares, topShare } from './guided-figures.ts'

const group = (count: number) => ({
  ...{ device: null, sensor: null, origin: '1', ruleName: '', count, before: 0 },
  priorities: [0, 0, count],
})
const analysis = (own: Partial<AlarmAnalysis>): AlarmAnalysis => {
  const none = { total: 0, listed: [] }
  return {
    ...{ count: 0, before: null, earlier: { from: 0, to: 1 }, recordedFrom: null },
    ...{ hidden: 0, journal: 0, medianToAcknowledgeMs: null, acknowledged: 0 },
    priorities: [1, 2, 3].map(() => ({ count: 0, before: 0 })),
    rate: { operators: 1, mean: 0, busiest: null, windows: 100, floods: 0 },
    hours: { kind: 'dates', rows: [] },
    ...{ sources: none, sensors: none, rules: none, devices: none, chattering: none },
    ...{ standing: { total: 0, alarms: [] }, stale: { total: 0, alarms: [] }, ...own },
  }
}
const within = (own: Partial<AlarmAnalysis>) =>
  guidedFigures(analysis(own)).flatMap(({ name, isWithin }) => (isWithin ? [] : [name]))

test('AW10 each figure is held against its guide, at the limit as the guidance says', () => {
  const rate = { operators: 2, mean: 1, busiest: { at: 0, count: 19 }, windows: 1_000, floods: 9 }
  expect(within({})).toEqual([])
  expect(within({ rate })).toEqual([])
  expect(within({ rate: { ...rate, mean: 1.01 } })).toEqual(['meanRate'])
  expect(within({ rate: { ...rate, busiest: { at: 0, count: 20 } } })).toEqual(['busiest'])
  expect(within({ rate: { ...rate, floods: 10 } })).toEqual(['floods'])
  expect(within({ chattering: { total: 1, listed: [] } })).toEqual(['chattering'])
  expect(within({ stale: { total: 4, alarms: [] } })).toEqual([])
  expect(within({ stale: { total: 5, alarms: [] } })).toEqual(['stale'])
  const listed = Array.from({ length: 12 }, () => group(5))
  const many = { count: 1_000, sources: { total: 12, listed } }
  expect(topShare(analysis(many))).toBe(0.05)
  expect(within(many)).toEqual([])
  expect(within({ ...many, count: 999 })).toEqual(['topTen'])
})

test('AW10 shares of priorities are near their guide within five points', () => {
  const near = (...counts: readonly [number, number, number]) =>
    priorityShares(
      analysis({ count: 100, priorities: counts.map((count) => ({ count, before: 0 })) }),
    ).map(({ isNear }) => isNear)
  expect(near(5, 15, 80)).toEqual([true, true, true])
  expect(near(10, 10, 80)).toEqual([true, true, true])
  expect(near(11, 14, 75)).toEqual([false, true, true])
  expect(near(0, 26, 74)).toEqual([true, false, false])
})

test('AW10 the guide is in the middle of its rail, nothing beyond its end', () => {
  expect(placeOnRail({ value: 1, guide: 1 })).toBe(0.5)
  expect(placeOnRail({ value: 50, guide: 1 })).toBe(1)
  expect(placeOnRail({ value: 0, guide: 0 })).toBe(0)
  expect(placeOnRail({ value: 9, guide: 0 })).toBe(1)
})
