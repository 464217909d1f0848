import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { periodRange, type Range } from '#kit/model/time/period.ts'

/**
 * The instants that a period of a call means at `now` (ms UTC) on the clock of a zone. Throws
 * `invalid` with the reason: no such period, days that are none, or of which the zone skipped all.
 */
export function rangeOfPeriod(period: string, timezone: string, now: number): Range {
  const [first = '', last = ''] = period.split('..')
  if (last !== '' && last < first) throw refusedField('period', fieldError('end_before_start'))
  try {
    const range = periodRange(period, timezone, now)
    if (range.from < range.to) return range
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw refusedField('period', fieldError('period'))
}
