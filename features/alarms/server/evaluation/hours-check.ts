import { localOf } from '#kit/model/time/zone.ts'
import type { RuleHours } from '../../contract/rule.ts'
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

/** The same condition, which is not there outside of these hours. */
export function withinHours(check: Check, hours: readonly RuleHours[], timezone: string): Check {
  if (hours.length === 0) return check
  /** Undefined: no reading has said so yet. */
  let isThere: boolean | undefined
  const isOpen = openHours(hours, timezone)
  const takeStatus = check.takeStatus?.bind(check)
  const setBack = check.setBack?.bind(check)
  const takePresent = check.takePresent?.bind(check)
  const isThereLate = check.isThereLate?.bind(check)
  return {
    ...(check.isByClock ? { isByClock: true } : {}),
    ...(takeStatus ? { takeStatus } : {}),
    ...(setBack ? { setBack } : {}),
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
      if (!isOpen(now)) return null
      if (check.at) return check.at(now)
      return isThere === undefined ? undefined : isThere ? now : null
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
