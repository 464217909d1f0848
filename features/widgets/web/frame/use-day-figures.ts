import { useQuery } from '@tanstack/react-query'
import {
  maximumSensors,
  todayFigures,
  type TodayFigures,
} from '#features/readings/contract/routes.ts'
import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
import { call } from '#kit/web/calls/call.ts'
import { batch } from '#kit/web/calls/batch.ts'
import { routeKey } from '#kit/web/calls/query-of.ts'
import { useIsRecorded } from '#kit/web/live/is-recorded.ts'
import type { DayFigures } from '#kit/web/widget-registry.ts'

const refreshMs = 60_000

const ask = batch<TodayFigures>(maximumSensors, async (sensors) => {
  const { data } = await call(todayFigures, { body: { sensors: [...sensors] } })
  return new Map(data.map((figures) => [figures.sensorId, figures]))
})

/**
 * Today's figures of a sensor that measures; widgets do without them while they are missing, and in
 * the past, of which they are not asked for.
 */
export function useDayFigures({ id, type }: Sensor): DayFigures | undefined {
  const isRecorded = useIsRecorded()
  const figures = useQuery({
    queryKey: [...routeKey(todayFigures), id],
    queryFn: () => ask(id),
    enabled: !isRecorded && isMeasuring(type),
    refetchInterval: refreshMs,
    meta: { quiet: true },
  }).data
  return isRecorded ? undefined : (figures ?? undefined)
}
