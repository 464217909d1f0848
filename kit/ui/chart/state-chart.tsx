import { useState } from 'react'
import './chart.css'
import type { ChartFormat, TimeRange } from './data/model.ts'
import type { Segment } from './data/segments.ts'
import { timeTicks } from './data/ticks.ts'
import { useElementSize } from './use-element-size.ts'

/** How a state looks: a CSS colour and a word. */
export interface StateLook {
  readonly colour: string
  readonly word: string
}

export interface StateChartProps {
  readonly segments: readonly Segment[]
  readonly gaps: readonly TimeRange[]
  readonly range: TimeRange
  readonly format: ChartFormat
  readonly lookOf: (state: string | null) => StateLook
  readonly label: string
  readonly onZoom: (span: TimeRange) => void
  readonly onBack: () => void
}

const height = 56
const margin = { left: 16, right: 20 }

/**
 * A state over time as a strip of colours with words, gaps hatched; drag zooms, double click goes
 * back.
 */
export function StateChart({
  segments,
  gaps,
  range,
  format,
  lookOf,
  label,
  onZoom,
  onBack,
}: StateChartProps) {
  const [element, size] = useElementSize<HTMLDivElement>()
  const [drag, setDrag] = useState<TimeRange | null>(null)
  const [pointer, setPointer] = useState<number | null>(null)
  const width = Math.max(0, size.width - margin.left - margin.right)
  const span = Math.max(1, range.to - range.from)
  const x = (time: number) => Math.min(width, Math.max(0, ((time - range.from) / span) * width))
  const ticks = timeTicks(range.from, range.to, width / 84, format.offsetAt)
  const timeOf = (event: React.PointerEvent<Element>) => {
    const left = event.currentTarget.getBoundingClientRect().left + margin.left
    return Math.round(
      Math.min(
        range.to,
        Math.max(range.from, range.from + ((event.clientX - left) / Math.max(1, width)) * span),
      ),
    )
  }
  const pointed =
    pointer === null ? undefined : segments.find(({ from, to }) => from <= pointer && pointer < to)
  return (
    <div ref={element} className="state-chart" role="img" aria-label={label}>
      <svg
        width={size.width}
        height={height + 24}
        aria-hidden="true"
        onDoubleClick={onBack}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ from: timeOf(event), to: timeOf(event) })
        }}
        onPointerMove={(event) => {
          setPointer(timeOf(event))
          if (drag) setDrag({ from: drag.from, to: timeOf(event) })
        }}
        onPointerLeave={() => setPointer(null)}
        onPointerCancel={() => setDrag(null)}
        onPointerUp={() => {
          setDrag(null)
          if (drag && Math.abs(x(drag.to) - x(drag.from)) >= 6) {
            onZoom({ from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) })
          }
        }}
      >
        <defs>
          <pattern
            id="state-chart-gap"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M0 0V6" stroke="var(--offline-hatch)" strokeWidth="1.2" />
          </pattern>
        </defs>
        <g transform={`translate(${margin.left} 0)`}>
          {mergedForPixels(segments, x).map(({ from, to, state }) => (
            <StateBlock key={from} left={x(from)} width={x(to) - x(from)} look={lookOf(state)} />
          ))}
          {gaps.map(({ from, to }) => (
            <rect
              key={from}
              x={x(from)}
              width={Math.max(0, x(to) - x(from))}
              height={height}
              fill="url(#state-chart-gap)"
            />
          ))}
          <rect
            className="frame"
            x={0.5}
            y={0.5}
            width={Math.max(0, width - 1)}
            height={height - 1}
          />
          {drag && (
            <rect
              className="selection"
              x={Math.min(x(drag.from), x(drag.to))}
              width={Math.abs(x(drag.to) - x(drag.from))}
              height={height}
            />
          )}
          {pointer !== null && <path className="pointer" d={`M${x(pointer)} 0v${height}`} />}
          {ticks.times
            .filter((time) => pointer === null || Math.abs(x(time) - x(pointer)) > 60)
            .map((time) => (
              <g key={time}>
                <path className="tick" d={`M${x(time)} ${height}v4`} />
                <text
                  x={x(time)}
                  y={height + 17}
                  textAnchor={x(time) < 24 ? 'start' : x(time) > width - 24 ? 'end' : 'middle'}
                >
                  {format.tick(time, ticks.unit)}
                </text>
              </g>
            ))}
        </g>
      </svg>
      {pointer !== null && (
        <div className="state-chart-chip" style={{ left: margin.left + x(pointer) }}>
          {format.moment(pointer)}
          {pointed && ` · ${lookOf(pointed.state).word}`}
        </div>
      )}
    </div>
  )
}

function StateBlock({ left, width, look }: { left: number; width: number; look: StateLook }) {
  const room = Math.floor((width - 12) / 6.5)
  return (
    <>
      <rect x={left} width={Math.max(0.5, width)} height={height} style={{ fill: look.colour }} />
      {room >= look.word.length && (
        <>
          <rect
            x={left + 4}
            y={height / 2 - 9}
            width={look.word.length * 6.6 + 8}
            height={18}
            rx={2}
            className="plate"
          />
          <text x={left + 8} y={height / 2 + 4} className="word">
            {look.word}
          </text>
        </>
      )}
    </>
  )
}

/**
 * Segments narrower than half a pixel give way to their neighbours, so that no strip has more
 * blocks than pixels.
 */
function mergedForPixels(segments: readonly Segment[], x: (time: number) => number): Segment[] {
  const merged: Segment[] = []
  for (const segment of segments) {
    const before = merged.at(-1)
    const isNarrow = x(segment.to) - x(segment.from) < 0.5
    if (
      before &&
      (before.state === segment.state || isNarrow) &&
      x(segment.from) - x(before.to) < 0.5
    ) {
      merged[merged.length - 1] = { ...before, to: segment.to }
    } else if (x(segment.to) > x(segment.from)) {
      merged.push(segment)
    }
  }
  return merged
}
