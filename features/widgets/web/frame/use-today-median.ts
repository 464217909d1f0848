import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { reportByPeriod } from '#features/history/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'

const freshMs = 60_000

/** Asks for the median; answers with what is known of it already. */
type AskMedian = (onAnswer: (median: number | null) => void) => number | null | undefined

/**
 * Today's median of an analog sensor. All readings of the day must be looked at for it, so that it
 * is asked for only when somebody wants to see it, at most once a minute.
 */
export function useTodayMedian({ lesiId, key, type }: Sensor): AskMedian {
  const client = useQueryClient()
  return useCallback(
    (onAnswer) => {
      if (type !== 'analog') return undefined
      const params = { thing: lesiId, sensor: key, period: 'today' }
      const query = queryOf(reportByPeriod, { params, query: { width: 1 } })
      client.fetchQuery({ ...query, staleTime: freshMs, retry: false, meta: { quiet: true } }).then(
        ({ data }) => onAnswer(data.statistics.median),
        () => onAnswer(null),
      )
      return client.getQueryData(query.queryKey)?.data.statistics.median
    },
    [client, lesiId, key, type],
  )
}
