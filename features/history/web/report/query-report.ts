import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { reportBySensor, type SensorReport } from '../../contract/routes.ts'
import { drawnReport } from './in-hours.ts'

export interface ReportWanted {
  readonly thing: string
  readonly sensor: string
  /** ms UTC, `to` exclusive. */
  readonly from: number
  readonly to: number
  /** Pixels of the drawing; 0 while it is not laid out yet: nothing is asked then. */
  readonly width: number
}

/**
 * Series and statistics of one sensor, as they are drawn. While a new range is on its way the reply
 * of the old one stays (`isPlaceholderData`), as long as it is the same sensor's. A request that
 * nobody waits for any more is aborted.
 */
export function useReport({ thing, sensor, from, to, width }: ReportWanted) {
  return useQuery({
    ...queryOf(reportBySensor, { body: { thing, sensor, from, to, width, mode: 'auto' } }),
    select: drawn,
    enabled: width > 0,
    placeholderData: (before) => (isOf(before?.data.sensor, thing, sensor) ? before : undefined),
    // Comparing long lists with the last reply costs more than drawing the new one.
    structuralSharing: false,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
    meta: { quiet: true },
  })
}

const drawn = ({ data }: { readonly data: SensorReport }) => drawnReport(data)

const isOf = (found: SensorReport['sensor'] | undefined, thing: string, sensor: string) =>
  found?.lesiId === thing && found.key === sensor
