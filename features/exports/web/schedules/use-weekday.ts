import { useLocale } from 'use-intl'

const monday = Date.UTC(2026, 10, 16)
const dayMs = 86_400_000

/** How a day of the week is called in the language of the screen: 1 Monday to 7 Sunday. */
export function useWeekday(): (weekday: number) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { weekday: 'long', timeZone: 'UTC' })
  return (weekday) => format.format(monday + (weekday - 1) * dayMs)
}
