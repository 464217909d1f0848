import type { Sensor } from '#kit/model/sensor.ts'
import type { PlannedRule } from '../rules/planned-rule.ts'
import type { RuleIndex } from '../rules/rule-index.ts'
import { createCheck, type Lookups } from './checks/create-check.ts'
import type { EvaluatedPoint } from './evaluated-point.ts'
import { withinHours } from './checks/hours-check.ts'
import { AlarmPoint } from './point.ts'
import { offlineCheck } from './checks/state-checks.ts'

interface Plan {
  readonly index: RuleIndex
  readonly catalogue: Lookups
  readonly timezone: string
  /** Since when this server receives readings, ms UTC. */
  readonly startedAt: number
}

/** The points of a sensor: one for each rule that can be held against its readings. */
export function pointsOf(plan: Plan, sensor: Sensor): EvaluatedPoint[] {
  return plan.index
    .rulesOf(sensor)
    .flatMap((rule) =>
      rule.condition.kind === 'device_offline'
        ? [devicePoint(plan, rule, sensor)]
        : (sensorPoint(plan, rule, sensor) ?? []),
    )
}

/** A rule at a sensor; null: a limit or another sensor is missing. */
export function sensorPoint(
  { catalogue, startedAt, timezone }: Omit<Plan, 'index'>,
  rule: PlannedRule,
  sensor: Sensor,
): EvaluatedPoint | null {
  const created = createCheck(rule, sensor, catalogue, startedAt)
  if (!created) return null
  const { check, others, identity } = created
  return {
    ...{ origin: rule.origin, deviceId: sensor.deviceId, sensorId: sensor.id, rule },
    point: new AlarmPoint(withinHours(check, rule.hours, timezone), rule),
    sensorIds: [...new Set([sensor.id, ...others])],
    identity: identityOf(rule, identity),
  }
}

/** Of the device as a whole, whichever of its sensors the rule was found by. */
export function devicePoint(
  { timezone }: Pick<Plan, 'timezone'>,
  rule: PlannedRule,
  { deviceId }: Pick<Sensor, 'deviceId'>,
): EvaluatedPoint {
  return {
    ...{ origin: rule.origin, deviceId, sensorId: null, rule, sensorIds: [] },
    point: new AlarmPoint(withinHours(offlineCheck(), rule.hours, timezone), rule),
    identity: identityOf(rule, 'device'),
  }
}

/** Differs when the alarms could be others, or would say something else. */
function identityOf(rule: PlannedRule, check: string): string {
  const { onDelayMs, offDelayMs, priority, isLatching, hours, name, message, suppressedBy } = rule
  return JSON.stringify([
    ...[check, onDelayMs, offDelayMs, priority, isLatching, hours, name, message],
    suppressedBy,
  ])
}
