import type { QualityCode } from '#kit/model/quality.ts'
import { deviceGaps } from '#kit/ui/chart/data/device-gaps.ts'
import type { QualitySpans } from '#kit/ui/chart/data/flagged.ts'
import { stateShares, type Segment } from '#kit/ui/chart/data/segments.ts'
import { knownSegments, qualitySpansOfChanges } from '#kit/ui/chart/data/quality-spans.ts'
import type { HeldValue } from './state-segments.ts'
import type { StoredDay } from './use-day-states.ts'

/** The day of a lamp or a detector up to now. */
export interface DayOfStates {
  /** Midnight, and up to when it is known, ms UTC. */
  readonly from: number
  readonly to: number
  /** Oldest first; what is not known is in none, and neither is what was bad. */
  readonly segments: readonly Segment[]
  /** Where readings were bad or uncertain. */
  readonly qualitySpans: QualitySpans
  /** How long it was in each state, ms, longest first. */
  readonly shares: readonly { readonly state: string; readonly ms: number }[]
  /** How many times it came to another state. */
  readonly changes: number
  /** False: there were more changes than are listed, so that nothing can be summed up. */
  readonly isWhole: boolean
}

/** The newest reading: when (ms UTC), and its quality. */
interface Newest {
  readonly time: number
  readonly quality: QualityCode
}

/**
 * What the server has of a day, with what came since: a present value that has held from after the
 * server was asked is one more change, and so is the quality of a `newest` reading from then.
 * `until`: the last moment of which anything is known.
 */
export function dayOfStates(
  stored: StoredDay,
  present: HeldValue | null,
  until: number,
  newest: Newest | null = null,
): DayOfStates {
  const { from } = stored
  const to = Math.max(stored.to, until)
  const points = pointsOf(stored, present)
  const lasting = points.flatMap(({ time, state }, index): Segment[] => {
    const end = points[index + 1]?.time ?? to
    return state === null || end <= time ? [] : [{ from: time, to: end, state }]
  })
  const gaps = deviceGaps(stored.activity, { from, to: stored.to })
  const qualitySpans = qualitySpansOfChanges(qualitiesOf(stored, newest), gaps, { from, to })
  const known = knownSegments(lasting, gaps, qualitySpans)
  const segments = known.filter((segment) => segment.from < segment.to)
  const shares = stateShares(segments, { from, to }).shares.flatMap(({ state, ms }) =>
    state === null ? [] : [{ state, ms }],
  )
  const changes = changesOf(points)
  return { from, to, segments, qualitySpans, shares, changes, isWhole: !stored.truncated }
}

/** A reading that came since ends what was bad before it, and the other way round. */
function qualitiesOf({ quality, to }: StoredDay, newest: Newest | null): StoredDay['quality'] {
  if (newest === null || newest.time <= to) return quality
  return {
    before: quality.before,
    time: [...quality.time, newest.time],
    quality: [...quality.quality, newest.quality],
  }
}

interface Point {
  readonly time: number
  readonly state: string | null
}

function pointsOf(stored: StoredDay, present: HeldValue | null): readonly Point[] {
  const { from, before, time, state, truncated } = stored
  const listed = time.map((at, index) => ({ time: at, state: state[index] ?? null }))
  const lead = truncated ? [] : [{ time: from, state: before }]
  const later =
    present !== null && present.since > stored.to
      ? [{ time: present.since, state: String(present.value) }]
      : []
  return [...lead, ...listed, ...later]
}

/** "No value" between two states is no state that it came to. */
function changesOf(points: readonly Point[]): number {
  const known = points.flatMap(({ state }) => (state === null ? [] : [state]))
  return known.filter((state, index) => index > 0 && state !== known[index - 1]).length
}
