import type { ReplayedAlarm } from './replay.ts'

/** What a change of a rule would have made of its alarms. */
export interface Difference {
  /** Alarms of the former rule that the changed one has no alarm for, or joins with another. */
  readonly vanished: readonly ReplayedAlarm[]
  /** Alarms of the changed rule alone. */
  readonly appeared: readonly ReplayedAlarm[]
  /** Those of both: as the former rule and as the changed one has it. */
  readonly kept: readonly (readonly [ReplayedAlarm, ReplayedAlarm])[]
}

const endOf = ({ returnedAt }: ReplayedAlarm) => returnedAt ?? Infinity

/**
 * Matches the alarms of one sensor by two rules, each in the order of time. An alarm of the changed
 * rule stands for the first of the former that overlaps it; every alarm is matched once.
 */
export function compareAlarms(
  before: readonly ReplayedAlarm[],
  after: readonly ReplayedAlarm[],
): Difference {
  const vanished: ReplayedAlarm[] = []
  const appeared: ReplayedAlarm[] = []
  const kept: [ReplayedAlarm, ReplayedAlarm][] = []
  let place = 0
  for (const alarm of after) {
    let former = before[place]
    while (former && endOf(former) < alarm.since) {
      vanished.push(former)
      former = before[++place]
    }
    if (former && former.since <= endOf(alarm)) {
      kept.push([former, alarm])
      place++
    } else appeared.push(alarm)
  }
  return { vanished: [...vanished, ...before.slice(place)], appeared, kept }
}
