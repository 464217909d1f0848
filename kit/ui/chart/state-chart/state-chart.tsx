import { useId, useRef } from 'react'
import '../chart.css'
import type { QualitySpans } from '../data/flagged.ts'
import type { ChartFormat, TimeRange } from '../data/model.ts'
import type { Segment } from '../data/segments.ts'
import { qualitiesWithin, type FlaggedQuality } from '../data/quality-spans.ts'
import { timeTicks } from '../data/ticks.ts'
import { useDrawnSize } from '../use-element-size.ts'
import { SpanMarks } from '../spans/span-marks.tsx'
import { SpanShades } from '../spans/span-shades.tsx'
import type { ChartMarks } from '../data/spans.ts'
import { QualityMarks } from './quality-marks.tsx'
import { StateBlocks } from './state-blocks.tsx'
import type { StateStyle } from './state-style.ts'
import { StateGaps } from './state-gaps.tsx'
import { useChartKeys } from './use-chart-keys.ts'
import { useChartPointer } from './use-chart-pointer.ts'
import { useChartTouch } from './use-chart-touch.ts'

export interface StateChartProps {
  readonly segments: readonly Segment[]
  readonly gaps: readonly TimeRange[]
  readonly qualitySpans: QualitySpans
  readonly qualityNames: Readonly<Record<FlaggedQuality, string>>
  readonly range: TimeRange
  /** The whole period: fingers zoom and move within it. */
  readonly whole: TimeRange
  readonly format: ChartFormat
  readonly styleOf: (state: string | null) => StateStyle
  /** What the timeline shows, in words: range, share of each state, the last one. */
  readonly label: string
  /** How to use the keys, read out after the label. */
  readonly keysHint: string
  /** One state with its times in words, for screen readers while arrow keys go through them. */
  readonly describe: (segment: Segment) => string
  readonly onZoom: (span: TimeRange) => void
  readonly onBack: () => void
  /** What is marked in it. */
  readonly marks: ChartMarks
  readonly marksLabel: string
}

const height = 56
/** Beside the timeline, CSS pixels. */
const margin = { left: 16, right: 20 }

/**
 * A state over time as a timeline of colours with words, gaps hatched, its lower edge marked where
 * it was bad or uncertain; drag zooms, double click goes back.
 */
export function StateChart(props: StateChartProps) {
  const {
    segments,
    gaps,
    qualitySpans,
    whole,
    format,
    styleOf,
    label,
    keysHint,
    describe,
    onZoom,
    onBack,
    marks,
  } = props
  const [element, size] = useDrawnSize<HTMLDivElement>()
  const width = Math.max(0, size.width - margin.left - margin.right)
  const { onPick } = marks
  const timeline = { range: props.range, width, left: margin.left }
  const { pointer, setPointer, drag, handlers } = useChartPointer(timeline, onZoom, onPick)
  const keys = { segments, range: props.range, pointer, setPointer, onZoom, onBack, onPick }
  const { onKeyDown, spoken } = useChartKeys(keys)
  const touched = useRef<HTMLDivElement>(null)
  const fingers = { ...timeline, whole, onCrosshair: setPointer, onZoom, onBack, onPick }
  const range = useChartTouch(touched, fingers)
  const hint = useId()
  const span = Math.max(1, range.to - range.from)
  const x = (time: number) => Math.min(width, Math.max(0, ((time - range.from) / span) * width))
  return (
    <div ref={element} className="state-chart">
      <SpanMarks
        {...{ marks, range }}
        layout={{ left: margin.left, width }}
        label={props.marksLabel}
      />
      {/* A picture that keys go through: what they reach is shown below. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={touched}
        className="state-chart-timeline"
        role="img"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label}
        aria-describedby={hint}
        onKeyDown={onKeyDown}
      >
        <svg
          width={size.width}
          height={height + 24}
          aria-hidden="true"
          onDoubleClick={onBack}
          {...handlers}
        >
          <g transform={`translate(${margin.left} 0)`}>
            <StateBlocks {...{ segments, height, x, styleOf }} />
            <StateGaps {...{ gaps, height, x }} />
            <QualityMarks {...{ qualitySpans, height, x }} />
            <SpanShades {...{ spans: marks.spans, chosen: marks.chosen, height, x }} />
            <Frame {...{ width, drag, x }} />
            {pointer !== null && <path className="pointer" d={`M${x(pointer)} 0v${height}`} />}
            <TimeAxis {...{ range, format, width, x, pointer }} />
          </g>
        </svg>
      </div>
      <span id={hint} hidden>
        {keysHint}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {spoken && describe(spoken)}
      </span>
      {pointer !== null && (
        <PointerChip {...props} pointer={pointer} left={margin.left + x(pointer)} />
      )}
    </div>
  )
}

interface Scale {
  /** The pixel of a time. */
  readonly x: (time: number) => number
}

interface FrameProps extends Scale {
  readonly width: number
  /** What is dragged over. */
  readonly drag: TimeRange | null
}

function Frame({ width, drag, x }: FrameProps) {
  const outline = { x: 0.5, y: 0.5, width: Math.max(0, width - 1), height: height - 1 }
  return (
    <>
      <rect className="frame" {...outline} />
      {drag && (
        <rect
          className="selection"
          x={x(drag.from)}
          width={x(drag.to) - x(drag.from)}
          height={height}
        />
      )}
    </>
  )
}

interface TimeAxisProps extends Pick<StateChartProps, 'range' | 'format'>, Scale {
  readonly width: number
  /** Where the time of the pointer stands, so that no label is there too. */
  readonly pointer: number | null
}

function TimeAxis({ range, format, width, x, pointer }: TimeAxisProps) {
  const { times, unit } = timeTicks(range.from, range.to, width / 84, format.offsetAt)
  return times
    .filter((time) => pointer === null || Math.abs(x(time) - x(pointer)) > 60)
    .map((time) => (
      <g key={time}>
        <path className="tick" d={`M${x(time)} ${height}v4`} />
        <text
          x={x(time)}
          y={height + 17}
          textAnchor={x(time) < 24 ? 'start' : x(time) > width - 24 ? 'end' : 'middle'}
        >
          {format.tick(time, unit)}
        </text>
      </g>
    ))
}

interface PointerChipProps extends Pick<
  StateChartProps,
  'segments' | 'qualitySpans' | 'qualityNames' | 'format' | 'styleOf'
> {
  readonly pointer: number
  readonly left: number
}

/** The time under the pointer, the state it is in, and its quality where that is not good. */
function PointerChip(props: PointerChipProps) {
  const { pointer, left, segments, qualitySpans, qualityNames, format, styleOf } = props
  const pointed = segments.find(({ from, to }) => from <= pointer && pointer < to)
  const qualities = qualitiesWithin(qualitySpans, { from: pointer, to: pointer + 1 })
  return (
    <div className="state-chart-chip" style={{ left }}>
      {format.moment(pointer)}
      {pointed && ` · ${styleOf(pointed.state).word}`}
      {qualities.map((quality) => ` · ${qualityNames[quality]}`)}
    </div>
  )
}
