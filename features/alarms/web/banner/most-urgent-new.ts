import type { ActiveAlarm, AlarmPriority } from '#kit/web/alarms/alarm-source.ts'
import type { SoundChoice } from './sound-choice.ts'

/**
 * The most urgent priority among the alarms that are new, not acknowledged and to be heard; null:
 * nothing is to be heard. `seen` undefined: nothing was known before, and nothing is new.
 */
export function mostUrgentNew(
  seen: ReadonlySet<string> | undefined,
  alarms: readonly ActiveAlarm[],
  choice: SoundChoice,
): AlarmPriority | null {
  if (seen === undefined) return null
  const heard = alarms.flatMap(({ id, state, priority }) =>
    state === 'unacknowledged' && !seen.has(id) && choice[priority] ? [priority] : [],
  )
  return heard.length === 0 ? null : heard.reduce((one, other) => (other < one ? other : one))
}
