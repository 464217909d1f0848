import { expect, it } from 'vitest'
import { RecentRate } from './recent-rate.ts'

const start = Date.UTC(2026, 10, 1)

it('CN48 the rate is that of the last ten seconds, whatever the clock says', () => {
  const rate = new RecentRate()
  for (let second = 0; second < 60; second++) rate.add(100, start + second * 1_000)
  expect(rate.perSecond(start + 59_000)).toBe(100)
  const setBack = start - 3_600_000
  for (let second = 0; second < 60; second++) rate.add(100, setBack + second * 1_000)
  expect(rate.perSecond(setBack + 59_000)).toBe(100)
  expect(rate.perSecond(setBack + 80_000)).toBe(0)
})
