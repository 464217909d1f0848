import type { ActiveAlarm } from '#kit/web/alarms/alarm-source.ts'
import type { Alarm } from '../../contract/alarm.ts'
import { isOpen } from '../words/alarm-state.ts'

/** Alarms as widgets take them: those that ask for somebody, with their text. */
export function asActiveAlarms(
  alarms: readonly Alarm[],
  textOf: (alarm: Alarm) => string,
): readonly ActiveAlarm[] {
  return alarms.flatMap((alarm) => {
    const { id, priority, device, sensor, since, hidden, isLate, phase } = alarm
    if (priority === 'journal' || hidden !== null || isLate || phase === 'ended') return []
    return {
      id: String(id),
      priority,
      sensor: {
        lesiId: device.lesiId,
        key: sensor?.key ?? null,
        alias: sensor?.alias ?? device.name,
      },
      text: textOf(alarm),
      since,
      state: signOf(alarm),
    }
  })
}

/** How the sign of an alarm is drawn: filled and blinking, outlined, or dashed. */
export function signOf(alarm: Alarm): ActiveAlarm['state'] {
  if (!isOpen(alarm)) return 'acknowledged'
  return alarm.phase === 'unacknowledged' ? 'unacknowledged' : 'returned'
}
