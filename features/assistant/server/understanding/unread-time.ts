import type { Locale } from '#kit/model/locale.ts'
import type { NamePart } from './names/name-index.ts'
import { unreadTimes } from './words/times/unread-times.ts'

/**
 * Whether words of a time are left in a folded question whose known times were taken out. Those in
 * the name of a sensor or a device, as of a "day tank", are none.
 */
export function hasUnreadTime(rest: string, locale: Locale, used: readonly NamePart[]): boolean {
  return [...rest.matchAll(unreadTimes[locale])].some(
    ({ index, 0: found }) =>
      !used.some(({ from, to }) => from < index + found.length && index < to),
  )
}
