import type { ActiveAlarm, AlarmSource } from '#kit/web/alarms/alarm-source.ts'

type Alarms = readonly ActiveAlarm[] | undefined

/** A source of alarms, and the way to change what it gives. */
export function createAlarmStore(): {
  readonly source: AlarmSource
  readonly set: (alarms: Alarms) => void
} {
  let current: Alarms
  const listeners = new Set<() => void>()
  return {
    source: {
      active: () => current,
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    set(alarms) {
      if (alarms === current) return
      current = alarms
      for (const listener of listeners) listener()
    },
  }
}
