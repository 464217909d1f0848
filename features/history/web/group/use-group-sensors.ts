import { useQuery } from '@tanstack/react-query'
import { lookUpSensors } from '#features/sensors/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import type { SensorName } from '../address.ts'

const isNamed = (sensor: Sensor, { thing, sensor: key }: SensorName): boolean =>
  sensor.lesiId === thing && sensor.key === key

/**
 * The sensors that an address names, in its order; undefined for one that is not there or that the
 * person may not see. Undefined while they are looked up.
 */
export function useGroupSensors(
  names: readonly SensorName[],
): readonly (Sensor | undefined)[] | undefined {
  const { data } = useLookedUp(names)
  return sensorsOf(names, data)
}

/** Those that do not exist or that the person may not see; none while they are looked up. */
export function useMissingNames(names: readonly SensorName[]): readonly SensorName[] {
  const { data, isPlaceholderData } = useLookedUp(names)
  const sensors = isPlaceholderData ? undefined : sensorsOf(names, data)
  return sensors ? names.filter((_, index) => sensors[index] === undefined) : []
}

const useLookedUp = (names: readonly SensorName[]) =>
  useQuery({
    ...queryOf(lookUpSensors, {
      body: { names: names.map(({ thing, sensor }) => ({ thing, key: sensor })) },
    }),
    select: replyData,
    enabled: names.length > 0,
    // What was shown before stays while one more is looked up.
    placeholderData: (before) => before,
    meta: { quiet: true },
  })

function sensorsOf(names: readonly SensorName[], data: readonly Sensor[] | undefined) {
  if (names.length === 0) return []
  return data && names.map((name) => data.find((sensor) => isNamed(sensor, name)))
}
