import type { ActiveAlarm, AlarmSource } from '#kit/web/alarms/alarm-source.ts'

type Alarms = readonly ActiveAlarm[] | undefined
type Shelved = ReadonlySet<string> | undefined

/** A source of alarms, and the way to change what it gives. */
export function createAlarmStore(): {
  readonly source: AlarmSource
  readonly set: (alarms: Alarms, shelved: Shelved) => void
} {
  let current: Alarms
  let currentShelved: Shelved
  const listeners = new Set<() => void>()
  return {
    source: {
      active: () => current,
      shelved: () => currentShelved,
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    set(alarms, shelved) {
      if (alarms === current && shelved === currentShelved) return
      current = alarms
      currentShelved = shelved
      for (const listener of listeners) listener()
    },
  }
}
