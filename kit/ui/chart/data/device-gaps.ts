import { findGaps } from './gaps.ts'
import type { TimeRange } from './model.ts'

/** When a device was active, by columns of time; times and lengths in ms. */
interface DeviceActivity {
  /** Silence after which it counts as offline. */
  readonly silenceMs: number
  readonly firstTime: readonly number[]
  readonly lastTime: readonly number[]
  readonly count: readonly number[]
}

const minuteMs = 60_000

/**
 * Where readings of a sensor that may speak only when it changes are missing: nothing of its device
 * was active for longer than its limit, and for longer than is usual just there.
 */
export function deviceGaps(
  activity: DeviceActivity | null,
  covered: TimeRange,
): readonly TimeRange[] {
  if (!activity) return []
  // Silence within a minute cannot be seen, and three intervals of it are a gap.
  return findGaps(
    { ...activity, length: activity.count.length },
    covered,
    Math.max(activity.silenceMs, minuteMs) / 3,
  )
}
