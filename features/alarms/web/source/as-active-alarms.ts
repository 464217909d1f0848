import type { RouteReply } from '#kit/model/calls/route.ts'
import type { ActiveAlarm, AlarmCounts } from '#kit/web/alarms/alarm-source.ts'
import type { Alarm } from '../../contract/alarm.ts'
import type { activeAlarms } from '../../contract/routes.ts'
import { isOpen } from '../words/alarm-state.ts'

/** Alarms as widgets take them: those that ask for somebody, with their text. */
export function asActiveAlarms(
  alarms: readonly Alarm[],
  textOf: (alarm: Alarm) => string,
): readonly ActiveAlarm[] {
  return alarms.flatMap((alarm) =>
    alarm.hidden !== null || alarm.isLate || alarm.phase === 'ended'
      ? []
      : asActiveAlarm(alarm, signOf(alarm), textOf),
  )
}

/** An alarm in this state as widgets take it; none where it is only recorded. */
export function asActiveAlarm<Source extends Alarm>(
  alarm: Source,
  state: ActiveAlarm['state'],
  textOf: (alarm: Source) => string,
): readonly ActiveAlarm[] {
  const { id, priority, device, sensor, since } = alarm
  if (priority === 'journal') return []
  return [
    {
      ...{ id: String(id), priority, since, state, text: textOf(alarm) },
      sensor: {
        lesiId: device.lesiId,
        key: sensor?.key ?? null,
        alias: sensor?.alias ?? device.name,
      },
    },
  ]
}

/** How the sign of an alarm is drawn: filled and blinking, outlined, or dashed. */
export function signOf(alarm: Alarm): ActiveAlarm['state'] {
  if (!isOpen(alarm)) return 'acknowledged'
  return alarm.phase === 'unacknowledged' ? 'unacknowledged' : 'returned'
}

/** How many alarms there are, where the answer leaves some out; undefined: it has all. */
export function countsBeyond({
  alarms,
  total,
  counts,
}: RouteReply<typeof activeAlarms>['data']): AlarmCounts | undefined {
  if (total <= alarms.length) return undefined
  const of = (wanted: number) =>
    counts.find(({ priority }) => priority === wanted) ?? { unacknowledged: 0, acknowledged: 0 }
  return { 1: of(1), 2: of(2), 3: of(3) }
}
