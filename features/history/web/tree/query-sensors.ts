import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { listSensors, lookUpSensors } from '#features/sensors/contract/routes.ts'
import { longestPage, type SensorFilter } from '#kit/model/sensor-filter.ts'
import { call } from '#kit/web/calls/call.ts'
import { namedSensorsKey, sensorPageKey, type SensorPageData } from '#kit/web/catalogue/lists.ts'

const sensorPage = (filter: SensorFilter) =>
  queryOptions({
    queryKey: sensorPageKey(filter, 1),
    queryFn: async ({ signal }): Promise<SensorPageData> => {
      const { data, meta } = await call(
        listSensors,
        { query: { ...filter, page: 1, limit: longestPage } },
        { signal },
      )
      return { sensors: data, total: meta.total }
    },
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
    ...sensorPage({ find: find.slice(0, longestSearch) }),
    enabled: isWanted && find.trim() !== '',
    placeholderData: keepPreviousData,
  })
const longestSearch = 200

/** Sensors of one device. */
export const useSensorsOf = (lesiId: string | null, isWanted: boolean) =>
  useQuery({ ...sensorPage({ device: lesiId ?? '' }), enabled: isWanted && lesiId !== null })

/** The sensor that an address names. */
export function useNamedSensor(thing: string | null, key: string | null, isWanted: boolean) {
  const names = thing !== null && key !== null ? [{ thing, key }] : []
  return useQuery({
    queryKey: namedSensorsKey(names),
    queryFn: async ({ signal }) =>
      (await call(lookUpSensors, { body: { names } }, { signal })).data,
    enabled: isWanted && names.length > 0,
    meta: { quiet: true },
  })
}
