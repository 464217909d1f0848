import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { maximumWidth } from '../../contract/routes.ts'
import type { SensorReport } from '../../contract/sensor-report.ts'
import { useReport } from './use-report.ts'
import type { ReportData } from '../../contract/report-data.ts'
import { useReportData } from './use-report-data.ts'

/** What is drawn of one sensor: the report of the shown range, the curve of the whole period. */
export interface SensorReports {
  /** Absent while it is loaded. */
  readonly report: SensorReport | undefined
  readonly data: ReportData | null
  /** Of the whole period; null while it is not there. */
  readonly wholeData: ReportData | null
  /** Since when a period that goes on was not brought up to date, ms UTC; null: it is. */
  readonly behindSince: number | null
  readonly isFetching: boolean
  /** Why there is no report; null when nothing failed. */
  readonly error: Error | null
  readonly refetch: () => Promise<unknown>
}

/** Asks for the shown range and the whole period; one request where they are the same. */
export function useSensorReports(
  sensor: Sensor,
  { whole, range }: { readonly whole: Range; readonly range: Range },
  pixels: number,
): SensorReports {
  // States are counted, not only drawn: finer columns say more exactly when they changed.
  const width =
    pixels > 0 && (sensor.type === 'lamp' || sensor.type === 'detector') ? maximumWidth : pixels
  const wanted = { thing: sensor.lesiId, sensor: sensor.key, width }
  const shown = useReport({ ...wanted, ...range })
  const overview = useReport({ ...wanted, ...whole })
  const report = shown.data?.report
  const wholeReport = overview.data?.report
  const isSame = wholeReport === report
  const data = useReportData(report, shown.data?.receivedAt ?? 0)
  const separateData = useReportData(
    isSame ? undefined : wholeReport,
    overview.data?.receivedAt ?? 0,
  )
  return {
    report,
    data,
    wholeData: isSame ? data : separateData,
    behindSince: shown.behindSince,
    isFetching: shown.isFetching,
    error: shown.error,
    refetch: () => shown.refetch(),
  }
}
