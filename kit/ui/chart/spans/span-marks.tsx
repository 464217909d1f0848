import { rovingRow } from '../../roving-focus.ts'
import type { TimeRange } from '../data/model.ts'
import type { ChartLayout } from '../plot/chart-events.ts'
import { leadingSpan, spanGroups, type ChartMarks, type SpanGroup } from '../data/spans.ts'
import './span-marks.css'

interface SpanMarksProps {
  readonly marks: ChartMarks
  readonly range: TimeRange
  /** Where the plotting area below lies. */
  readonly layout: Pick<ChartLayout, 'left' | 'width'>
  /** What all marks are, in words. */
  readonly label: string
}

/**
 * The marks of spans in a row over a chart, where they hide nothing of it; one stop of the tab key,
 * inside which arrow keys move. Nothing while there are none.
 */
export function SpanMarks({ marks, range, layout, label }: SpanMarksProps) {
  const groups = spanGroups(marks.spans, range, layout.width)
  if (groups.length === 0) return null
  // The plot below would be drawn anew if they took their room only when it has said where it lies.
  if (layout.width === 0) return <div className="span-marks" />
  return (
    <div className="span-marks" role="group" aria-label={label} ref={rovingRow}>
      {groups.map((group) => (
        <SpanMark key={group.spans[0].key} {...{ group, marks }} left={layout.left + group.x} />
      ))}
    </div>
  )
}

interface SpanMarkProps {
  readonly group: SpanGroup
  readonly marks: ChartMarks
  readonly left: number
}

/** So many of those that share a mark are named in its words. */
const maximumListed = 8

/** Pressed again, a mark of several goes to the next of them. */
function SpanMark({ group: { spans }, marks, left }: SpanMarkProps) {
  const [first] = spans
  const { sign, colour } = leadingSpan(spans)
  const at = spans.findIndex(({ key }) => key === marks.chosen)
  const next = spans[(at + 1) % spans.length] ?? first
  const more = spans.length > maximumListed ? [`… +${spans.length - maximumListed}`] : []
  const words = [...spans.slice(0, maximumListed).map(({ label }) => label), ...more].join('\n')
  return (
    <button
      type="button"
      className="span-mark"
      style={{ left, borderColor: `var(${colour})` }}
      aria-label={words}
      aria-pressed={at >= 0}
      title={words}
      onClick={() => marks.onChoose(next.key)}
    >
      {spans.length === 1 ? sign : `${sign}+`}
    </button>
  )
}
