import { queryOptions, useQuery } from '@tanstack/react-query'
import { todayFigures } from '#features/readings/contract/routes.ts'
import { call } from '#kit/web/call.ts'

const refreshMs = 60_000

const dayFiguresQuery = queryOptions({
  queryKey: ['readings', 'today'],
  queryFn: async ({ signal }) => (await call(todayFigures, {}, { signal })).data,
  select: (figures) => new Map(figures.map((figure) => [figure.sensorId, figure])),
  refetchInterval: refreshMs,
  meta: { quiet: true },
})

/** Today's figures by sensor id. Widgets do without them while they are missing. */
export const useDayFigures = () => useQuery(dayFiguresQuery)
