import { useQuery } from '@tanstack/react-query'
import { lookUpSensors } from '#features/sensors/contract/routes.ts'
import type { SensorName } from '#kit/web/address/sensor-names.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import type { ChosenSensor } from './form/draft.ts'
import { chosenOf, useDeviceNames } from './form/sensors-field.tsx'

/** The named sensors that are there; undefined while that is not known. */
export function useNamedSensors(
  wanted: readonly SensorName[],
): readonly ChosenSensor[] | undefined {
  const nameOf = useDeviceNames()
  const names = wanted.map(({ thing, sensor }) => ({ thing, key: sensor }))
  const { data, isPending } = useQuery({
    ...queryOf(lookUpSensors, { body: { names } }),
    select: replyData,
    enabled: names.length > 0,
    meta: { quiet: true },
  })
  if (names.length === 0) return []
  return isPending ? undefined : (data ?? []).map((sensor) => chosenOf(sensor, nameOf))
}
