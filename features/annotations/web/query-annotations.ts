import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Range } from '#kit/model/time/period.ts'
import { batchAt } from '#kit/web/calls/batch-at.ts'
import { call } from '#kit/web/calls/call.ts'
import {
  invalidate,
  invalidateMatching,
  queryOf,
  replyData,
  routeKey,
} from '#kit/web/calls/query-of.ts'
import { plotMs } from '#kit/web/overlays/provided-overlays.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useHub, type Followed } from '#kit/web/live/index.ts'
import { useShownMoment } from '#kit/web/live/values/shown-moment.ts'
import { listAnnotations, maximumAnnotatedSensors, type Annotation } from '../contract/routes.ts'

const dayMs = 86_400_000

/** What was noted on these sensors in a span of time; it follows what others say. */
export function useAnnotations(sensors: readonly number[], { from, to }: Range) {
  const client = useQueryClient()
  useOthersAnnotations(
    sensors,
    useCallback(() => void invalidate(client, listAnnotations), [client]),
  )
  return useQuery({
    ...queryOf(listAnnotations, {
      body: { sensors: [...sensors], from: Math.floor(from), to: Math.ceil(to) },
    }),
    select: replyData,
    // A period that grows keeps what was there before.
    placeholderData: (before) => before,
    meta: { quiet: true },
  })
}

const ask = batchAt(maximumAnnotatedSensors, async (ids, at) => {
  const to = Math.ceil(at ?? serverClock.now())
  const { data } = await call(listAnnotations, {
    // What is pinned to a moment to come is drawn when that has come.
    body: { sensors: [...ids], from: to - plotMs, to: at === null ? to + dayMs : to },
  })
  const bySensor = Map.groupBy(data.annotations, ({ sensorId }) => sensorId)
  return new Map(ids.map((id) => [id, bySensor.get(id) ?? []]))
})

/**
 * What was noted on these sensors in the last minutes, oldest first; none while that is not known.
 * Plots on one page share their calls.
 */
export function useRecentAnnotations(sensors: readonly number[]): readonly Annotation[] {
  const client = useQueryClient()
  const at = useShownMoment()
  const queryKey = [...routeKey(listAnnotations), 'recent', sensors, at]
  const key = JSON.stringify(queryKey)
  useOthersAnnotations(
    sensors,
    useCallback(
      // Others on the page fetch theirs.
      () => void invalidateMatching(client, { queryKey: JSON.parse(key) as unknown[] }),
      [client, key],
    ),
  )
  const { data } = useQuery({
    queryKey,
    queryFn: () => Promise.all(sensors.map((id) => ask(id, at ?? null))),
    enabled: at !== undefined,
    meta: { quiet: true },
  })
  return useMemo(
    () =>
      at === undefined
        ? []
        : (data ?? []).flatMap((of) => of ?? []).toSorted((one, other) => one.from - other.from),
    [data, at],
  )
}

/** Calls back when others may have noted something on these sensors. */
function useOthersAnnotations(sensors: readonly number[], onChange: () => void): void {
  const hub = useHub()
  const list = sensors.join()
  const followed = useRef<Followed>({})
  useEffect(() => {
    const shown = new Set(list.split(',').map(Number))
    return hub.watchCatalogue((update) => {
      const isOther =
        update === 'reload' || update.annotatedSensors.some((sensorId) => shown.has(sensorId))
      if (isOther) onChange()
    }, followed.current)
  }, [hub, list, onChange])
}
