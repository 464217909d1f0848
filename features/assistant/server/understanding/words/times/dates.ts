import { words } from '../../fold.ts'
import { date, type PeriodForm } from '../../period-form.ts'

/**
 * Dates in figures: `2026-11-20`, `20.11.2026`, `20/11/2026`, `20.11.`; the day before the month.
 */
export const exactDates: readonly PeriodForm[] = [
  date(words('(?<year>\\d{4})[-/.](?<month>\\d{1,2})[-/.](?<date>\\d{1,2})')),
  date(words('(?<date>\\d{1,2})[./](?<month>\\d{1,2})[./](?<year>\\d{4}|\\d{2})')),
  date(words('(?<date>\\d{1,2})\\.(?<month>\\d{1,2})\\.')),
]
