import { instantOf, localOf } from '#kit/model/time/zone.ts'
import type { RuleHours } from '../../../contract/rule.ts'
import type { Check } from './check.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/** Whether a moment (ms UTC) lies within these hours of the wall clock of a zone. */
export function isWithin(hours: readonly RuleHours[], at: number, timezone: string): boolean {
  const local = localOf(at, timezone)
  const minute = Math.floor((local % dayMs) / minuteMs)
  // 1 January 1970 was a Thursday.
  const day = ((Math.floor(local / dayMs) + 3) % 7) + 1
  const dayBefore = ((day + 5) % 7) + 1
  return hours.some(({ days, from, to }) => {
    const [begin, end] = [minutesOf(from), minutesOf(to)]
    if (begin < end) return days.includes(day) && minute >= begin && minute < end
    return (days.includes(day) && minute >= begin) || (days.includes(dayBefore) && minute < end)
  })
}

/** Hours repeat after a week: those that began longer ago have no end. */
const daysBack = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** When those of these hours began in which a moment (ms UTC) lies; -Infinity: they never did. */
function openedAt(hours: readonly RuleHours[], at: number, timezone: string): number {
  const midnight = Math.floor(localOf(at, timezone) / dayMs) * dayMs
  const begins = daysBack.flatMap((days) =>
    hours.map(({ from }) =>
      instantOf(midnight - days * dayMs + minutesOf(from) * minuteMs, timezone),
    ),
  )
  const isBegin = (begin: number) =>
    begin <= at && isWithin(hours, begin, timezone) && !isWithin(hours, begin - 1, timezone)
  return Math.max(-Infinity, ...begins.filter(isBegin))
}

/**
 * The same condition, which is not there outside of these hours. What was there before they began
 * is there since then.
 */
export function withinHours(check: Check, hours: readonly RuleHours[], timezone: string): Check {
  if (hours.length === 0) return check
  /** Undefined: no reading has said so yet. */
  let isThere: boolean | undefined
  /** When the present hours began; null: it was not asked for since they did. */
  let opened: number | null = null
  const isOpen = openHours(hours, timezone)
  const takeStatus = check.takeStatus?.bind(check)
  const takePresent = check.takePresent?.bind(check)
  const isThereLate = check.isThereLate?.bind(check)
  return {
    ...(check.isByClock ? { isByClock: true } : {}),
    ...(takeStatus ? { takeStatus } : {}),
    ...(takePresent ? { takePresent } : {}),
    ...(isThereLate
      ? { isThereLate: (reading) => isThereLate(reading) && isOpen(reading.time) }
      : {}),
    next(reading, isActive, receivedAt) {
      const found = check.next(reading, isActive, receivedAt)
      if (found !== undefined) isThere = found
      return found === undefined ? undefined : found && isOpen(reading.time)
    },
    at(now) {
      if (!isOpen(now)) {
        opened = null
        return null
      }
      if (!check.at) return isThere === undefined ? undefined : isThere ? now : null
      const since = check.at(now)
      if (typeof since !== 'number') return since
      opened ??= openedAt(hours, now, timezone)
      return Math.max(since, opened)
    },
    setBack(setBack) {
      opened = null
      check.setBack?.(setBack)
    },
    prime(reading, receivedAt, isActive) {
      if (check.at) return check.prime?.(reading, receivedAt, isActive)
      const found = check.next(reading, isActive, receivedAt)
      if (found !== undefined) isThere = found
    },
    neutralBand: (isActive) =>
      isActive || isThere ? null : (check.neutralBand?.(isActive) ?? null),
  }
}

/** The same as `isWithin`; hours begin and end with a minute, which is asked about once. */
function openHours(hours: readonly RuleHours[], timezone: string): (at: number) => boolean {
  let minute = NaN
  let isOpen = false
  return (at) => {
    const asked = Math.floor(at / minuteMs)
    if (asked !== minute) isOpen = isWithin(hours, at, timezone)
    minute = asked
    return isOpen
  }
}
