import { badReadings, stretchesOf, withBad, type Stretches } from './flagged.ts'
import type { TimeRange } from './model.ts'
import { outsideGaps } from './segments.ts'
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
  const { bad, uncertain } = stretchesOf(marked, [], end)
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
