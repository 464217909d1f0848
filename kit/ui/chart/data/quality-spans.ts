import { badReadings, qualitySpansOf, withBad, type QualitySpans } from './flagged.ts'
import type { TimeRange } from './model.ts'
import { outsideGaps, type Segment } from './segments.ts'
import { entriesOf, type Readings } from './series.ts'

/** How a reading is that is not good. */
export type FlaggedQuality = keyof QualitySpans

/**
 * Where the states that numeric codes say are bad or uncertain: from such a reading until the next
 * one, the last one until `end` (ms UTC), but for gaps.
 */
export function stateQualitySpans(
  readings: Readings,
  gaps: readonly TimeRange[],
  end: number,
): QualitySpans {
  const marked = withBad(entriesOf(readings), badReadings(readings))
  return withoutGaps(qualitySpansOf(marked, [], end), gaps)
}

/** How readings were, by the changes of their quality (its code), oldest first, ms UTC. */
interface QualityChanges {
  /** As the last one before the range; null: not known. */
  readonly before: number | null
  readonly time: readonly number[]
  readonly quality: readonly number[]
}

/** The same by changes of the quality, each lasting until the next. */
export function qualitySpansOfChanges(
  { before, time, quality }: QualityChanges,
  gaps: readonly TimeRange[],
  { from, to }: TimeRange,
): QualitySpans {
  const changes = [
    { at: from, code: before },
    ...time.map((at, index) => ({ at, code: quality[index] ?? null })),
  ]
  const lasting = changes.map(({ at, code }, index) => ({
    ...{ code, from: at, to: changes[index + 1]?.at ?? Math.max(to, at) },
  }))
  const of = (wanted: number) => lasting.filter(({ code }) => code === wanted)
  return withoutGaps({ bad: of(badCode), uncertain: of(uncertainCode) }, gaps)
}

const uncertainCode = 1
const badCode = 2

/**
 * States as far as they are known: none goes on over a gap, or over time in which readings were
 * bad. Every figure that is made of states counts these.
 */
export function knownSegments(
  segments: readonly Segment[],
  gaps: readonly TimeRange[],
  { bad }: Pick<QualitySpans, 'bad'>,
): Segment[] {
  return outsideGaps(outsideGaps(segments, gaps), bad)
}

function withoutGaps({ bad, uncertain }: QualitySpans, gaps: readonly TimeRange[]): QualitySpans {
  const outside = (qualitySpans: readonly TimeRange[]) =>
    outsideGaps(
      qualitySpans.map((span) => ({ ...span, state: null })),
      gaps,
    ).map(({ from, to }) => ({ from, to }))
  return { bad: outside(bad), uncertain: outside(uncertain) }
}

/** Which of these spans lie within a span of time, or at its beginning. */
export function qualitiesWithin(
  qualitySpans: QualitySpans,
  { from, to }: TimeRange,
): readonly FlaggedQuality[] {
  const names = ['bad', 'uncertain'] as const
  return names.filter((name) =>
    qualitySpans[name].some((each) => each.from < to && (each.to > from || each.from === from)),
  )
}
