import { badReadings, stretchesOf, withBad, type Stretches } from './flagged.ts'
import type { TimeRange } from './model.ts'
import { outsideGaps, type Segment } from './segments.ts'
import { entriesOf, type Readings } from './series.ts'

/** How a reading is that is not good. */
export type Doubt = keyof Stretches

/**
 * Where the states that numeric codes say are bad or uncertain: from such a reading until the next
 * one, the last one until `end` (ms UTC), but for gaps.
 */
export function stateStretches(
  readings: Readings,
  gaps: readonly TimeRange[],
  end: number,
): Stretches {
  const marked = withBad(entriesOf(readings), badReadings(readings))
  return withoutGaps(stretchesOf(marked, [], end), gaps)
}

/** How readings were, by the changes of their quality (its code), oldest first, ms UTC. */
interface QualityChanges {
  /** As the last one before the range; null: not known. */
  readonly before: number | null
  readonly time: readonly number[]
  readonly quality: readonly number[]
}

/** The same by changes of the quality, each lasting until the next. */
export function qualityStretches(
  { before, time, quality }: QualityChanges,
  gaps: readonly TimeRange[],
  { from, to }: TimeRange,
): Stretches {
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
  { bad }: Pick<Stretches, 'bad'>,
): Segment[] {
  return outsideGaps(outsideGaps(segments, gaps), bad)
}

function withoutGaps({ bad, uncertain }: Stretches, gaps: readonly TimeRange[]): Stretches {
  const outside = (stretches: readonly TimeRange[]) =>
    outsideGaps(
      stretches.map((stretch) => ({ ...stretch, state: null })),
      gaps,
    ).map(({ from, to }) => ({ from, to }))
  return { bad: outside(bad), uncertain: outside(uncertain) }
}

/** What of these stretches lies within a span of time, or at its beginning. */
export function doubtsWithin(stretches: Stretches, { from, to }: TimeRange): readonly Doubt[] {
  const names = ['bad', 'uncertain'] as const
  return names.filter((name) =>
    stretches[name].some((each) => each.from < to && (each.to > from || each.from === from)),
  )
}
