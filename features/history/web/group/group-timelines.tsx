import { useCallback } from 'react'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { StateBlocks } from '#kit/ui/chart/state-chart/state-blocks.tsx'
import type { StateStyle } from '#kit/ui/chart/state-chart/state-style.ts'
import { StateGaps } from '#kit/ui/chart/state-chart/state-gaps.tsx'
import { QualityMarks } from '#kit/ui/chart/state-chart/quality-marks.tsx'
import type { ChartLayout } from '#kit/ui/chart/plot/chart-events.ts'
import { imageTimeline } from '../image/draw-image.ts'
import { stateStyle, type StateWords } from '../report/views/state-style.ts'
import { useStateWords } from '../report/views/state-shares.tsx'
import { timelineOf, type TimelineData } from './timeline-of.ts'
import type { GroupMember } from './use-group-reports.ts'

const height = 20

interface GroupTimelinesProps {
  readonly members: readonly GroupMember[]
  /** What the members are called. */
  readonly names: readonly string[]
  readonly range: Range
  /** Where the plotting area of the chart above lies. */
  readonly layout: ChartLayout
  readonly cursor: number | null
}

/** Lamps, detectors and texts of a group: timelines under its curves, on the same axis of time. */
export function GroupTimelines({ members, names, range, layout, cursor }: GroupTimelinesProps) {
  const timelines = members.flatMap(({ sensor, report, data }, index) => {
    const timeline =
      data && report
        ? timelineOf(data, { from: report.from, to: Math.min(range.to, report.to) })
        : null
    return timeline ? [{ sensor, timeline, name: names[index] ?? sensor.alias }] : []
  })
  if (timelines.length === 0 || layout.width === 0) return null
  return (
    <div className="history-timelines">
      {timelines.map(({ sensor, ...rest }) => (
        <GroupTimeline key={sensor.id} {...{ sensor, ...rest, range, layout, cursor }} />
      ))}
    </div>
  )
}

/** The same timelines for a picture that is stored. */
export function useImageTimelines(
  members: readonly GroupMember[],
  names: readonly string[],
  range: Range,
) {
  const words = useStateWords()
  return useCallback(
    () =>
      members.flatMap(({ sensor, report, data }, index) => {
        const timeline =
          data && report
            ? timelineOf(data, { from: report.from, to: Math.min(range.to, report.to) })
            : null
        if (!timeline) return []
        const { segments, gaps, qualitySpans } = timeline
        const bad = qualitySpans?.bad ?? []
        const name = names[index] ?? sensor.alias
        return [imageTimeline(name, segments, { gaps, bad }, timelineStyle(sensor, words))]
      }),
    [members, names, range, words],
  )
}

interface GroupTimelineProps extends Pick<GroupTimelinesProps, 'range' | 'layout' | 'cursor'> {
  readonly sensor: Sensor
  readonly name: string
  readonly timeline: TimelineData
}

function GroupTimeline({ sensor, name, timeline, range, layout, cursor }: GroupTimelineProps) {
  const styleOf = useTimelineStyle(sensor)
  const { left, width } = layout
  const span = Math.max(1, range.to - range.from)
  const x = (time: number) => Math.min(width, Math.max(0, ((time - range.from) / span) * width))
  const { segments, gaps, qualitySpans } = timeline
  const shown = segments.filter(({ from, to }) => to > range.from && from < range.to)
  return (
    <div className="history-timeline state-chart" style={{ marginLeft: left, width }}>
      <span className="clip" title={name}>
        {name}
      </span>
      <svg width={width} height={height} role="img" aria-label={name}>
        <StateBlocks {...{ segments: shown, height, x, styleOf }} />
        <StateGaps {...{ gaps, height, x }} />
        {qualitySpans && <QualityMarks {...{ qualitySpans, height, x }} />}
        {cursor !== null && <path className="pointer" d={`M${x(cursor)} 0v${height}`} />}
      </svg>
    </div>
  )
}

/** A text has no colours: its words are on plain ground. */
function timelineStyle(sensor: Sensor, words: StateWords): (state: string | null) => StateStyle {
  if (sensor.type !== 'string') return stateStyle(sensor, words)
  return (state) => ({ colour: 'var(--surface-3)', word: state ?? '', isText: true })
}

function useTimelineStyle(sensor: Sensor): (state: string | null) => StateStyle {
  const words = useStateWords()
  return timelineStyle(sensor, words)
}
