/**
 * Arithmetic with the wall clock of a named zone (IANA, such as `Europe/Berlin`). "Local" numbers
 * here are the wall clock read as if it were UTC: 06:00 on 20 November is `Date.UTC(2026, 10, 20,
 * 6)`, whatever the zone.
 */

const second = 1000
const hour = 3_600_000
export const day = 24 * hour

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timezone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timezone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clocks.set(timezone, clock)
  }
  return clock
}

/**
 * What must be added to the instant `time` (ms UTC) to read the wall clock of `timezone`, in ms. An
 * unknown zone throws RangeError.
 */
export function zoneOffset(time: number, timezone: string): number {
  const wholeSecond = Math.floor(time / second) * second
  const part: Record<string, number> = {}
  for (const { type, value } of clockOf(timezone).formatToParts(wholeSecond))
    part[type] = Number(value)
  const {
    year = 0,
    month = 1,
    day: dayOfMonth = 1,
    hour: hours = 0,
    minute = 0,
    second: seconds = 0,
  } = part
  return Date.UTC(year, month - 1, dayOfMonth, hours, minute, seconds) - wholeSecond
}

/** The wall clock of `timezone` at the instant `time`, as a local number. */
export const localOf = (time: number, timezone: string): number => time + zoneOffset(time, timezone)

/**
 * The instant at which the wall clock of `timezone` shows `local`. A wall time that happens twice
 * gives its first instant; one that is skipped when clocks go forward gives the instant of the
 * change.
 */
export function instantOf(local: number, timezone: string): number {
  const before = local - zoneOffset(local - day, timezone)
  const after = local - zoneOffset(local + day, timezone)
  const first = Math.min(before, after)
  const second = Math.max(before, after)
  if (localOf(first, timezone) === local) return first
  if (localOf(second, timezone) === local) return second
  return firstInstantNotBefore(local, first - hour, second + hour, timezone)
}

/**
 * Bisects for the first instant whose wall clock has reached `local`; the clock must jump over it
 * between `low` and `high`.
 */
function firstInstantNotBefore(local: number, low: number, high: number, timezone: string): number {
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (localOf(middle, timezone) >= local) high = middle
    else low = middle
  }
  return high
}

/**
 * The local date on which the instant `time` (ms UTC) falls, as the local number of its midnight. A
 * date begins when the clock shows its midnight for the first time, also where the clock is put
 * back over it a minute later (America/St_Johns until 2011) and shows the date before again.
 */
export function dateOf(time: number, timezone: string): number {
  const shown = Math.floor(localOf(time, timezone) / day) * day
  return time >= instantOf(shown + day, timezone) ? shown + day : shown
}

/** The first instant of the local date on which the instant `time` falls. */
export function startOfDay(time: number, timezone: string): number {
  return instantOf(dateOf(time, timezone), timezone)
}

/**
 * `2026-11-20T06:00`, the wall clock of `timezone` to the minute, as native date and time inputs
 * write it.
 */
export function localText(time: number, timezone: string): string {
  return new Date(localOf(time, timezone)).toISOString().slice(0, 16)
}

/**
 * The instant of `2026-11-20T06:00` (seconds allowed) on the wall clock of `timezone`; null when
 * the text is no date and time.
 */
export function instantOfText(text: string, timezone: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text)) return null
  const local = Date.parse(`${text}Z`)
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== text.slice(0, 10))
    return null
  return instantOf(local, timezone)
}
