import { AppError } from '#kit/model/calls/errors.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import { mayConfigure } from '#kit/server/devices/device-rights.ts'
import { namedBy, type AlarmCondition, type SensorName } from '../../../contract/condition.ts'
import type { ListedRule, RuleSensor } from '../../../contract/rule-routes.ts'
import type { AlarmRule, NewAlarmRule } from '../../../contract/rule.ts'
import { problemsOf } from '../../rules/validate-rule.ts'
import type { StoredRule } from '../../rules/rules-store.ts'
import type { AlarmCallServices } from '../services.ts'

/** Refuses what is wrong with a rule, at its fields. */
export function assertValid(
  services: AlarmCallServices,
  caller: Caller,
  rule: NewAlarmRule,
  others: readonly StoredRule[],
  former: StoredRule | null,
): void {
  const { catalogue } = services
  const bindings = catalogue.bindingsOf(caller.userId)
  const visible = catalogue.visibleDeviceIds(caller)
  refuse(
    problemsOf(
      {
        ...{ catalogue, others, former, mayUsePatterns: isAdministrator(caller) },
        isVisibleRule: (other) => isVisibleTo(services, caller, other),
        isVisible: (deviceId) => visible.has(deviceId),
        mayConfigure: (deviceId) => mayConfigure(caller, bindings.get(deviceId)),
      },
      rule,
    ),
  )
}

export function refuse(problems: ReturnType<typeof problemsOf>): void {
  const [field] = Object.keys(problems)
  if (field !== undefined)
    throw new AppError('invalid', `${field} is not accepted`, { errors: problems })
}

/** Everybody may know rules of patterns; others only who sees one of their devices. */
export function isVisibleTo(
  { catalogue }: AlarmCallServices,
  caller: Caller,
  { target }: StoredRule,
): boolean {
  if (target.kind === 'pattern' || isAdministrator(caller)) return true
  const visible = catalogue.visibleDeviceIds(caller)
  return target.sensors.some(({ thing }) => visible.has(catalogue.device(thing)?.id ?? 0))
}

/** A rule is changed by whoever may configure every device that it names. */
export function mayChange(
  { catalogue }: AlarmCallServices,
  caller: Caller,
  rule: StoredRule,
): boolean {
  if (isAdministrator(caller)) return true
  const bindings = catalogue.bindingsOf(caller.userId)
  return (
    rule.target.kind === 'sensors' &&
    namesOf(rule).every(({ thing }) => {
      const device = catalogue.device(thing)
      return device === undefined || mayConfigure(caller, bindings.get(device.id))
    })
  )
}

/** Every sensor that a rule names. */
function namesOf({ target, condition }: StoredRule): readonly SensorName[] {
  return [...(target.kind === 'sensors' ? target.sensors : []), ...namedBy(condition)]
}

const hidden: SensorName = { thing: '***', key: '***' }

/**
 * The rule as the caller may read it: sensors of devices that are closed to them are stars, and
 * rules that they do not see are left out of those that suppress it.
 */
export function readable(
  services: AlarmCallServices,
  caller: Caller,
  rule: StoredRule,
): StoredRule {
  if (isAdministrator(caller)) return rule
  const { catalogue, alarms } = services
  const unseen = new Set(unseenSuppressors(services, caller, rule, alarms.rules.stored))
  const visible = catalogue.visibleDeviceIds(caller)
  const shown = (name: SensorName): SensorName => {
    const device = catalogue.device(name.thing)
    return device === undefined || visible.has(device.id) ? name : hidden
  }
  const { target, condition } = rule
  return {
    ...rule,
    suppressedBy: rule.suppressedBy.filter((id) => !unseen.has(id)),
    target: target.kind === 'sensors' ? { ...target, sensors: target.sensors.map(shown) } : target,
    condition: withNames(condition, shown),
  }
}

/** What suppresses a rule and is not shown to the caller: it stays when they change the rule. */
export function unseenSuppressors(
  services: AlarmCallServices,
  caller: Caller,
  { suppressedBy }: StoredRule,
  rules: readonly StoredRule[],
): number[] {
  return suppressedBy.filter((id) => {
    const rule = rules.find((each) => each.id === id)
    return rule !== undefined && !isVisibleTo(services, caller, rule)
  })
}

function withNames(
  condition: AlarmCondition,
  shown: (name: SensorName) => SensorName,
): AlarmCondition {
  if (condition.kind === 'deviation') return { ...condition, from: shown(condition.from) }
  if (condition.kind !== 'expression') return condition
  const inputs = Object.entries(condition.inputs).map(([name, input]) => [name, shown(input)])
  return { ...condition, inputs: Object.fromEntries(inputs) }
}

/** The rule with this id, where the caller may change it. */
export function requireConfigurable(
  services: AlarmCallServices,
  caller: Caller,
  rules: readonly StoredRule[],
  id: number,
): StoredRule {
  const rule = rules.find((each) => each.id === id)
  if (!rule || !isVisibleTo(services, caller, rule))
    throw new AppError('not_found', 'There is no such rule')
  if (!mayChange(services, caller, rule))
    throw new AppError('forbidden', 'You may not configure all devices of this rule')
  return rule
}

/** How many sensors or devices open to the caller each rule is about, by its id as text. */
export function countPoints(
  { alarms, catalogue }: AlarmCallServices,
  caller: Caller,
): ReadonlyMap<string, number> {
  const visible = catalogue.visibleDeviceIds(caller)
  const counts = new Map<string, number>()
  for (const { origin, deviceId } of alarms.evaluator.points.values())
    if (visible.has(deviceId)) counts.set(origin, (counts.get(origin) ?? 0) + 1)
  return counts
}

export function describe(points: ReadonlyMap<string, number>, rule: StoredRule): AlarmRule {
  return { ...rule, points: points.get(String(rule.id)) ?? 0 }
}

/** Rules as lists have them. */
export function describeListed(
  services: AlarmCallServices,
  caller: Caller,
  rules: readonly StoredRule[],
): ListedRule[] {
  const points = countPoints(services, caller)
  const visible = services.catalogue.visibleDeviceIds(caller)
  return rules.map((rule) => ({
    ...describe(points, readable(services, caller, rule)),
    mayChange: mayChange(services, caller, rule),
    firstSensor: firstSensor(services, visible, rule),
  }))
}

function firstSensor(
  { catalogue }: AlarmCallServices,
  visible: ReadonlySet<number>,
  { target }: StoredRule,
): RuleSensor | null {
  if (target.kind === 'pattern') return null
  for (const { thing, key } of target.sensors) {
    const device = catalogue.device(thing)
    const sensor = device && visible.has(device.id) && catalogue.sensorByKey(device.id, key)
    if (sensor) return nameOf({ catalogue }, sensor)
  }
  return null
}

/** A sensor as choices and lists of rules name it. */
export function nameOf(
  { catalogue }: Pick<AlarmCallServices, 'catalogue'>,
  { lesiId, key, alias, unit, decimals, deviceId }: Sensor,
): RuleSensor {
  const device = catalogue.deviceById(deviceId)?.name ?? lesiId
  return { thing: lesiId, device, key, alias, unit, decimals }
}
