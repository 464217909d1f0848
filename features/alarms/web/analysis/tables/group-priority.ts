import type { AlarmPriority } from '#kit/web/alarms/alarm-source.ts'
import { alarmPriorities } from '#kit/web/alarms/alarm-source.ts'
import type { AlarmGroup } from '../../../contract/analysis/routes.ts'

/** The most urgent priority that a group had; of one that had none in the period 3. */
export const mostUrgent = ({ priorities }: Pick<AlarmGroup, 'priorities'>): AlarmPriority =>
  alarmPriorities.find((priority) => (priorities[priority - 1] ?? 0) > 0) ?? 3
