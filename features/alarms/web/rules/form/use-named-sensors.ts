import { useQuery } from '@tanstack/react-query'
import { lookUpSensors } from '#features/sensors/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import type { SensorName } from '../../../contract/condition.ts'

// No LESI ID has a space.
export const placeOf = ({ thing, key }: SensorName): string => `${thing} ${key}`

export function sensorAt(place: string): SensorName {
  const end = place.indexOf(' ')
  return { thing: place.slice(0, end), key: place.slice(end + 1) }
}

const none: ReadonlyMap<string, Sensor> = new Map()

/** The named sensors that are there, by their places; empty while that is not known. */
export function useNamedSensors(names: readonly SensorName[]): ReadonlyMap<string, Sensor> {
  const wanted = names.filter(({ thing }) => thing !== '')
  const { data } = useQuery({
    ...queryOf(lookUpSensors, { body: { names: [...wanted] } }),
    select: replyData,
    enabled: wanted.length > 0,
    meta: { quiet: true },
  })
  if (!data) return none
  return new Map(data.map((each) => [placeOf({ thing: each.lesiId, key: each.key }), each]))
}

/** The unit that all of the named sensors have; undefined: none, or several. */
export function useCommonUnit(names: readonly SensorName[]): string | undefined {
  const units = new Set([...useNamedSensors(names).values()].map(({ unit }) => unit))
  const [unit] = units
  return units.size === 1 && unit !== '' ? unit : undefined
}
