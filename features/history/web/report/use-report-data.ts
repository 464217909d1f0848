import { useMemo } from 'react'
import { reportData, type ReportData } from '../../contract/report-data.ts'
import type { SensorReport } from '../../contract/sensor-report.ts'

export function useReportData(
  report: SensorReport | undefined,
  received: number,
): ReportData | null {
  return useMemo(() => (report ? reportData(report, received) : null), [report, received])
}
