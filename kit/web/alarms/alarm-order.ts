import type { ActiveAlarm } from './alarm-source.ts'

/** The most important first: by priority, then those nobody has acknowledged, then the newest. */
export function byImportance(alarms: readonly ActiveAlarm[]): readonly ActiveAlarm[] {
  const isOpen = ({ state }: ActiveAlarm) => (state === 'acknowledged' ? 1 : 0)
  return alarms.toSorted(
    (one, other) =>
      one.priority - other.priority ||
      isOpen(one) - isOpen(other) ||
      other.since - one.since ||
      (one.id < other.id ? -1 : 1),
  )
}
