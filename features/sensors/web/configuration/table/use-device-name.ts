import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { listDevices } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'

/** The name of a sensor's device; its LESI ID while the names are on their way. */
export function useDeviceName(): (sensor: Sensor) => string {
  const { data } = useQuery({
    ...queryOf(listDevices, { body: {} }),
    select: replyData,
    meta: { quiet: true },
  })
  const names = useMemo(
    () => new Map((data ?? []).map(({ lesiId, name }) => [lesiId, name])),
    [data],
  )
  return useCallback(({ lesiId }: Sensor) => names.get(lesiId) ?? lesiId, [names])
}
