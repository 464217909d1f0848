import { countOf, endOf, raisedAtOf, sinceOf, type ReplayedAlarms } from './replayed-alarms.ts'

/** What a change of a rule would have made of its alarms, by their places. */
export interface Difference {
  /** Alarms of the former rule that the changed one has no alarm for, or joins with another. */
  readonly vanished: readonly number[]
  /** Alarms of the changed rule alone. */
  readonly appeared: readonly number[]
  /** How much later each alarm of both came by the changed rule, ms. */
  readonly later: readonly number[]
}

/**
 * Matches the alarms of one sensor by two rules, each in the order of time. An alarm of the changed
 * rule stands for the first of the former that overlaps it; every alarm is matched once.
 */
export function compareAlarms(before: ReplayedAlarms, after: ReplayedAlarms): Difference {
  const [vanished, appeared, later]: [number[], number[], number[]] = [[], [], []]
  const formerCount = countOf(before)
  let former = 0
  for (let place = 0; place < countOf(after); place++) {
    const since = sinceOf(after, place)
    while (former < formerCount && endOf(before, former) < since) vanished.push(former++)
    if (former < formerCount && sinceOf(before, former) <= endOf(after, place))
      later.push(raisedAtOf(after, place) - raisedAtOf(before, former++))
    else appeared.push(place)
  }
  while (former < formerCount) vanished.push(former++)
  return { vanished, appeared, later }
}
