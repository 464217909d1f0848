import type { ChartSpan } from '../data/spans.ts'

interface SpanShadesProps {
  readonly spans: readonly ChartSpan[]
  readonly chosen: string | null
  readonly height: number
  /** The pixel of a time. */
  readonly x: (time: number) => number
}

/** Where spans begin and end in a state timeline, over it: its colours stay as they are. */
export function SpanShades({ spans, chosen, height, x }: SpanShadesProps) {
  return spans.map(({ key, from, to, colour, isHollow }) => (
    <g key={key} stroke={`var(${colour})`} strokeWidth={key === chosen ? 3 : 1.5} fill="none">
      <path
        className="span-edge"
        d={`M${x(from)} -4v${height + 8}`}
        strokeDasharray={isHollow ? '2 3' : undefined}
      />
      {to > from && (
        <path d={`M${x(from)} -2H${x(to)}M${x(to)} -4v${height + 8}`} strokeDasharray="3 3" />
      )}
    </g>
  ))
}
