import type { ActiveAlarm, AlarmCounts, AlarmSource } from '#kit/web/alarms/alarm-source.ts'

type Alarms = readonly ActiveAlarm[] | undefined
type Shelved = ReadonlySet<string> | undefined

/** A source of alarms, and the way to change what it gives. */
export function createAlarmStore(): {
  readonly source: AlarmSource
  readonly set: (alarms: Alarms, shelved: Shelved, counts?: AlarmCounts) => void
} {
  let current: Alarms
  let currentShelved: Shelved
  let currentCounts: AlarmCounts | undefined
  const listeners = new Set<() => void>()
  return {
    source: {
      active: () => current,
      shelved: () => currentShelved,
      counts: () => currentCounts,
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    set(alarms, shelved, counts) {
      if (alarms === current && shelved === currentShelved && counts === currentCounts) return
      current = alarms
      currentCounts = counts
      currentShelved = shelved
      for (const listener of listeners) listener()
    },
  }
}
