import { expect, test } from 'vitest'
import { rangeOfPeriod } from './range-of-period.ts'

const now = Date.UTC(2026, 10, 20, 8)
const reasonOf = (period: string, timezone = 'America/St_Johns') => {
  try {
    return rangeOfPeriod(period, timezone, now)
  } catch (error) {
    return error
  }
}

test.each([
  ['2026-03-02..2026-03-01', 'America/St_Johns', 'end_before_start'],
  ['2026-02-30..2026-03-01', 'America/St_Johns', 'period'],
  ['1926-01-01..2026-01-01', 'America/St_Johns', 'period'],
  ['2011-12-30..2011-12-30', 'Pacific/Apia', 'period'],
])('HI7 the period %s in %s is refused with %s', (period, timezone, code) => {
  expect(reasonOf(period, timezone)).toMatchObject({
    ...{ code: 'invalid', errors: { period: [{ code }] } },
  })
})

test('HI7 days of 23 and 25 hours are whole', () => {
  const hours = (period: string) => {
    const { from, to } = rangeOfPeriod(period, 'America/St_Johns', now)
    return (to - from) / 3_600_000
  }
  expect(hours('2026-11-01..2026-11-01')).toBe(25)
  expect(hours('2026-03-08..2026-03-08')).toBe(23)
})
