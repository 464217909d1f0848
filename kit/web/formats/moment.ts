import { formatClock, formatDate } from './format.ts'
import { withOffset } from './repeated-hour.ts'

/**
 * How exactly a moment is written that is not of today: to the day (of another year; else to the
 * minute), the minute, the second. A thousandth is written of today too.
 */
export type MomentDetail = 'day' | 'minute' | 'second' | 'millisecond'

interface MomentPlace {
  readonly zone: string
  /** Of the page. */
  readonly locale: string
  readonly detail?: MomentDetail
}

/** How much of its date a reader needs of a moment. */
type DateNeeded = 'none' | 'day' | 'year'

/**
 * A moment with as much of its date as a reader needs at `now` (both ms UTC): of today the clock,
 * `14:32:08`; of this year day, month and time, `Nov 20, 14:32`; else the year too. Day and year
 * are those of `zone`, the order is the language's. In an hour that clocks show twice it has its
 * offset from UTC.
 */
export function formatMoment(
  time: number,
  now: number,
  { zone, locale, detail = 'minute' }: MomentPlace,
): string {
  const needed = dateNeeded(time, now, zone)
  if (needed === 'none' && detail !== 'millisecond')
    return withOffset(formatClock(time, zone), time, zone)
  const written = formatOf({ zone, locale, detail }, needed).format(time)
  return detail === 'day' && needed === 'year' ? written : withOffset(written, time, zone)
}

/**
 * Two moments as one span: what both share of their dates is written once. In an hour that clocks
 * show twice each has its offset from UTC.
 */
export function formatSpan(
  { from, to }: { readonly from: number; readonly to: number },
  now: number,
  { zone, locale, detail = 'minute' }: MomentPlace,
): string {
  const needs = new Set([dateNeeded(from, now, zone), dateNeeded(to, now, zone)])
  const needed = needs.has('year') ? 'year' : needs.has('day') ? 'day' : 'none'
  const format = formatOf({ zone, locale, detail }, needed)
  const hasClock = detail !== 'day' || needed !== 'year'
  const offsets = {
    startRange: hasClock ? withOffset('', from, zone) : '',
    endRange: hasClock ? withOffset('', to, zone) : '',
  }
  if (offsets.startRange === '' && offsets.endRange === '') return format.formatRange(from, to)
  const parts = format.formatRangeToParts(from, to)
  if (parts.every(({ source }) => source === 'shared')) {
    // Clocks show the same at both, which may be an hour apart.
    const ends = [from, to].map((time) => withOffset(format.format(time), time, zone))
    return [...new Set(ends)].join(' – ')
  }
  for (const source of ['startRange', 'endRange'] as const) {
    const clock = parts.findLast((part) => part.source === source && clockTypes.has(part.type))
    if (clock) clock.value += offsets[source]
  }
  return parts.map(({ value }) => value).join('')
}

const clockTypes: ReadonlySet<string> = new Set(['hour', 'minute', 'second', 'fractionalSecond'])

function dateNeeded(time: number, now: number, zone: string): DateNeeded {
  const date = formatDate(time, zone)
  const today = formatDate(now, zone)
  if (date === today) return 'none'
  return date.slice(0, 4) === today.slice(0, 4) ? 'day' : 'year'
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(
  { zone, locale, detail }: Required<MomentPlace>,
  needed: DateNeeded,
): Intl.DateTimeFormat {
  const key = `${zone} ${locale} ${detail} ${needed}`
  const present = formats.get(key)
  if (present) return present
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    ...(needed === 'none' ? {} : { day: 'numeric', month: 'short' }),
    ...(needed === 'year' ? { year: 'numeric' } : {}),
    ...(detail === 'day' && needed === 'year' ? {} : clockParts),
    ...(detail === 'second' || detail === 'millisecond' ? { second: '2-digit' } : {}),
    ...(detail === 'millisecond' ? { fractionalSecondDigits: 3 } : {}),
  })
  formats.set(key, format)
  return format
}

const clockParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
