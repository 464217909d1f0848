import { startOfDay } from '#kit/model/time/zone.ts'
import { formatSpan } from '#kit/web/formats/moment.ts'

interface RangePlace {
  readonly zone: string
  /** Of the page. */
  readonly locale: string
}

/**
 * A range of time as a reader needs it at `now` (all ms UTC, `to` exclusive): whole days by their
 * dates, anything else with its clock.
 */
export function rangeText(
  { from, to }: { readonly from: number; readonly to: number },
  now: number,
  { zone, locale }: RangePlace,
): string {
  const isWholeDays = startOfDay(from, zone) === from && startOfDay(to, zone) === to
  if (!isWholeDays || from >= to) return formatSpan({ from, to }, now, { zone, locale })
  const year = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric' })
  const isThisYear = [from, to - 1].every((time) => year.format(time) === year.format(now))
  return new Intl.DateTimeFormat(locale, {
    ...{ timeZone: zone, day: 'numeric', month: 'short' },
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).formatRange(from, to - 1)
}
