import { expect, test } from 'vitest'
import type { RetentionRule } from '../../contract/retention.ts'
import { cutoffsOf, isSame, laterOf, Rules } from './cutoffs.ts'

const dayMs = 86_400_000
const now = 1_000 * dayMs + 5

test('RD46 readings of removed sensors, whose type is unknown, are kept the longest', () => {
  const rules: readonly RetentionRule[] = [
    { product: '', type: 'analog', readingsDays: 7, minutesDays: 30, hoursDays: 400 },
    { product: '', type: 'lamp', readingsDays: 9, minutesDays: 20, hoursDays: 500 },
    { product: 'Press', type: 'analog', readingsDays: 8, minutesDays: 60, hoursDays: 300 },
  ]
  const before = { readings: 940 * dayMs, minutes: 940 * dayMs, hours: 500 * dayMs }
  expect(new Rules(rules).longest(now)).toEqual(before)
  const [first, ...others] = rules
  const forEver = { ...(first as RetentionRule), hoursDays: null }
  expect(new Rules([forEver, ...others]).longest(now)).toEqual({ ...before, hours: 0 })
})

test('RD46 without minutes the readings of a sensor are kept for as long as its minutes', () => {
  const rule = { product: '', type: 'analog', readingsDays: 7, minutesDays: 30, hoursDays: null }
  const of = (hasMinutes: boolean) => cutoffsOf(rule as RetentionRule, hasMinutes, now)
  expect(of(true)).toEqual({ readings: 993 * dayMs, minutes: 970 * dayMs, hours: 0 })
  expect(of(false)).toEqual({ readings: 970 * dayMs, minutes: 970 * dayMs, hours: 0 })
})

test.each(['readings', 'minutes', 'hours'] as const)(
  'RD47 from when on %s are whole moves by itself, and never back',
  (kind) => {
    const before = { readings: 30 * dayMs, minutes: 20 * dayMs, hours: 10 * dayMs }
    const moved = { ...before, [kind]: 40 * dayMs }
    expect(isSame(before, moved)).toBe(false)
    expect(isSame(moved, { ...moved })).toBe(true)
    expect([laterOf(before, moved), laterOf(moved, before)]).toEqual([moved, moved])
  },
)
