import { useMemo } from 'react'
import { useLocale, useTimeZone, useTranslations } from 'use-intl'
import {
  formatAge,
  formatClock,
  formatDate,
  formatDateTime,
  formatDuration,
  formatMinute,
  formatNumber,
  formatOffset,
  formatWeekday,
} from './format.ts'

/** The formatters of `format.ts`, bound to the language of the page and the zone of the site. Times are ms UTC. */
export function useFormat() {
  const locale = useLocale()
  const zone = useTimeZone() ?? 'UTC'
  const translate = useTranslations('common.units')
  return useMemo(() => {
    const units = {
      day: translate('day'),
      hour: translate('hour'),
      minute: translate('minute'),
      second: translate('second'),
    }
    return {
      zone,
      number: formatNumber,
      age: (ms: number) => formatAge(ms, units),
      duration: (ms: number) => formatDuration(ms, units),
      date: (time: number) => formatDate(time, zone),
      minute: (time: number) => formatMinute(time, zone),
      clock: (time: number) => formatClock(time, zone),
      dateTime: (time: number) => formatDateTime(time, zone),
      weekday: (time: number) => formatWeekday(time, zone, locale),
      offset: (time: number) => formatOffset(time, zone),
    }
  }, [locale, zone, translate])
}
