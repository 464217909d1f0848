import { useCallback } from 'react'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { StateBlocks, type StateLook } from '#kit/ui/chart/state-chart/state-blocks.tsx'
import { StateGaps } from '#kit/ui/chart/state-chart/state-gaps.tsx'
import { QualityMarks } from '#kit/ui/chart/state-chart/quality-marks.tsx'
import type { QualitySpans } from '#kit/ui/chart/data/flagged.ts'
import type { Segment } from '#kit/ui/chart/data/segments.ts'
import type { ChartLayout } from '#kit/ui/chart/plot/controller.ts'
import { segmentsOfChanges, type ReportData } from '../../contract/report-data.ts'
import { imageStrip } from '../image/draw-image.ts'
import { stateLook, type StateWords } from '../report/views/state-look.ts'
import { useStateWords } from '../report/views/state-shares.tsx'
import type { GroupMember } from './use-group-reports.ts'

const height = 20

interface LanesProps {
  readonly members: readonly GroupMember[]
  readonly range: Range
  /** Where the plotting area of the chart above lies. */
  readonly layout: ChartLayout
  readonly cursor: number | null
}

/** Lamps, detectors and texts of a group as strips under its curves, on the same axis of time. */
export function Lanes({ members, range, layout, cursor }: LanesProps) {
  const lanes = members.flatMap(({ sensor, report, data }) => {
    const strip = data && report ? stripOf(data, Math.min(range.to, report.to)) : null
    return strip ? [{ sensor, strip }] : []
  })
  if (lanes.length === 0 || layout.width === 0) return null
  return (
    <div className="history-lanes">
      {lanes.map(({ sensor, strip }) => (
        <Lane key={sensor.id} {...{ sensor, strip, range, layout, cursor }} />
      ))}
    </div>
  )
}

/** The same strips for a picture that is stored. */
export function useImageStrips(members: readonly GroupMember[], range: Range) {
  const words = useStateWords()
  return useCallback(
    () =>
      members.flatMap(({ sensor, report, data }) => {
        const strip = data && report ? stripOf(data, Math.min(range.to, report.to)) : null
        if (!strip) return []
        const { segments, gaps, qualitySpans } = strip
        const bad = qualitySpans?.bad ?? []
        return [imageStrip(sensor.alias, segments, { gaps, bad }, laneLook(sensor, words))]
      }),
    [members, range, words],
  )
}

interface Strip {
  readonly segments: readonly Segment[]
  readonly gaps: ReportData['gaps']
  readonly qualitySpans: QualitySpans | null
}

/** What a member was over time; null for curves. */
function stripOf(data: ReportData, end: number): Strip | null {
  if (data.kind === 'states') return data
  if (data.kind === 'numbers') return null
  const { series, value, gaps } = data
  const first = series.rows.at(-1)
  const start = value === null || first ? null : { from: 0, state: value }
  return { segments: segmentsOfChanges(series, end, start), gaps, qualitySpans: null }
}

interface LaneProps extends Pick<LanesProps, 'range' | 'layout' | 'cursor'> {
  readonly sensor: Sensor
  readonly strip: Strip
}

function Lane({ sensor, strip, range, layout, cursor }: LaneProps) {
  const lookOf = useLaneLook(sensor)
  const { left, width } = layout
  const span = Math.max(1, range.to - range.from)
  const x = (time: number) => Math.min(width, Math.max(0, ((time - range.from) / span) * width))
  const { segments, gaps, qualitySpans } = strip
  const shown = segments.filter(({ from, to }) => to > range.from && from < range.to)
  return (
    <div className="history-lane state-chart">
      <span className="clip" style={{ width: left }} title={sensor.alias}>
        {sensor.alias}
      </span>
      <svg width={width} height={height} role="img" aria-label={sensor.alias}>
        <StateBlocks {...{ segments: shown, height, x, lookOf }} />
        <StateGaps {...{ gaps, height, x }} />
        {qualitySpans && <QualityMarks {...{ qualitySpans, height, x }} />}
        {cursor !== null && <path className="pointer" d={`M${x(cursor)} 0v${height}`} />}
      </svg>
    </div>
  )
}

function laneLook(sensor: Sensor, words: StateWords): (state: string | null) => StateLook {
  if (sensor.type !== 'string') return stateLook(sensor, words)
  return (state) => ({ colour: 'var(--surface-3)', word: state ?? '' })
}

/** A text has no colours: its words stand on plain ground. */
function useLaneLook(sensor: Sensor): (state: string | null) => StateLook {
  const words = useStateWords()
  return laneLook(sensor, words)
}
