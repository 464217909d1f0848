import type { ActiveAlarm, AlarmPriority } from '#kit/web/alarms/alarm-source.ts'
import type { SoundChoice } from './sound-choice.ts'

/**
 * The most urgent priority among the alarms that are new, not acknowledged and not muted; null:
 * nothing sounds. `seen` undefined: there was no list before, and nothing is new.
 */
export function mostUrgentNew(
  seen: ReadonlySet<string> | undefined,
  alarms: readonly ActiveAlarm[],
  choice: SoundChoice,
): AlarmPriority | null {
  if (seen === undefined) return null
  const audible = alarms.flatMap(({ id, state, priority }) =>
    state === 'unacknowledged' && !seen.has(id) && choice[priority] ? [priority] : [],
  )
  return audible.length === 0 ? null : audible.reduce((one, other) => (other < one ? other : one))
}
