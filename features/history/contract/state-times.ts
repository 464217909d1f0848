import { deviceGaps } from '#kit/ui/chart/data/device-gaps.ts'
import type { TimeRange } from '#kit/ui/chart/data/model.ts'
import { changesOf, lengthWithin, stateShares, type Segment } from '#kit/ui/chart/data/segments.ts'
import type { DeviceActivity } from './sensor-report.ts'
import type { StateFigures } from './state-figures.ts'

/** For how long a lamp or a detector was in each state of the time that has passed, ms. */
export interface StateTimes {
  /** The longest first; `state` null: several within one pixel column. */
  readonly shares: readonly { readonly state: string | null; readonly ms: number }[]
  readonly badMs: number
  /** In no state, and not bad: nothing arrived. */
  readonly gapMs: number
  readonly passedMs: number
  /** How often the state changed. */
  readonly changes: number
  /** They are of a picture's columns: the readings are not kept any more, or not alike. */
  readonly isEstimated: boolean
}

/** When nothing of a device arrived, as the pictures of its lamps and detectors have it. */
export function silentSpans(
  activity: DeviceActivity | null,
  covered: TimeRange,
): readonly TimeRange[] {
  return deviceGaps(activity, covered)
}

/** By the readings, where the server has counted them. */
export function countedTimes({ shares, badMs, elapsedMs, changes }: StateFigures): StateTimes {
  const statedMs = shares.reduce((sum, { ms }) => sum + ms, 0)
  const gapMs = Math.max(0, elapsedMs - statedMs - badMs)
  return { shares, badMs, gapMs, passedMs: elapsedMs, changes, isEstimated: false }
}

/** By what is drawn. */
export function drawnTimes(
  segments: readonly Segment[],
  bad: readonly TimeRange[],
  passed: TimeRange,
  isEstimated: boolean,
): StateTimes {
  const { unknownMs, shares } = stateShares(segments, passed)
  const badMs = Math.min(unknownMs, lengthWithin(bad, passed))
  return {
    ...{ shares, badMs, gapMs: unknownMs - badMs, isEstimated },
    passedMs: Math.max(0, passed.to - passed.from),
    changes: changesOf(segments, passed),
  }
}
