import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { listSensors, lookUpSensors } from '#features/sensors/contract/routes.ts'
import { maximumPageSize, type SensorFilter } from '#kit/model/sensor-filter.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { sensorPageOf } from '#kit/web/catalogue/lists.ts'

const sensorPage = (filter: SensorFilter) =>
  queryOptions({
    ...queryOf(listSensors, { query: { ...filter, page: 1, limit: maximumPageSize } }),
    select: sensorPageOf,
    meta: { quiet: true },
  })

const everything: SensorFilter = {}

/**
 * The sensors that the person may see, at most a thousand of them; `total` says how many there are.
 */
export const useSensors = () => useQuery(sensorPage(everything))

/** What the server finds; the last result stays until the next one is here. */
export const useFoundSensors = (find: string, isWanted: boolean) =>
  useQuery({
    ...sensorPage({ find: find.slice(0, maximumSearchLength) }),
    enabled: isWanted && find.trim() !== '',
    placeholderData: keepPreviousData,
  })
const maximumSearchLength = 200

/** Sensors of one device. */
export const useSensorsOf = (lesiId: string | null, isWanted: boolean) =>
  useQuery({ ...sensorPage({ device: lesiId ?? '' }), enabled: isWanted && lesiId !== null })

/** The sensor that an address names. */
export function useNamedSensor(thing: string | null, key: string | null, isWanted: boolean) {
  const names = thing !== null && key !== null ? [{ thing, key }] : []
  return useQuery({
    ...queryOf(lookUpSensors, { body: { names } }),
    select: replyData,
    enabled: isWanted && names.length > 0,
    meta: { quiet: true },
  })
}
