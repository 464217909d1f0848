import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { reportByPeriod, reportBySensor } from '#features/history/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { startOfDay } from '#kit/model/zone.ts'
import { kioskToken } from '#kit/web/calls/kiosk-token.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { useHub } from '#kit/web/live/index.ts'
import { useStandingMoment } from '#kit/web/live/standing-moment.ts'
import type { DayFigures } from '#kit/web/widget-registry.ts'

const freshMs = 60_000

/** A median; null where it cannot be had, 'unasked' where it is not shown. */
export type ShownMedian = number | null | 'unasked'

/** Asks for the median; answers with what is known of it already. */
export type AskMedian = (onAnswer: (median: number | null) => void) => ShownMedian | undefined

/**
 * The median of an analog sensor on the day that is shown, up to the moment. All readings of the
 * day must be looked at for it, so that it is asked for only when somebody wants to see it, of the
 * present at most once a minute.
 */
export function useTodayMedian(
  { lesiId, key, type }: Sensor,
  day: DayFigures | undefined,
): AskMedian {
  const hub = useHub()
  const at = useStandingMoment()
  const from = day?.from
  const client = useQueryClient()
  return useCallback(
    (onAnswer) => {
      // History is not shown to those who have a link.
      if (type !== 'analog' || at === undefined || kioskToken() !== null) return 'unasked'
      const asked = { retry: false, meta: { quiet: true } }
      if (at !== null) {
        if (from === undefined) return 'unasked'
        const query = reportUntil(lesiId, key, from, at)
        const known = client.getQueryData(query.queryKey)?.data
        client.fetchQuery({ ...query, ...asked, staleTime: Infinity }).then(
          ({ data }) => onAnswer(data.statistics.median),
          () => onAnswer(null),
        )
        return known?.statistics.median
      }
      const query = reportOfDay(lesiId, key)
      const stored = client.getQueryData(query.queryKey)?.data
      const medianOf = (report: NonNullable<typeof stored>) =>
        startOfDay(hub.asOf(), report.timezone) === report.from
          ? report.statistics.median
          : undefined
      const known = stored && medianOf(stored)
      const staleTime = known === undefined ? 0 : freshMs
      client.fetchQuery({ ...query, ...asked, staleTime }).then(
        ({ data }) => onAnswer(medianOf(data) ?? null),
        () => onAnswer(null),
      )
      return known
    },
    [hub, client, lesiId, key, type, at, from],
  )
}

const reportOfDay = (thing: string, sensor: string) =>
  queryOf(reportByPeriod, { params: { thing, sensor, period: 'today' }, query: { width: 1 } })

/** What was read at the moment itself counts. */
const reportUntil = (thing: string, sensor: string, from: number, at: number) =>
  queryOf(reportBySensor, { body: { thing, sensor, from, to: at + 1, width: 1 } })
