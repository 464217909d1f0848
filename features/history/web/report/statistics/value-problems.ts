import type { MarkKind } from '#kit/ui/values/age-mark.tsx'
import { isStale, type Condition } from '#kit/web/live/values/freshness.ts'
import type { LiveValue } from '#kit/web/live/values/live-state.ts'

type ValueProblem = Exclude<MarkKind, 'unchanged'>

const ofQuality = { 0: [], 1: ['uncertain'], 2: ['bad'] } as const satisfies Record<
  LiveValue['quality'],
  readonly ValueProblem[]
>

/**
 * All that is wrong with a present value, each with a mark of its own: that its device is offline,
 * or else that it is overdue, and its quality. `now` in ms UTC.
 */
export function valueProblemsOf(
  condition: Condition,
  reading: Pick<LiveValue, 'time' | 'quality'> | undefined,
  intervalMs: number,
  now: number,
): readonly ValueProblem[] {
  const isOffline = condition === 'offline'
  const isOverdue = !isOffline && reading !== undefined && isStale(reading, intervalMs, now)
  return [
    ...(isOffline ? (['offline'] as const) : []),
    ...(isOverdue ? (['stale'] as const) : []),
    ...(reading ? ofQuality[reading.quality] : []),
  ]
}
