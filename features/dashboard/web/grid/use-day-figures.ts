import { useQuery } from '@tanstack/react-query'
import {
  maximumSensors,
  todayFigures,
  type TodayFigures,
} from '#features/readings/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { batch } from '#kit/web/calls/batch.ts'
import { routeKey } from '#kit/web/calls/query-of.ts'

const refreshMs = 60_000

const ask = batch<TodayFigures>(maximumSensors, async (sensors) => {
  const { data } = await call(todayFigures, { body: { sensors: [...sensors] } })
  return new Map(data.map((figures) => [figures.sensorId, figures]))
})

async function figuresOf(sensors: readonly number[]): Promise<ReadonlyMap<number, TodayFigures>> {
  const all = await Promise.all(sensors.map(ask))
  return new Map(all.flatMap((figures) => (figures ? [[figures.sensorId, figures]] : [])))
}

/**
 * Today's figures of these sensors, by id, while they are shown. Widgets do without them while they
 * are missing.
 */
export function useDayFigures(
  sensors: readonly number[],
  isShown: boolean,
): ReadonlyMap<number, TodayFigures> | undefined {
  return useQuery({
    queryKey: [...routeKey(todayFigures), sensors],
    queryFn: () => figuresOf(sensors),
    enabled: isShown,
    refetchInterval: refreshMs,
    meta: { quiet: true },
  }).data
}
