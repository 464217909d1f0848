import type { KeyboardEvent } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import { valueTicks } from '#kit/ui/chart/data/ticks.ts'
import { useElementSize } from '#kit/ui/chart/use-element-size.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Bin } from '../../contract/analysis.ts'

const height = 220
const margin = { top: 10, right: 10, bottom: 24, left: 52 }
const bottom = height - margin.bottom

interface HistogramProps {
  readonly bins: readonly Bin[]
  readonly sensor: Sensor
  /** By its index; null: none is. */
  readonly chosen: number | null
  /** What the picture shows, in words. */
  readonly label: string
  readonly onChoose: (index: number | null) => void
}

/** A bar for each bin, as high as it has readings. A press or the arrow keys choose one. */
export function Histogram({ bins, sensor, chosen, label, onChoose }: HistogramProps) {
  const [element, { width }] = useElementSize<HTMLDivElement>()
  const low = bins[0]?.from ?? 0
  const high = bins.at(-1)?.to ?? 1
  const maximum = Math.max(1, ...bins.map(({ count }) => count))
  const inner = Math.max(1, width - margin.left - margin.right)
  // Halves: the span of the greatest numbers is none.
  const x = (value: number) => margin.left + ((value / 2 - low / 2) / (high / 2 - low / 2)) * inner
  const y = (count: number) => bottom - (count / maximum) * (bottom - margin.top)
  const move = (event: KeyboardEvent) => {
    const next = nextBin(event.key, chosen, bins.length)
    if (next === undefined) return
    event.preventDefault()
    onChoose(next)
  }
  return (
    // A press and the arrow keys choose a bar.
    // oxlint-disable-next-line no-noninteractive-element-interactions
    <div
      ref={element}
      className="analysis-picture"
      role="application"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={move}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <Axes {...{ low, high, maximum, x, y, width }} />
          {bins.map((bin, index) => (
            // Keys have the arrows.
            // oxlint-disable-next-line click-events-have-key-events
            <g
              key={bin.from}
              className="analysis-bin"
              data-chosen={index === chosen || undefined}
              onClick={() => onChoose(index === chosen ? null : index)}
            >
              <rect
                className="reach"
                x={x(bin.from)}
                y={margin.top}
                height={bottom - margin.top}
                width={Math.max(1, x(bin.to) - x(bin.from))}
              />
              <rect
                className="bar"
                x={x(bin.from) + 0.5}
                y={y(bin.count)}
                width={Math.max(1, x(bin.to) - x(bin.from) - 1)}
                height={bottom - y(bin.count)}
              />
            </g>
          ))}
          {[sensor.lowerAlarm, sensor.upperAlarm].map((limit, side) =>
            limit === null || limit < low || limit > high ? null : (
              <path key={side} className="limit" d={`M${x(limit)} ${margin.top}V${bottom}`} />
            ),
          )}
        </svg>
      )}
    </div>
  )
}

/** Which bin a key leads to; undefined: the key means nothing here. */
function nextBin(key: string, chosen: number | null, count: number): number | null | undefined {
  const at = chosen ?? -1
  switch (key) {
    case 'ArrowRight':
      return Math.min(count - 1, at + 1)
    case 'ArrowLeft':
      return Math.max(0, chosen === null ? count - 1 : at - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

interface AxesProps {
  readonly low: number
  readonly high: number
  readonly maximum: number
  readonly width: number
  readonly x: (value: number) => number
  readonly y: (count: number) => number
}

function Axes({ low, high, maximum, width, x, y }: AxesProps) {
  const { number, short } = useFormat()
  const values = Number.isFinite(high - low)
    ? valueTicks(low, high, Math.max(2, width / 90))
    : { values: [], decimals: 0 }
  const counts = valueTicks(0, maximum, 4).values.filter(Number.isInteger)
  return (
    <g className="analysis-axes">
      {counts.map((count) => (
        <g key={count}>
          <path d={`M${margin.left} ${y(count)}H${width - margin.right}`} />
          <text x={margin.left - 8} y={y(count) + 4} textAnchor="end">
            {count < 10_000 ? number(count) : short(count)}
          </text>
        </g>
      ))}
      {values.values.map((value) => (
        <text key={value} x={x(value)} y={height - 6} textAnchor="middle">
          {number(value, values.decimals)}
        </text>
      ))}
    </g>
  )
}
