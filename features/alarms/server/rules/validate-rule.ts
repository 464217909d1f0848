import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { compile } from '#kit/server/expression.ts'
import type { AlarmCondition, SensorName } from '../../contract/condition.ts'
import type { NewAlarmRule } from '../../contract/rule.ts'
import { validateLimits } from './validate-limits.ts'
import { validateSuppression } from './validate-suppression.ts'
import type { ValidationContext, Problems } from './validation-context.ts'

/** What is wrong with a rule, by its fields; empty: nothing. */
export function problemsOf(context: ValidationContext, rule: NewAlarmRule): FieldErrors {
  const problems: Problems = {}
  const sensors = targetSensors(context, rule, problems)
  validateCondition(context, rule.condition, problems)
  validateLimits(context, rule, sensors, problems)
  validateSuppression(context, rule, problems)
  return problems
}

function targetSensors(
  context: ValidationContext,
  { target }: NewAlarmRule,
  problems: Problems,
): Sensor[] {
  if (target.kind === 'pattern') {
    if (!context.mayUsePatterns) problems['target'] = [fieldError('pattern_of_all_devices')]
    return []
  }
  const sensors: Sensor[] = []
  for (const [index, name] of target.sensors.entries()) {
    const sensor = named(context, name)
    const field = `target.sensors.${index}`
    if (!sensor) problems[field] = [fieldError('unknown_sensor')]
    else if (!context.mayConfigure(sensor.deviceId))
      problems[field] = [fieldError('device_not_configurable', { lesiId: sensor.lesiId })]
    else sensors.push(sensor)
  }
  return sensors
}

function named(
  { catalogue, isVisible }: ValidationContext,
  { thing, key }: SensorName,
): Sensor | undefined {
  const device = catalogue.device(thing)
  return device && isVisible(device.id) ? catalogue.sensorByKey(device.id, key) : undefined
}

function validateCondition(
  context: ValidationContext,
  condition: AlarmCondition,
  problems: Problems,
): void {
  const sensorAt = (field: string, name: SensorName) => {
    const sensor = named(context, name)
    if (!sensor) problems[field] = [fieldError('unknown_sensor')]
    else if (!context.mayConfigure(sensor.deviceId))
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
