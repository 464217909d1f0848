import type { Alarm, AlarmPhase } from '../../contract/alarm.ts'

type Stated = Pick<Alarm, 'phase' | 'acknowledged'>

/** Whether it waits for somebody to acknowledge it. */
export const isOpen = ({ phase, acknowledged }: Stated): boolean =>
  phase !== 'ended' && acknowledged === null && phase !== 'acknowledged'

/** Whether somebody may end it by a reset. */
export const mayReset = ({ phase, acknowledged }: Stated): boolean =>
  phase === 'latched' && acknowledged !== null

/** A phase, and whether what is latched has been acknowledged: how a state is named. */
export type AlarmState = AlarmPhase | 'latched_open'

export const stateOf = (alarm: Stated): AlarmState =>
  alarm.phase === 'latched' && isOpen(alarm) ? 'latched_open' : alarm.phase

/** For how long its condition was there, or has been until `now`; both ms UTC. */
export const durationOf = (
  { since, returnedAt }: Pick<Alarm, 'since' | 'returnedAt'>,
  now: number,
): number => Math.max(0, (returnedAt ?? now) - since)
