import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { listSensors } from '#features/sensors/contract/routes.ts'
import { maximumPageSize, type SensorFilter } from '#kit/model/sensor-filter.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { sensorPageOf } from '#kit/web/catalogue/lists.ts'

export const sensorPage = (filter: SensorFilter, page: number) =>
  queryOptions({
    ...queryOf(listSensors, { query: { ...filter, page, limit: maximumPageSize } }),
    select: sensorPageOf,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

/**
 * A page of the sensors that the person may see and that pass the filter. While all of them fit one
 * page that page is fetched, whatever the filter: who shows them looks through them at once, and
 * asks nobody.
 */
export function useSensors(filter: SensorFilter, page: number) {
  const first = useQuery(sensorPage({}, 1))
  const isWhole = first.data === undefined || first.data.total <= first.data.sensors.length
  const isOther = page > 1 || Object.keys(filter).length > 0
  const other = useQuery({ ...sensorPage(filter, page), enabled: !isWhole && isOther })
  return { shown: !isWhole && isOther ? other : first, isWhole }
}
