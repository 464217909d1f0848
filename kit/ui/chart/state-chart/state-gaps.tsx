import { useId } from 'react'
import type { TimeRange } from '../data/model.ts'

interface StateGapsProps {
  readonly gaps: readonly TimeRange[]
  /** Of the timeline, in pixels. */
  readonly height: number
  /** The pixel of a time. */
  readonly x: (time: number) => number
}

/** The time without readings, hatched. */
export function StateGaps({ gaps, height, x }: StateGapsProps) {
  const hatching = useId()
  return (
    <>
      <defs>
        <pattern
          id={hatching}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0V6" stroke="var(--offline-hatch)" strokeWidth="1.2" />
        </pattern>
      </defs>
      {gaps.map(({ from, to }) => (
        <rect
          key={from}
          x={x(from)}
          width={Math.max(0, x(to) - x(from))}
          height={height}
          fill={`url(#${hatching})`}
        />
      ))}
    </>
  )
}
