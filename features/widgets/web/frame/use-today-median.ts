import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { reportByPeriod, type SensorReport } from '#features/history/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { startOfDay } from '#kit/model/zone.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { useHub } from '#kit/web/live/index.ts'

const freshMs = 60_000

/** Asks for the median; answers with what is known of it already. */
type AskMedian = (onAnswer: (median: number | null) => void) => number | null | undefined

/**
 * Today's median of an analog sensor. All readings of the day must be looked at for it, so that it
 * is asked for only when somebody wants to see it, at most once a minute.
 */
export function useTodayMedian({ lesiId, key, type }: Sensor): AskMedian {
  const hub = useHub()
  const client = useQueryClient()
  return useCallback(
    (onAnswer) => {
      if (type !== 'analog' || hub.isRecorded) return undefined
      const params = { thing: lesiId, sensor: key, period: 'today' }
      const isToday = (report: SensorReport) =>
        startOfDay(hub.asOf(), report.timezone) === report.from
      const query = queryOf(reportByPeriod, { params, query: { width: 1 } })
      const stored = client.getQueryData(query.queryKey)?.data
      const known = stored && isToday(stored) ? stored.statistics.median : undefined
      const staleTime = known === undefined ? 0 : freshMs
      client.fetchQuery({ ...query, staleTime, retry: false, meta: { quiet: true } }).then(
        ({ data }) => onAnswer(isToday(data) ? data.statistics.median : null),
        () => onAnswer(null),
      )
      return known
    },
    [hub, client, lesiId, key, type],
  )
}
