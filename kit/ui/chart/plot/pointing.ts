import type { TimeRange } from '../data/model.ts'
import { nearestEntry, type Entries } from '../data/series.ts'

/** Where on the time axis an entry is pointed at: a column in its middle. */
export const middleOf = ({ firstTime, lastTime }: Entries, index: number): number =>
  ((firstTime[index] ?? 0) + (lastTime[index] ?? 0)) / 2

const inRange =
  ({ from, to }: TimeRange) =>
  (time: number) =>
    time >= from && time <= to

const nearestOf = (times: readonly number[], wanted: number): number | null =>
  times.length === 0
    ? null
    : times.reduce((one, other) =>
        Math.abs(other - wanted) < Math.abs(one - wanted) ? other : one,
      )

/** The time of the entry of any list that is nearest to `time`, in view; null: there is none. */
export function nearestTime(
  lists: readonly Entries[],
  range: TimeRange,
  time: number,
): number | null {
  const within = Math.min(range.to, Math.max(range.from, time))
  const times = lists.flatMap((entries) => {
    const index = nearestEntry(entries, within)
    return index === null ? [] : [middleOf(entries, index)]
  })
  return nearestOf(times.filter(inRange(range)), within)
}

/**
 * The next time at which a list has an entry, at least `ms` after `time` (before it, where `ms` is
 * negative); null where there is none in view.
 */
export function steppedTime(
  lists: readonly Entries[],
  range: TimeRange,
  time: number,
  ms: number,
): number | null {
  const wanted = time + ms
  const times = lists.flatMap((entries) => {
    const index = nearestEntry(entries, wanted)
    if (index === null) return []
    return [index - 1, index, index + 1]
      .filter((each) => each >= 0 && each < entries.length)
      .map((each) => middleOf(entries, each))
  })
  const isFurther = (at: number) => (ms > 0 ? at > time : at < time)
  return nearestOf(times.filter(isFurther).filter(inRange(range)), wanted)
}
