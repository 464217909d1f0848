import { useMemo } from 'react'
import { useLocale, useTimeZone, useTranslations } from 'use-intl'
import {
  elapsedTime,
  formatAge,
  formatClock,
  formatDate,
  formatDuration,
  formatOffset,
  formatWeekday,
  relativeTime,
  unbroken,
  type Passed,
} from './format.ts'
import { formatMoment, type MomentDetail } from './moment.ts'
import { formatInstant } from './repeated-hour.ts'
import { runningHours } from './hours.ts'
import { abbreviateNumber, formatNumber, numberMarks, readNumber, writeNumber } from './number.ts'

/**
 * The formatters of `format.ts`, bound to the language of the page and the zone of the site. Times
 * are ms UTC.
 */
export function useFormat() {
  const locale = useLocale()
  const zone = useTimeZone() ?? 'UTC'
  const translate = useTranslations('common.units')
  const passed = useTranslations('common.passed')
  return useMemo(() => {
    const units = {
      day: translate('day'),
      hour: translate('hour'),
      minute: translate('minute'),
      second: translate('second'),
    }
    const marks = numberMarks[locale]
    const number = (value: number, decimals = 0) => formatNumber(value, decimals, marks)
    const phrase = (words: Passed) =>
      'count' in words ? passed(words.key, { count: words.count }) : passed(words.key)
    return {
      zone,
      marks,
      number,
      short: (value: number, decimals = 1) => abbreviateNumber(value, decimals, marks),
      /** What is in a field for a number, and what a person typed there. */
      write: (value: number) => writeNumber(value, marks),
      read: (text: string) => readNumber(text, marks),
      age: (ms: number) => unbroken(formatAge(ms, units, marks)),
      /** Running hours, from hours: `12 846 h 20 min`. */
      hours: (hours: number) => {
        const { figure, unit, text } = runningHours(hours, units, number)
        return { figure, unit: unbroken(unit), text: unbroken(text) }
      },
      /**
       * `Just now`, `5 minutes ago`, `1 day ago`, or the date and time of what is older; both in ms
       * UTC.
       */
      relative: (time: number, now: number) => {
        const words = relativeTime(now - time)
        return words === null ? formatInstant(time, zone) : phrase(words)
      },
      /** `1 minute ago`, `3 hours ago`, `40 days ago`; both in ms UTC. */
      elapsed: (time: number, now: number) => phrase(elapsedTime(now - time)),
      duration: (ms: number) => unbroken(formatDuration(ms, units, marks)),
      date: (time: number) => formatDate(time, zone),
      /** With as much of the date as a reader needs at `now`; both in ms UTC. */
      moment: (time: number, now: number, detail?: MomentDetail) =>
        formatMoment(time, now, { zone, locale, ...(detail && { detail }) }),
      clock: (time: number) => formatClock(time, zone),
      dateTime: (time: number) => formatInstant(time, zone),
      weekday: (time: number) => formatWeekday(time, zone, locale),
      offset: (time: number) => formatOffset(time, zone),
    }
  }, [locale, zone, translate, passed])
}
