import { useEffect } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import type { SensorPageData } from '#kit/web/catalogue/lists.ts'
import type { Address } from '../address.ts'
import { useNamedSensor, useSensorsOf } from './query-sensors.ts'

interface ChosenSensor {
  readonly sensor: Sensor | undefined
  /** Whether it is still being asked for. */
  readonly isLoading: boolean
}

/**
 * The sensor that the address names: of those listed, or asked for by name where they are not all.
 */
export function useChosenSensor(
  { thing, sensor }: Pick<Address, 'thing' | 'sensor'>,
  list: SensorPageData | undefined,
): ChosenSensor {
  const isNamed = (each: Sensor) => each.lesiId === thing && each.key === sensor
  const listed = list?.sensors.find(isNamed)
  const isElsewhere = list !== undefined && list.total > list.sensors.length && listed === undefined
  const named = useNamedSensor(thing, sensor, isElsewhere)
  return { sensor: listed ?? named.data?.find(isNamed), isLoading: isElsewhere && named.isLoading }
}

/**
 * Shows the first analog sensor when the address names none: of the device that it names, else of
 * all. It is shown at once, while the address gets its name. `isWithoutSensors`: that device has no
 * sensor that the person may see, or is not there.
 */
export function useFirstSensor(
  address: Address,
  list: SensorPageData | undefined,
  change: (part: Partial<Address>, options: { replace: boolean }) => void,
) {
  const { thing } = address
  const isUnnamed = thing === null || address.sensor === null
  const ownListed = list?.sensors.filter(({ lesiId }) => lesiId === thing)
  const isElsewhere =
    isUnnamed && list !== undefined && list.total > list.sensors.length && ownListed?.length === 0
  const fetched = useSensorsOf(thing, isElsewhere)
  const isWaiting = isElsewhere && thing !== null && fetched.isPending
  const own = fetched.data?.sensors ?? ownListed ?? []
  const offered = thing === null ? list?.sensors : own
  const first = offered?.find(({ type }) => type === 'analog') ?? offered?.[0]
  useEffect(() => {
    if (isUnnamed && first && !isWaiting)
      change({ thing: first.lesiId, sensor: first.key }, { replace: true })
  }, [isUnnamed, first, isWaiting, change])
  return {
    first: isUnnamed && !isWaiting ? first : undefined,
    isWithoutSensors:
      isUnnamed && thing !== null && list !== undefined && !isWaiting && own.length === 0,
  }
}
