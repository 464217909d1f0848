import { useMemo, useState } from 'react'
import './chart.css'
import type { ChartLayout } from './plot/controller.ts'
import type { ChartData, ChartFormat, TimeRange } from './data/model.ts'
import { timeTicks } from './data/ticks.ts'
import { extremesWithin } from './data/value-range.ts'
import { draggedWindow, handleAt, type WindowHandle } from './plot/window-drag.ts'

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
export function ChartOverview({
  data,
  whole,
  window,
  layout,
  format,
  onWindow,
}: ChartOverviewProps) {
  const [drag, setDrag] = useState<{
    handle: WindowHandle
    start: number
    window: TimeRange
    now: TimeRange
  } | null>(null)
  const { width } = layout
  const shown = drag?.now ?? window
  const span = Math.max(1, whole.to - whole.from)
  const x = (time: number) => ((time - whole.from) / span) * width
  const isPart = shown.from > whole.from || shown.to < whole.to
  const path = useMemo(() => curvePath(data, whole, width), [data, whole, width])
  const ticks = timeTicks(whole.from, whole.to, width / 90, format.offsetAt)
  const timeOf = (event: React.PointerEvent<SVGSVGElement>) =>
    whole.from +
    ((event.clientX - event.currentTarget.getBoundingClientRect().left) / Math.max(1, width)) * span

  return (
    <div className="chart-overview" aria-hidden="true">
      <svg
        width={width}
        height={height + 18}
        style={{ left: layout.left }}
        onPointerDown={(event) => {
          const start = timeOf(event)
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({
            handle: handleAt(start, window, whole, (6 / Math.max(1, width)) * span),
            start,
            window,
            now: window,
          })
        }}
        onPointerMove={(event) => {
          if (drag)
            setDrag({
              ...drag,
              now: draggedWindow(drag.handle, drag.window, whole, drag.start, timeOf(event)),
            })
        }}
        onPointerUp={() => {
          setDrag(null)
          if (drag && x(drag.now.to) - x(drag.now.from) >= 3 && drag.now !== drag.window)
            onWindow(drag.now)
        }}
        onPointerCancel={() => setDrag(null)}
      >
        <rect className="ground" width={width} height={height} />
        <path className="curve" d={path} />
        {(drag !== null || isPart) && (
          <rect
            className="window"
            x={x(shown.from)}
            width={Math.max(1, x(shown.to) - x(shown.from))}
            height={height}
          />
        )}
        {[shown.from, shown.to].map((time, edge) => (
          <g key={edge} style={{ cursor: 'ew-resize' }}>
            <path className="edge" d={`M${x(time)} 0v${height}`} />
            <rect
              className="handle"
              x={x(time) - 3}
              y={height / 2 - 9}
              width={6}
              height={18}
              rx={2}
            />
          </g>
        ))}
        {ticks.times
          .filter((time) => x(time) > 14 && x(time) < width - 14)
          .map((time) => (
            <text key={time} x={x(time)} y={height + 14} textAnchor="middle">
              {format.tick(time, ticks.unit)}
            </text>
          ))}
      </svg>
    </div>
  )
}

/** The curve in a strip of `width` × `height`, at most one move a pixel and direction. */
function curvePath({ entries, line }: ChartData, whole: TimeRange, width: number): string {
  const extremes = extremesWithin(entries, whole.from, whole.to)
  if (!extremes || width <= 0) return ''
  const span = extremes.maximum - extremes.minimum || 1
  const perPixel = width / Math.max(1, whole.to - whole.from)
  let path = ''
  let pen = 'M'
  let before = ''
  for (let index = 0; index < line.time.length; index++) {
    const value = line.value[index] ?? line.dotted?.[index] ?? null
    if (value === null) {
      pen = 'M'
      continue
    }
    const x = Math.round(((line.time[index] ?? 0) - whole.from) * perPixel)
    const y = (4 + (height - 8) * (1 - (value - extremes.minimum) / span)).toFixed(1)
    const point = `${x} ${y}`
    if (point === before && pen === 'L') continue
    path += pen + point
    before = point
    pen = 'L'
  }
  return path
}
