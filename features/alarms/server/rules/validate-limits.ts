import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { isHigh, type AlarmCondition } from '../../contract/condition.ts'
import type { NewAlarmRule } from '../../contract/rule.ts'
import type { ValidationContext, Problems } from './validation-context.ts'

export function validateLimits(
  context: ValidationContext,
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
    else if (contradicts(context, sensor, condition.level, limit))
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
function contradicts(
  context: ValidationContext,
  sensor: Sensor,
  level: Level,
  limit: number,
): boolean {
  const own: [Level, number | null][] = [
    ['high', sensor.upperAlarm],
    ['low', sensor.lowerAlarm],
  ]
  const others = context.others.flatMap(({ target, condition }): [Level, number | null][] => {
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
