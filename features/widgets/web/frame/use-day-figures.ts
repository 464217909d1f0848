import { useQuery } from '@tanstack/react-query'
import {
  kioskTodayFigures,
  maximumSensors,
  todayFigures,
  type TodayFigures,
} from '#features/readings/contract/routes.ts'
import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
import { batchAt } from '#kit/web/calls/batch-at.ts'
import { callAsViewer } from '#kit/web/calls/call-as-viewer.ts'
import { routeKey } from '#kit/web/calls/query-of.ts'
import { useShownMoment } from '#kit/web/live/values/shown-moment.ts'
import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { queryAt } from './query-at.ts'

const refreshMs = 60_000

const calls = { route: todayFigures, kiosk: kioskTodayFigures }
const ask = batchAt<TodayFigures>(maximumSensors, async (sensors, at) => {
  const { data } = await callAsViewer(calls, {
    body: { sensors: [...sensors], ...(at !== null && { until: at }) },
  })
  return new Map(data.map((figures) => [figures.sensorId, figures]))
})

/**
 * The figures of the day of a sensor that measures, up to the moment that is shown; widgets do
 * without them while they are missing, and while the past is played.
 */
export function useDayFigures({ id, type }: Sensor): Pick<WidgetProps, 'day' | 'isDayAwaited'> {
  const at = useShownMoment()
  const { enabled, ...query } = queryAt(at, refreshMs)
  const isAsked = enabled && isMeasuring(type)
  const { data: figures, isPending } = useQuery({
    queryKey: [...routeKey(todayFigures), id, at],
    queryFn: () => ask(id, at ?? null),
    enabled: isAsked,
    ...query,
  })
  return {
    day: at === undefined ? undefined : (figures ?? undefined),
    isDayAwaited: isAsked && isPending,
  }
}
