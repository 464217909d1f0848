import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { statesOfToday } from '../../contract/states-routes.ts'
import type { ReportData } from '../../contract/report-data.ts'
import { daySegments } from './day-segments.ts'

/**
 * What was read of a day, with the states of a lamp or a detector by their very changes where a
 * picture has them by its pixels.
 */
export function useDayStates({ id, type }: Sensor, { from }: Range, data: ReportData | null) {
  const isState = type === 'lamp' || type === 'detector'
  const states = useQuery({
    ...queryOf(statesOfToday, { body: { sensors: [id], at: from } }),
    select: replyData,
    enabled: isState,
    meta: { quiet: true },
  })
  const { refetch } = states
  const own = states.data?.from === from ? states.data.sensors[0] : undefined
  const exact = useMemo(() => {
    if (data?.kind !== 'states' || own === undefined) return data
    const segments = daySegments(own, data.gaps, { from, to: data.until })
    return segments === null ? data : { ...data, segments }
  }, [data, own, from])
  return { data: exact, refetch: isState ? refetch : null }
}
