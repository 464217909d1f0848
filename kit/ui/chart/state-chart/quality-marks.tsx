import { useId } from 'react'
import type { QualitySpans } from '../data/flagged.ts'

interface QualityMarksProps {
  readonly qualitySpans: QualitySpans
  /** Of the timeline, in pixels. */
  readonly height: number
  /** The pixel of a time. */
  readonly x: (time: number) => number
}

const badHeight = 16
const edgeHeight = 6
/** Narrower, and nobody would find it. */
const minimumWidth = 2

/**
 * The lower edge of a state timeline: hatched ink where it was bad, dots where it was uncertain.
 * The states stay visible above it.
 */
export function QualityMarks({ qualitySpans, height, x }: QualityMarksProps) {
  const hatching = useId()
  const widthOf = (from: number, to: number) => Math.max(minimumWidth, x(to) - x(from))
  return (
    <>
      <defs>
        <pattern
          id={hatching}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-45)"
        >
          <rect className="quality-ground" width="5" height="5" />
          <path className="quality-ink" d="M1 0V5" strokeWidth="1.6" />
        </pattern>
      </defs>
      {qualitySpans.uncertain.map(({ from, to }) => (
        <g key={from}>
          <rect
            className="quality-ground"
            x={x(from)}
            y={height - edgeHeight}
            width={widthOf(from, to)}
            height={edgeHeight}
          />
          <path
            className="quality-ink"
            d={`M${x(from)} ${height - edgeHeight / 2}h${widthOf(from, to)}`}
            strokeWidth="3"
            strokeDasharray="3 3"
          />
        </g>
      ))}
      {qualitySpans.bad.map(({ from, to }) => (
        <rect
          key={from}
          x={x(from)}
          y={height - badHeight}
          width={widthOf(from, to)}
          height={badHeight}
          fill={`url(#${hatching})`}
        />
      ))}
    </>
  )
}
