import type { AlarmOrigin, PlannedRule } from '../rules/planned-rule.ts'
import type { AlarmValue } from './checks/check.ts'
import type { AlarmPoint, Transition } from './point.ts'

/** One rule at one sensor, or at a device as a whole. */
export interface PointName {
  readonly origin: AlarmOrigin
  readonly deviceId: number
  /** null: it is about the device. */
  readonly sensorId: number | null
}

export const keyOf = ({ origin, deviceId, sensorId }: PointName): string =>
  sensorId === null ? `${origin} device ${deviceId}` : `${origin} ${sensorId}`

export interface EvaluatedPoint extends PointName {
  readonly rule: PlannedRule
  readonly point: AlarmPoint
  /** Sensors whose readings are held against it. */
  readonly sensorIds: readonly number[]
  /** Differs when the same readings could give other alarms. */
  readonly identity: string
}

export interface PointTransition extends Transition {
  readonly of: EvaluatedPoint
  /** Of its sensor, when the alarm came or passed. */
  readonly value: AlarmValue
  /** When it was noticed, ms UTC; absent: at a start, which evaluates some readings again. */
  readonly takenAt?: number
}
