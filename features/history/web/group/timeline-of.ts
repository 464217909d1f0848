import type { Range } from '#kit/model/time/period.ts'
import type { QualitySpans } from '#kit/ui/chart/data/flagged.ts'
import type { Segment } from '#kit/ui/chart/data/segments.ts'
import { segmentsOfChanges, type ReportData } from '../../contract/report-data.ts'

export interface TimelineData {
  readonly segments: readonly Segment[]
  readonly gaps: ReportData['gaps']
  readonly qualitySpans: QualitySpans | null
}

/** What a member was over time in the range of its report; null for curves. */
export function timelineOf(data: ReportData, { from, to }: Range): TimelineData | null {
  if (data.kind === 'states') return data
  if (data.kind === 'numbers') return null
  const { series, value, gaps } = data
  const start = value === null ? null : { from, state: value }
  return { segments: segmentsOfChanges(series, to, start), gaps, qualitySpans: null }
}
