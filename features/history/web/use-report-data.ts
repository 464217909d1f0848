import { useMemo } from 'react'
import type { Gap } from '#kit/ui/chart/gaps.ts'
import { chartData, type ChartData } from '#kit/ui/chart/model.ts'
import { segmentsOf, type Segment } from '#kit/ui/chart/segments.ts'
import type { ChangeSeries, SensorReport } from '../contract/routes.ts'
import { segmentsOfChanges } from './state-look.ts'

/** A report made ready for the view that suits its sensor. */
export type ReportData =
  | { readonly kind: 'numbers'; readonly chart: ChartData; readonly gaps: readonly Gap[] }
  | { readonly kind: 'states'; readonly segments: readonly Segment[]; readonly gaps: readonly Gap[] }
  | { readonly kind: 'changes'; readonly series: ChangeSeries }

/** Prepares a report once. `received` (ms UTC) bounds it: what has not happened yet is no gap. */
export function reportData(report: SensorReport, received: number): ReportData {
  const { series, sensor } = report
  const isState = sensor.type === 'lamp' || sensor.type === 'detector'
  const end = Math.min(report.to, received)
  if (series.kind === 'changes') {
    return isState ? { kind: 'states', segments: segmentsOfChanges(series, end), gaps: [] } : { kind: 'changes', series }
  }
  const chart = chartData(series, { from: report.from, to: end }, sensor.intervalMs)
  if (!isState) return { kind: 'numbers', chart, gaps: chart.gaps }
  return { kind: 'states', segments: segmentsOf(chart.entries, chart.gaps, end), gaps: chart.gaps }
}

export function useReportData(report: SensorReport | undefined, received: number): ReportData | null {
  return useMemo(() => (report ? reportData(report, received) : null), [report, received])
}

/** Whether there is nothing at all to show; bad readings alone are nothing to draw. */
export function isEmptyReport(report: SensorReport | undefined): boolean {
  if (!report) return true
  const { series } = report
  if (series.kind === 'changes') return series.rows.length === 0
  return (series.kind === 'columns' ? series.count.length : series.time.length) === 0
}
