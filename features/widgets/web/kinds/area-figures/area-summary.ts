import type { Sensor } from '#kit/model/sensor.ts'
import { conditionOf, type Condition, type LiveSource } from '#kit/web/live/values/freshness.ts'
import { severityOf } from '#kit/web/live/values/severity.ts'

/** What is counted, in the order in which it is shown. */
export const figureNames = ['live', 'stale', 'offline', 'bad', 'waiting', 'beyond'] as const
export type FigureName = (typeof figureNames)[number]

export interface AreaSummary {
  /** A sensor beyond a limit is live too: that figure does not add up with the others. */
  readonly counts: Readonly<Record<FigureName, number>>
  /** Of how many the server has not reported anything yet. */
  readonly loading: number
  /** The one that needs somebody most; null while none does. */
  readonly worst: { readonly sensor: Sensor; readonly condition: Condition } | null
}

/** Trouble that comes first; of two offline or stale ones the longest counts. */
const ranks: Readonly<Record<Condition, number>> = {
  ...{ bad: 3, offline: 2, stale: 1 },
  ...{ waiting: 0, loading: 0, uncertain: 0, good: 0 },
}
const beyondRank = 4

/**
 * Counts the sensors at `now`, ms UTC. The worst is the one that is furthest beyond its limit, in
 * widths of its normal band; else one whose value is bad, else the one that is offline or stale for
 * the longest.
 */
export function areaSummary(
  sensors: readonly Sensor[],
  source: LiveSource,
  now: number,
): AreaSummary {
  const counts = { live: 0, stale: 0, offline: 0, bad: 0, waiting: 0, beyond: 0 }
  let loading = 0
  let worst: AreaSummary['worst'] = null
  let [worstRank, worstAmount] = [0, 0]
  for (const sensor of sensors) {
    const condition = conditionOf(source, sensor, now)
    if (condition === 'loading') loading++
    else counts[condition === 'good' || condition === 'uncertain' ? 'live' : condition]++
    const severity = severityOf(sensor, source, now)
    if (severity > 0) counts.beyond++
    const rank = severity > 0 ? beyondRank : ranks[condition]
    const amount = severity > 0 ? severity : now - troubledSince(sensor, condition, source, now)
    if (rank === 0 || rank < worstRank || (rank === worstRank && amount <= worstAmount)) continue
    worst = { sensor, condition }
    worstRank = rank
    worstAmount = amount
  }
  return { counts, loading, worst }
}

/** Since when it is so, as far as the source has it; a device that was never seen: since ever. */
function troubledSince(
  sensor: Sensor,
  condition: Condition,
  source: LiveSource,
  now: number,
): number {
  if (condition === 'offline') return source.device(sensor.deviceId)?.since ?? 0
  return source.reading(sensor.id)?.time ?? now
}

export function isSameSummary(one: AreaSummary, other: AreaSummary): boolean {
  return (
    one.loading === other.loading &&
    one.worst?.sensor === other.worst?.sensor &&
    one.worst?.condition === other.worst?.condition &&
    figureNames.every((name) => one.counts[name] === other.counts[name])
  )
}
