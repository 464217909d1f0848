import { expect, test } from 'vitest'
import { day } from '#kit/model/time/zone.ts'
import type { ReportData } from '../../contract/report-data.ts'
import type { SensorReport } from '../../contract/sensor-report.ts'
import { visibleGrowthMs } from '../address.ts'
import { earlierPeriod } from './earlier.ts'
import { standsFor } from './stands-for.ts'
import { comparedWith } from './use-compared.ts'

const midnight = Date.UTC(2026, 10, 20)
const noon = midnight + day / 2
const series = { kind: 'changes' as const, rows: [], truncated: false, keptSince: null }
const data: ReportData = { kind: 'changes', series, value: 'A', gaps: [], isEmpty: false }

/** What is compared with today until `to`, while the reply for `earlier` is all that is there. */
function compared(to: number, compare: string, earlier: { from: number; to: number }) {
  const range = { from: midnight, to }
  const period = earlierPeriod(compare, { whole: range, range }, 'UTC')
  return comparedWith(period, earlier as SensorReport, data, null)
}

test('HI166 what is compared with a period that grows stays until the longer one is there', () => {
  const dayBefore = { from: midnight - day, to: noon - day }
  expect(compared(noon, 'day', dayBefore).data).toBe(data)
  expect(compared(noon + 90_000, 'day', dayBefore).data).toBe(data)
  // Of another period nothing is shown.
  expect(compared(noon + 90_000, 'week', dayBefore).data).toBeNull()
  expect(compared(noon + day / 4, 'day', dayBefore).data).toBeNull()
})

test('HI166 a reply stands for a range that grew as a period does while it is shown', () => {
  const whole = { from: midnight, to: midnight + day }
  const longer = (ms: number) => ({ from: midnight, to: whole.to + ms })
  expect(standsFor(whole, whole)).toBe(true)
  expect(standsFor(whole, longer(90_000))).toBe(true)
  expect(standsFor(whole, longer(day / 24))).toBe(false)
  expect(standsFor(whole, longer(-90_000))).toBe(false)
  expect(standsFor(whole, { from: whole.from + 90_000, to: whole.to + 90_000 })).toBe(true)
  expect(standsFor(whole, { from: whole.from - 90_000, to: whole.to + 90_000 })).toBe(false)
  // All that named periods grow by, also as they begin.
  const lengths = [
    [1, 600_000],
    [7, day / 24],
    [30, 30 * day],
  ] as const
  for (const [days, lengthMs] of lengths) {
    const to = midnight + lengthMs
    const grownBy = visibleGrowthMs(days * day) + 10_000
    expect(standsFor({ from: midnight, to }, { from: midnight, to: to + grownBy })).toBe(true)
  }
})
