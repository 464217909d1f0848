import type { FieldErrors } from '#kit/model/errors.ts'
import { fieldError, type FieldError } from '#kit/model/field-errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { compile } from '#kit/server/expression.ts'
import { isHigh, type AlarmCondition, type SensorName } from '../../contract/condition.ts'
import type { NewAlarmRule } from '../../contract/rule.ts'
import type { StoredRule } from './rules-store.ts'

interface Judging {
  readonly catalogue: Pick<Catalogue, 'device' | 'sensorByKey'>
  readonly mayConfigure: (deviceId: number) => boolean
  readonly mayUsePatterns: boolean
  /** Those that there are, without the one that is changed. */
  readonly others: readonly StoredRule[]
  /** Of the one that is changed; null: it is new. */
  readonly id: number | null
}

type Problems = Record<string, FieldError[]>

/** What is wrong with a rule, by its fields; empty: nothing. */
export function problemsOf(judging: Judging, rule: NewAlarmRule): FieldErrors {
  const problems: Problems = {}
  const sensors = targetSensors(judging, rule, problems)
  judgeCondition(judging, rule.condition, problems)
  judgeLimits(judging, rule, sensors, problems)
  judgeSuppression(judging, rule, problems)
  return problems
}

function targetSensors(judging: Judging, { target }: NewAlarmRule, problems: Problems): Sensor[] {
  if (target.kind === 'pattern') {
    if (!judging.mayUsePatterns) problems['target'] = [fieldError('pattern_of_all_devices')]
    return []
  }
  const sensors: Sensor[] = []
  for (const [index, name] of target.sensors.entries()) {
    const sensor = named(judging, name)
    const field = `target.sensors.${index}`
    if (!sensor) problems[field] = [fieldError('unknown_sensor')]
    else if (!judging.mayConfigure(sensor.deviceId))
      problems[field] = [fieldError('device_not_configurable', { lesiId: sensor.lesiId })]
    else sensors.push(sensor)
  }
  return sensors
}

function named({ catalogue }: Judging, { thing, key }: SensorName): Sensor | undefined {
  const device = catalogue.device(thing)
  return device && catalogue.sensorByKey(device.id, key)
}

function judgeCondition(judging: Judging, condition: AlarmCondition, problems: Problems): void {
  const sensorAt = (field: string, name: SensorName) => {
    const sensor = named(judging, name)
    if (!sensor) problems[field] = [fieldError('unknown_sensor')]
    else if (!judging.mayConfigure(sensor.deviceId))
      problems[field] = [fieldError('device_not_configurable', { lesiId: sensor.lesiId })]
  }
  if (condition.kind === 'deviation') sensorAt('condition.from', condition.from)
  if (condition.kind !== 'expression') return
  const names = Object.keys(condition.inputs)
  for (const name of names) {
    const input = condition.inputs[name]
    if (input) sensorAt(`condition.inputs.${name}`, input)
  }
  const compiled = compile(condition.expression, names)
  const field = 'condition.expression'
  if ('problem' in compiled)
    problems[field] = [fieldError('expression', { reason: compiled.problem })]
  else if ('unknown' in compiled)
    problems[field] = [fieldError('expression_name', { name: compiled.unknown })]
  else if (names.length === 0) problems[field] = [fieldError('always_the_same')]
}

function judgeLimits(
  judging: Judging,
  rule: NewAlarmRule,
  sensors: readonly Sensor[],
  problems: Problems,
): void {
  const { condition, deadband } = rule
  if (condition.kind === 'deviation' && deadband >= condition.by)
    problems['deadband'] = [fieldError('deadband_too_large', { span: condition.by })]
  if (condition.kind === 'rate' && deadband >= condition.change)
    problems['deadband'] = [fieldError('deadband_too_large', { span: condition.change })]
  if (condition.kind !== 'limit') return
  for (const sensor of sensors) {
    const span = spanOf(sensor)
    if (span !== null && deadband >= span)
      problems['deadband'] = [fieldError('deadband_too_large', { span })]
    const limit = condition.limit ?? ownLimit(sensor, condition.level)
    if (limit === null) problems['condition.limit'] = [fieldError('required')]
    else if (isAlwaysBeyond(sensor, condition.level, limit))
      problems['condition.limit'] = [fieldError('always_the_same')]
    else if (contradicts(judging, sensor, condition.level, limit))
      problems['condition.limit'] = [fieldError('limits_contradict')]
  }
}

type Level = Extract<AlarmCondition, { kind: 'limit' }>['level']

const ownLimit = (sensor: Sensor, level: Level) =>
  isHigh(level) ? sensor.upperAlarm : sensor.lowerAlarm

/** Between its limits, else of its scale. */
function spanOf({ lowerAlarm, upperAlarm, scaleLow, scaleHigh }: Sensor): number | null {
  if (lowerAlarm !== null && upperAlarm !== null) return upperAlarm - lowerAlarm
  return scaleLow !== null && scaleHigh !== null ? scaleHigh - scaleLow : null
}

function isAlwaysBeyond({ scaleLow, scaleHigh }: Sensor, level: Level, limit: number): boolean {
  return isHigh(level)
    ? scaleLow !== null && limit < scaleLow
    : scaleHigh !== null && limit > scaleHigh
}

/** From the lowest to the highest. */
const order: readonly Level[] = ['low_low', 'low', 'high', 'high_high']

/** Whether a lower level of the sensor has a limit above this one, or a higher one below it. */
function contradicts(judging: Judging, sensor: Sensor, level: Level, limit: number): boolean {
  const own: [Level, number | null][] = [
    ['high', sensor.upperAlarm],
    ['low', sensor.lowerAlarm],
  ]
  const others = judging.others.flatMap(({ target, condition }): [Level, number | null][] => {
    if (condition.kind !== 'limit' || target.kind !== 'sensors') return []
    const isSame = target.sensors.some(
      ({ thing, key }) => thing === sensor.lesiId && key === sensor.key,
    )
    return isSame ? [[condition.level, condition.limit]] : []
  })
  const place = order.indexOf(level)
  return [...own, ...others].some(([other, value]) => {
    if (value === null || other === level) return false
    return order.indexOf(other) < place ? value >= limit : value <= limit
  })
}

function judgeSuppression(
  { others, id }: Judging,
  { suppressedBy }: NewAlarmRule,
  problems: Problems,
): void {
  const byId = new Map(others.map((rule) => [rule.id, rule]))
  for (const [index, suppressor] of suppressedBy.entries())
    if (suppressor !== id && !byId.has(suppressor))
      problems[`suppressedBy.${index}`] = [fieldError('unknown_rule')]
  const path = wayBack(id, suppressedBy, byId)
  if (path)
    problems['suppressedBy'] = [
      fieldError('suppression_cycle', {
        path: path.map((each) => byId.get(each)?.name ?? '…').join(' → '),
      }),
    ]
}

/** The rules by which a rule would suppress itself; null: it does not. */
function wayBack(
  id: number | null,
  suppressedBy: readonly number[],
  byId: ReadonlyMap<number, StoredRule>,
): number[] | null {
  if (id === null) return null
  const visited = new Set<number>()
  const follow = (ids: readonly number[]): number[] | null => {
    for (const each of ids) {
      if (each === id) return [each]
      if (visited.has(each)) continue
      visited.add(each)
      const rest = follow(byId.get(each)?.suppressedBy ?? [])
      if (rest) return [each, ...rest]
    }
    return null
  }
  return follow(suppressedBy)
}
