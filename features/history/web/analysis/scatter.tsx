import { valueTicks } from '#kit/ui/chart/data/ticks.ts'
import { valueRange } from '#kit/ui/chart/data/value-range.ts'
import { useElementSize } from '#kit/ui/chart/use-element-size.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Correlation } from '../../contract/analysis.ts'
import { pairNames, type NamedSensor } from './pair-names.ts'

const height = 320
const margin = { top: 22, right: 14, bottom: 40, left: 60 }

interface ScatterProps {
  readonly x: NamedSensor
  readonly y: NamedSensor
  readonly found: Pick<Correlation, 'x' | 'y' | 'time'>
  /** What the picture shows, in words. */
  readonly label: string
}

const noLimits = { lower: null, upper: null }
const rangeOf = (values: readonly number[]) =>
  valueRange({ minimum: Math.min(...values), maximum: Math.max(...values) }, noLimits)

/** A point for each pair. */
export function Scatter({ x, y, found, label }: ScatterProps) {
  const { number } = useFormat()
  const [element, { width }] = useElementSize<HTMLDivElement>()
  const [left, right] = rangeOf(found.x)
  const [low, high] = rangeOf(found.y)
  const bottom = height - margin.bottom
  const xOf = (value: number) =>
    margin.left + ((value - left) / (right - left)) * (width - margin.left - margin.right)
  const yOf = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - margin.top)
  const across = valueTicks(left, right, Math.max(2, width / 90))
  const up = valueTicks(low, high, 6)
  const [nameX, nameY] = pairNames(x, y)
  return (
    <div ref={element} className="analysis-picture" role="img" aria-label={label}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <g className="analysis-axes">
            {up.values.map((value) => (
              <g key={value}>
                <path d={`M${margin.left} ${yOf(value)}H${width - margin.right}`} />
                <text x={margin.left - 8} y={yOf(value) + 4} textAnchor="end">
                  {number(value, up.decimals)}
                </text>
              </g>
            ))}
            {across.values.map((value) => (
              <text key={value} x={xOf(value)} y={bottom + 16} textAnchor="middle">
                {number(value, across.decimals)}
              </text>
            ))}
            <text className="name" x={margin.left} y={12}>
              {withUnit(nameY, y)}
            </text>
            <text className="name" x={width - margin.right} y={height - 4} textAnchor="end">
              {withUnit(nameX, x)}
            </text>
          </g>
          {found.time.map((time, index) => (
            <circle
              key={time}
              className="analysis-point"
              cx={xOf(found.x[index] ?? 0)}
              cy={yOf(found.y[index] ?? 0)}
              r={2.5}
            />
          ))}
        </svg>
      )}
    </div>
  )
}

const withUnit = (name: string, { sensor: { unit } }: NamedSensor) =>
  unit === '' ? name : `${name} (${unit})`
