import { useQuery } from '@tanstack/react-query'
import { lookUpSensors } from '#features/sensors/contract/routes.ts'
import type { SensorName } from '#kit/web/address/sensor-names.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import type { ChosenSensor } from './form/draft.ts'
import { chosenOf, useDeviceNames } from './form/sensors-field.tsx'

/** The named sensors that are there; undefined while they, or names of devices, are awaited. */
export function useNamedSensors(
  wanted: readonly SensorName[],
): readonly ChosenSensor[] | undefined {
  const devices = useDeviceNames()
  const names = wanted.map(({ thing, sensor }) => ({ thing, key: sensor }))
  const { data, isPending } = useQuery({
    ...queryOf(lookUpSensors, { body: { names } }),
    select: replyData,
    enabled: names.length > 0,
    meta: { quiet: true },
  })
  if (names.length === 0) return []
  if (isPending || devices.isPending) return undefined
  return (data ?? []).map((sensor) => chosenOf(sensor, devices.nameOf))
}
