import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { startOfDay } from '#kit/model/time/zone.ts'
import { formatMoment, formatSpan } from '#kit/web/formats/moment.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import type { Alarm } from '../../contract/alarm.ts'

/** From when until when the condition of an alarm was there, in words. */
export function useSpanTimes(zone: string) {
  const translate = useTranslations('alarms.inCharts')
  const locale = useLocale()
  const today = startOfDay(useNow(60_000), zone)
  return useCallback(
    ({ since, returnedAt }: Pick<Alarm, 'since' | 'returnedAt'>): string => {
      const place = { zone, locale, detail: 'second' } as const
      if (returnedAt === null)
        return translate('ongoing', { time: formatMoment(since, today, place) })
      return formatSpan({ from: since, to: Math.max(since, returnedAt) }, today, place)
    },
    [translate, zone, locale, today],
  )
}
