import { useMemo } from 'react'
import '../chart.css'
import type { ChartData, ChartFormat, TimeRange } from '../data/model.ts'
import { timeTicks } from '../data/ticks.ts'
import type { ChartLayout } from '../plot/chart-events.ts'
import { curvePath } from './curve-path.ts'
import { useWindowDrag } from './use-window-drag.ts'

const height = 43

export interface ChartOverviewProps {
  readonly data: ChartData
  /** The whole period. */
  readonly whole: TimeRange
  /** The part that the chart above shows. */
  readonly window: TimeRange
  /** Where the plotting area of the chart above lies. */
  readonly layout: ChartLayout
  readonly format: ChartFormat
  readonly onWindow: (span: TimeRange) => void
}

/**
 * The whole period as a thin curve with the shown part marked. A pointer moves the mark, its edges,
 * or draws a new one; keys do the same on the chart itself, so this stays out of the tab order and
 * out of the reading order.
 */
export function ChartOverview(props: ChartOverviewProps) {
  const { data, whole, window, layout, format, onWindow } = props
  const { width } = layout
  const { dragged, handlers } = useWindowDrag({ whole, window, width }, onWindow)
  const shown = dragged ?? window
  const isPart = shown.from > whole.from || shown.to < whole.to
  const x = (time: number) => ((time - whole.from) / Math.max(1, whole.to - whole.from)) * width
  const path = useMemo(() => curvePath(data, whole, { width, height }), [data, whole, width])
  return (
    <div className="chart-overview" aria-hidden="true">
      <svg width={width} height={height + 18} style={{ left: layout.left }} {...handlers}>
        <rect className="ground" width={width} height={height} />
        {data.qualitySpans.bad.map(({ from, to }) => (
          <rect
            key={from}
            className="bad"
            x={x(from)}
            width={Math.max(1, x(to) - x(from))}
            height={height}
          />
        ))}
        <path className="curve" d={path} />
        {(dragged !== null || isPart) && (
          <rect
            className="window"
            x={x(shown.from)}
            width={Math.max(1, x(shown.to) - x(shown.from))}
            height={height}
          />
        )}
        {[shown.from, shown.to].map((time, edge) => (
          <Handle key={edge} x={x(time)} />
        ))}
        <TimeLabels {...{ whole, width, format, x }} />
      </svg>
    </div>
  )
}

/** An edge of the window, to be dragged. */
function Handle({ x }: { readonly x: number }) {
  return (
    <g style={{ cursor: 'ew-resize' }}>
      <path className="edge" d={`M${x} 0v${height}`} />
      <rect className="handle" x={x - 3} y={height / 2 - 9} width={6} height={18} rx={2} />
    </g>
  )
}

interface TimeLabelsProps extends Pick<ChartOverviewProps, 'whole' | 'format'> {
  readonly width: number
  readonly x: (time: number) => number
}

function TimeLabels({ whole, width, format, x }: TimeLabelsProps) {
  const { times, unit } = timeTicks(whole.from, whole.to, width / 90, format.offsetAt)
  return times
    .filter((time) => x(time) > 14 && x(time) < width - 14)
    .map((time) => (
      <text key={time} x={x(time)} y={height + 14} textAnchor="middle">
        {format.tick(time, unit)}
      </text>
    ))
}
