import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { instantOfText } from '#kit/model/time/zone.ts'
import { DayField } from '#kit/web/antd/fields/antd-day-field.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { daysWithReadings } from '../../contract/days.ts'

interface CalendarFieldProps {
  readonly sensor: Sensor
  readonly day: string
  readonly latest: string
  readonly timezone: string
  readonly onDay: (day: string) => void
}

/** The first day that has begun after 1970 in every zone. */
const earliest = '1970-01-02'

/** A field with a calendar in which days with readings are marked; its library comes with it. */
export default function CalendarField(props: CalendarFieldProps) {
  const { sensor, day, latest, timezone, onDay } = props
  const translate = useTranslations('history.detail')
  const [month, setMonth] = useState<string | null>(null)
  const marked = useDaysWithReadings(sensor, month, timezone)
  return (
    <AntdProvider>
      <DayField
        label={translate('day')}
        value={day}
        minimum={earliest}
        maximum={latest}
        placeholder={translate('day')}
        isNeeded
        isInside
        onChange={(chosen) => onDay(chosen ?? latest)}
        marked={marked}
        onMonth={setMonth}
      />
    </AntdProvider>
  )
}

/** Of a month such as `2026-11`; undefined while they are not known. */
function useDaysWithReadings({ lesiId, key }: Sensor, month: string | null, timezone: string) {
  const at = instantOfText(`${month}-15T12:00`, timezone)
  const { data } = useQuery({
    ...queryOf(daysWithReadings, { body: { thing: lesiId, sensor: key, at: at ?? 0 } }),
    select: replyData,
    enabled: at !== null,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  return useMemo(() => data && new Set(data), [data])
}
