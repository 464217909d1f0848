import type { ActiveAlarm } from '#kit/web/alarms/alarm-source.ts'
import { sensorNameOf } from '#kit/web/alarms/alarm-source.ts'
import type { PastAlarm, stateAt } from '../../contract/past.ts'
import { asActiveAlarm } from '../source/as-active-alarms.ts'

/** What widgets draw of alarms at a moment. */
export interface AlarmsAt {
  readonly active: readonly ActiveAlarm[]
  /** Sensors of which people were not shown an alarm that was there, by `sensorNameOf`. */
  readonly hidden: ReadonlySet<string>
}

export type PastState = ReturnType<typeof stateAt>

/** Alarms of the past in these states, one for each. */
export function alarmsIn(
  alarms: readonly PastAlarm[],
  states: readonly PastState[],
  textOf: (alarm: PastAlarm) => string,
): AlarmsAt {
  const active: ActiveAlarm[] = []
  const hidden = new Set<string>()
  for (const [place, alarm] of alarms.entries()) {
    const state = states[place] ?? null
    if (state === 'hidden' && alarm.sensor)
      hidden.add(sensorNameOf({ lesiId: alarm.device.lesiId, key: alarm.sensor.key }))
    else if (state !== null && state !== 'hidden')
      active.push(...asActiveAlarm(alarm, state, textOf))
  }
  return { active, hidden }
}

/** What is asked for at once, ms: many moments that are played one after the other. */
const blockMs = 1_800_000

/** The span of time around a moment (ms UTC) that is asked for. */
export function blockAt(at: number): { readonly from: number; readonly until: number } {
  const from = Math.floor(at / blockMs) * blockMs
  return { from, until: from + blockMs - 1 }
}
