import { useContext, useMemo, useSyncExternalStore } from 'react'
import { byImportance } from './alarm-order.ts'
import {
  alarmPriorities,
  AlarmContext,
  type ActiveAlarm,
  type AlarmCount,
  type AlarmCounts,
} from './alarm-source.ts'

const watchNothing = () => () => {}
const noAnswer = () => undefined

/** How many alarms there are; more than these, which a source gives, where there are very many. */
export function useAlarmCounts(alarms: readonly ActiveAlarm[]): AlarmCounts {
  const source = useContext(AlarmContext)
  const read = source?.counts ?? noAnswer
  const counts = useSyncExternalStore(source?.watch ?? watchNothing, read, read)
  return useMemo(() => counts ?? countsOf(alarms), [counts, alarms])
}

/** Alarms by priority; a returned one that nobody has acknowledged counts as such. */
function countsOf(alarms: readonly ActiveAlarm[]): AlarmCounts {
  const countOf = (priority: ActiveAlarm['priority']): AlarmCount => {
    const own = alarms.filter((alarm) => alarm.priority === priority)
    const acknowledged = own.filter(({ state }) => state === 'acknowledged').length
    return { acknowledged, unacknowledged: own.length - acknowledged }
  }
  return { 1: countOf(1), 2: countOf(2), 3: countOf(3) }
}

/** What is drawn of a priority: how many there are, and the state of the most important one. */
export function figuresOf(alarms: readonly ActiveAlarm[], counts: AlarmCounts) {
  return alarmPriorities.map((priority) => {
    const { acknowledged, unacknowledged } = counts[priority]
    const [first] = byImportance(alarms.filter((alarm) => alarm.priority === priority))
    const ofOthers =
      unacknowledged > 0 ? 'unacknowledged' : acknowledged > 0 ? 'acknowledged' : null
    return { priority, count: acknowledged + unacknowledged, state: first?.state ?? ofOthers }
  })
}
