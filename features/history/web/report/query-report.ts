import { queryOptions } from '@tanstack/react-query'
import type { Range } from '#kit/model/time/period.ts'
import { call } from '#kit/web/calls/call.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { reportBySensor } from '../../contract/routes.ts'
import type { SensorReport } from '../../contract/sensor-report.ts'
import { drawnReport } from '../../contract/in-hours.ts'
import { visibleGrowthMs } from '../address.ts'

/** A report as it is drawn. */
export interface ReceivedReport {
  readonly report: SensorReport
  /** The server's time when it came, ms UTC: what has not happened until then is no gap. */
  readonly receivedAt: number
}

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
 * The query for series and statistics of one sensor, as they are drawn. While a new range is on its
 * way the reply of the old one stays (`isPlaceholderData`), as long as it is the same sensor's. A
 * request that nobody waits for any more is aborted.
 */
export function reportQuery({ thing, sensor, from, to, width }: ReportWanted) {
  const input = { body: { thing, sensor, from, to, width, mode: 'auto' } } as const
  return queryOptions({
    queryKey: queryOf(reportBySensor, input).queryKey.slice(),
    // Made here and not by `select`, which would make another object at each drawing while the
    // reply of the old range is shown: the page would draw without an end.
    queryFn: async ({ signal }): Promise<ReceivedReport> => {
      const { data } = await call(reportBySensor, input, { signal })
      return { report: drawnReport(data), receivedAt: serverClock.now() }
    },
    enabled: width > 0,
    placeholderData: (before) => (isOf(before?.report.sensor, thing, sensor) ? before : undefined),
    // Comparing long lists with the last reply costs more than drawing the new one.
    structuralSharing: false,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
    refetchInterval: ({ state: { data } }) => restBeforeGrowth({ from, to }, data?.receivedAt),
    meta: { quiet: true },
  })
}

/**
 * After how long a report is asked for again, ms, while its range goes on beyond what was known at
 * `receivedAt` (server's time, ms UTC); false where nothing can be added to it.
 */
function restBeforeGrowth(range: Range, receivedAt: number | undefined): number | false {
  return receivedAt === undefined || receivedAt >= range.to
    ? false
    : visibleGrowthMs(range.to - range.from)
}

export const isOf = (
  found: SensorReport['sensor'] | undefined,
  thing: string,
  sensor: string,
): boolean => found?.lesiId === thing && found.key === sensor
