import { queryOptions, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listSensors } from '#features/sensors/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { maximumPageSize } from '#kit/model/sensor-filter.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { sensorPageOf } from '#kit/web/catalogue/lists.ts'
import type { SensorName } from '../../contract/page.ts'
import { nameOf } from '../../contract/sensor-names.ts'

/** Finds the sensor that a widget names: null where it is gone or closed to the person. */
export type FindSensor = (name: SensorName) => Sensor | null

/** Finds among these sensors. */
export function finder(sensors: readonly Sensor[]): FindSensor {
  const named = sensors.map((sensor) => {
    return [nameOf({ thing: sensor.lesiId, key: sensor.key }), sensor] as const
  })
  const byName = new Map(named)
  return (name) => byName.get(nameOf(name)) ?? null
}

const sensorPage = (page: number) =>
  queryOptions({
    ...queryOf(listSensors, { query: { page, limit: maximumPageSize } }),
    select: sensorPageOf,
    meta: { quiet: true },
  })

export interface AllSensors {
  readonly sensors: readonly Sensor[]
  readonly total: number
  /** Sensors can be added only then. */
  readonly isComplete: boolean
  readonly find: FindSensor
  readonly error: Error | null
  readonly refetch: () => void
}

/** Every sensor that the person may see, page by page; what has arrived can be looked at. */
export function useAllSensors(): AllSensors {
  const [first] = useQueries({ queries: [sensorPage(1)] })
  const total = first.data?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / maximumPageSize))
  const combined = useQueries({
    queries: Array.from({ length: pages }, (_, index) => sensorPage(index + 1)),
    combine: collected,
  })
  const { sensors } = combined
  const find = useMemo(() => finder(sensors), [sensors])
  return { ...combined, total, find, isComplete: first.data !== undefined && combined.isComplete }
}

const collected = (
  parts: readonly {
    readonly data: { readonly sensors: readonly Sensor[] } | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }[],
) => ({
  sensors: parts.flatMap(({ data }) => data?.sensors ?? []),
  isComplete: parts.every(({ data }) => data !== undefined),
  error: parts.find(({ data, error }) => error && !data)?.error ?? null,
  refetch: () => {
    for (const { data, refetch } of parts) if (!data) void refetch()
  },
})
