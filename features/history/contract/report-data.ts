import { deviceGaps } from '#kit/ui/chart/data/device-gaps.ts'
import type { QualitySpans } from '#kit/ui/chart/data/flagged.ts'
import { chartData, type ChartData, type TimeRange } from '#kit/ui/chart/data/model.ts'
import {
  outsideGaps,
  segmentsOf,
  type Segment,
  type StartState,
} from '#kit/ui/chart/data/segments.ts'
import { entriesOf } from '#kit/ui/chart/data/series.ts'
import {
  knownSegments,
  qualitySpansOfChanges,
  stateQualitySpans,
} from '#kit/ui/chart/data/quality-spans.ts'
import type { ChangeSeries } from './series.ts'
import type { SensorReport } from './sensor-report.ts'
import { countedTimes, drawnTimes, type StateTimes } from './state-times.ts'

/** A report made ready for the view that suits its sensor. */
export type ReportData = {
  /** Whether there is nothing at all to show. */
  readonly isEmpty: boolean
  readonly gaps: readonly TimeRange[]
} & (
  | { readonly kind: 'numbers'; readonly chart: ChartData }
  /** `until`: nothing is known beyond it, ms UTC. */
  | {
      readonly kind: 'states'
      readonly segments: readonly Segment[]
      /** Where they are bad or uncertain. */
      readonly qualitySpans: QualitySpans
      readonly until: number
      readonly times: StateTimes
    }
  /** `value`: what it reported all the time, where nothing changed. */
  | { readonly kind: 'changes'; readonly series: ChangeSeries; readonly value: string | null }
)

/** Prepares a report once. `received` (ms UTC) bounds it: what has not happened yet is no gap. */
export function reportData(report: SensorReport, received: number): ReportData {
  const { series, sensor, activity } = report
  const covered = { from: report.from, to: Math.min(report.to, received) }
  if (sensor.type === 'lamp' || sensor.type === 'detector') return statesData(report, covered)
  if (series.kind === 'changes') {
    const value =
      covered.from < covered.to && activity?.count.length !== 0
        ? (report.before?.value ?? null)
        : null
    const isEmpty = series.rows.length === 0 && value === null
    return {
      kind: 'changes',
      series,
      value: value === null ? null : String(value),
      gaps: deviceGaps(activity, covered),
      isEmpty,
    }
  }
  const chart = chartData(series, covered, sensor.intervalMs)
  return { kind: 'numbers', chart, gaps: chart.gaps, isEmpty: chart.marked.length === 0 }
}

function statesData(report: SensorReport, covered: TimeRange): ReportData {
  const { series, activity, before } = report
  const gaps = deviceGaps(activity, covered)
  const begin = spokenFrom(gaps, covered)
  const start = before && begin < covered.to ? { from: begin, state: String(before.value) } : null
  const entries =
    series.kind === 'changes'
      ? segmentsOfChanges(series, covered.to, start)
      : segmentsOf(entriesOf(series), gaps, covered.to, start)
  const qualitySpans = qualitySpansOfReport(report, gaps, covered)
  const listed = outsideGaps(entries, beforeListed(report, covered))
  const segments = knownSegments(listed, gaps, qualitySpans)
  const times = report.states
    ? countedTimes(report.states)
    : drawnTimes(segments, qualitySpans.bad, covered, series.kind === 'columns')
  const isEmpty = segments.length === 0 && qualitySpans.bad.length === 0
  return { kind: 'states', segments, qualitySpans, gaps, until: covered.to, times, isEmpty }
}

/** From when on anything of the device is known: nothing is in a gap that a range begins with. */
const spokenFrom = ([first]: readonly TimeRange[], { from }: TimeRange): number =>
  first && first.from <= from ? first.to : from

/** By the changes of the quality; where those are too many, by the columns of the picture. */
function qualitySpansOfReport(
  { series, quality }: SensorReport,
  gaps: readonly TimeRange[],
  covered: TimeRange,
): QualitySpans {
  if (quality !== null) return qualitySpansOfChanges(quality, gaps, covered)
  if (series.kind === 'changes') return { bad: [], uncertain: [] }
  return stateQualitySpans(series, gaps, covered.to)
}

/** The time of texts from which older changes of the quality are not listed. */
function beforeListed({ series, quality }: SensorReport, { from }: TimeRange): TimeRange[] {
  const isCut = series.kind === 'changes' && series.truncated && quality?.before === null
  const to = quality?.time[0] ?? from
  // The first moment of the range is none that begins with a gap: it lies in it.
  return isCut && to > from ? [{ from: from - 1, to }] : []
}

/**
 * States of a sensor with text values: every change lasts until the next one, the newest until
 * `end`; while it has no value it is in none. With `start` the time before the first change is
 * known too, unless older changes were left out.
 */
export function segmentsOfChanges(
  series: ChangeSeries,
  end: number,
  start: StartState | null,
): Segment[] {
  const lead = start && !series.truncated ? [{ ...start, to: series.rows.at(-1)?.time ?? end }] : []
  const changes = series.rows
    .flatMap(({ time, current }, index) => {
      const to = series.rows[index - 1]?.time ?? Math.max(end, time)
      return current === null ? [] : [{ from: time, to, state: current }]
    })
    .toReversed()
  return [...lead, ...changes].filter(({ from, to }) => from < to)
}
