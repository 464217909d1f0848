import type { Selectable } from 'kysely'
import type { Alarms } from '#kit/server/postgres-schema.ts'
import { AlarmCause, HiddenReason } from '../../contract/alarm.ts'
import { AlarmRule } from '../../contract/rule.ts'
import type { Occurrence } from '../../contract/state/occurrence.ts'
import { keyOf, type PointName } from '../evaluation/evaluated-point.ts'

/** An alarm as it is stored; moments in ms UTC. */
export interface StoredAlarm extends PointName {
  readonly id: number
  readonly ruleName: string
  /** 0: recorded and shown to nobody by itself. */
  readonly priority: number
  readonly isLatching: boolean
  readonly cause: AlarmCause
  readonly message: AlarmRule['message']
  readonly value: number | string | null
  readonly since: number
  readonly raisedAt: number
  readonly returnedAt: number | null
  readonly acknowledgedAt: number | null
  readonly acknowledgedBy: number | null
  readonly acknowledgement: string
  readonly assignedTo: number | null
  readonly hidden: Occurrence['hidden']
  readonly isLate: boolean
  readonly endedAt: number | null
}

/** An alarm that is not stored yet. */
export type NewAlarm = Omit<StoredAlarm, 'id'>

/** The state of the alarm, for the rules of its steps. */
export function occurrenceOf(alarm: NewAlarm): Occurrence {
  return {
    isPresent: alarm.returnedAt === null,
    isAcknowledged: alarm.acknowledgedAt !== null || alarm.priority === 0,
    isLatching: alarm.isLatching && alarm.priority !== 0,
    hidden: alarm.hidden,
    isEnded: alarm.endedAt !== null,
  }
}

/** The same for every alarm of one point that began at one moment. */
export const beginningOf = (alarm: NewAlarm): string => `${keyOf(alarm)} ${alarm.since}`

const timeOf = (date: Date | null) => date?.getTime() ?? null
const dateOf = (time: number | null) => (time === null ? null : new Date(time))

export function alarmOf(row: Selectable<Alarms>): StoredAlarm {
  return {
    ...{ id: Number(row.id), origin: row.origin, ruleName: row.rule_name },
    ...{ priority: row.priority, isLatching: row.is_latching, isLate: row.is_late },
    ...{ deviceId: row.device_id, sensorId: row.sensor_id },
    cause: AlarmCause.parse(row.cause),
    message: AlarmRule.shape.message.parse(row.message),
    value: valueOf(row.value),
    ...{ since: row.since.getTime(), raisedAt: row.raised_at.getTime() },
    ...{ returnedAt: timeOf(row.returned_at), endedAt: timeOf(row.ended_at) },
    ...{ acknowledgedAt: timeOf(row.acknowledged_at), acknowledgedBy: row.acknowledged_by },
    ...{ acknowledgement: row.acknowledgement, assignedTo: row.assigned_to },
    hidden: row.hidden === null ? null : HiddenReason.parse(row.hidden),
  }
}

const valueOf = (stored: unknown) =>
  typeof stored === 'number' || typeof stored === 'string' ? stored : null

export function rowOf(alarm: NewAlarm) {
  return {
    ...{ origin: alarm.origin, rule_name: alarm.ruleName, priority: alarm.priority },
    ...{ is_latching: alarm.isLatching, is_late: alarm.isLate },
    ...{ device_id: alarm.deviceId, sensor_id: alarm.sensorId },
    ...{ cause: JSON.stringify(alarm.cause), message: JSON.stringify(alarm.message) },
    value: JSON.stringify(alarm.value),
    ...{ since: new Date(alarm.since), raised_at: new Date(alarm.raisedAt) },
    came_hidden: alarm.hidden !== null,
    ...changeableOf(alarm),
  }
}

/** What steps change of an alarm. */
export function changeableOf(alarm: NewAlarm) {
  return {
    ...{ returned_at: dateOf(alarm.returnedAt), ended_at: dateOf(alarm.endedAt) },
    ...{ acknowledged_at: dateOf(alarm.acknowledgedAt), acknowledged_by: alarm.acknowledgedBy },
    ...{ acknowledgement: alarm.acknowledgement, assigned_to: alarm.assignedTo },
    hidden: alarm.hidden,
  }
}
