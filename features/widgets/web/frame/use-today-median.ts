import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { kioskMedianOfToday } from '#features/history/contract/kiosk.ts'
import { reportByPeriod, reportBySensor } from '#features/history/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { startOfDay } from '#kit/model/time/zone.ts'
import { call } from '#kit/web/calls/call.ts'
import { kioskToken } from '#kit/web/calls/kiosk-token.ts'
import { queryOf, routeKey } from '#kit/web/calls/query-of.ts'
import { useHub } from '#kit/web/live/index.ts'
import { useShownMoment } from '#kit/web/live/values/shown-moment.ts'
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
export function useTodayMedian(sensor: Sensor, day: DayFigures | undefined): AskMedian {
  const hub = useHub()
  const at = useShownMoment()
  const from = day?.from
  const client = useQueryClient()
  return useCallback(
    (onAnswer) => {
      const { lesiId, key, type } = sensor
      if (type !== 'analog' || at === undefined) return 'unasked'
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
      const query = medianOfToday(sensor)
      const stored = client.getQueryData(query.queryKey)
      const current = ({ timezone, from: midnight, median }: DayMedian) =>
        startOfDay(hub.asOf(), timezone) === midnight ? median : undefined
      const known = stored && current(stored)
      const staleTime = known === undefined ? 0 : freshMs
      client.fetchQuery({ ...query, ...asked, staleTime }).then(
        (day) => onAnswer(current(day) ?? null),
        () => onAnswer(null),
      )
      return known
    },
    [hub, client, sensor, at, from],
  )
}

interface DayMedian {
  /** The midnight that began the day, ms UTC, and the zone of it. */
  readonly from: number
  readonly timezone: string
  readonly median: number | null
}

const medianOfToday = (sensor: Sensor) =>
  queryOptions({
    queryKey: [...routeKey(reportByPeriod), 'median', sensor.id] as const,
    queryFn: ({ signal }) => askMedian(sensor, signal),
  })

async function askMedian(sensor: Sensor, signal: AbortSignal): Promise<DayMedian> {
  const token = kioskToken()
  if (token !== null) {
    const body = { sensor: sensor.id }
    return (await call(kioskMedianOfToday, { body }, { signal, token })).data
  }
  const params = { thing: sensor.lesiId, sensor: sensor.key, period: 'today' }
  const { data } = await call(reportByPeriod, { params, query: { width: 1 } }, { signal })
  return { from: data.from, timezone: data.timezone, median: data.statistics.median }
}

/** What was read at the moment itself counts. */
const reportUntil = (thing: string, sensor: string, from: number, at: number) =>
  queryOf(reportBySensor, { body: { thing, sensor, from, to: at + 1, width: 1 } })
