import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { compile } from '#kit/server/expression.ts'
import { isHigh, type SensorName } from '../../../contract/condition.ts'
import type { PlannedRule } from '../../rules/planned-rule.ts'
import type { Check } from './check.ts'
import { expressionCheck } from './expression-check.ts'
import { deviationCheck, limitCheck, rateCheck } from './number-checks.ts'
import {
  noChangeCheck,
  noDataCheck,
  qualityCheck,
  repeatedTextCheck,
  stateCheck,
} from './state-checks.ts'

export type Lookups = Pick<Catalogue, 'device' | 'sensor' | 'sensorByKey'>

/** A check, and the sensors whose readings it needs beside its own. */
export interface CreatedCheck {
  readonly check: Check
  readonly others: readonly number[]
  /** Differs when the check would be another one. */
  readonly identity: string
}

/** How a rule is checked at a sensor; null: a limit or a sensor is missing. */
export function createCheck(
  { condition, deadband }: PlannedRule,
  sensor: Sensor,
  catalogue: Lookups,
  startedAt: number,
): CreatedCheck | null {
  const present = () => catalogue.sensor(sensor.id)
  const created = (check: Check, others: readonly number[] = [], more: unknown = null) => {
    const identity = JSON.stringify([condition, deadband, others, more])
    return { check, others, identity }
  }
  switch (condition.kind) {
    case 'limit': {
      const own = isHigh(condition.level) ? sensor.upperAlarm : sensor.lowerAlarm
      const limit = condition.limit ?? own
      return limit === null
        ? null
        : created(limitCheck(condition.level, limit, deadband), [], limit)
    }
    case 'rate':
      return created(rateCheck(condition, deadband))
    case 'deviation': {
      const other = named(catalogue, condition.from)
      if (!other) return null
      return created(deviationCheck(condition.by, other.id, deadband), [other.id])
    }
    case 'state':
      return created(stateCheck(condition, present))
    case 'no_change':
      return created(noChangeCheck(condition.afterMs))
    case 'no_data':
      return created(noDataCheck(condition, startedAt, present))
    case 'bad_quality':
      return created(qualityCheck(condition))
    case 'repeated_text':
      return created(repeatedTextCheck(condition))
    case 'device_offline':
      return null
    case 'expression': {
      const { expression, inputs } = condition
      const names = new Map<number, string[]>()
      for (const [name, input] of Object.entries(inputs)) {
        const other = named(catalogue, input)
        if (!other) return null
        names.set(other.id, [...(names.get(other.id) ?? []), name])
      }
      const compiled = compile(expression, Object.keys(inputs))
      if (!('evaluate' in compiled)) return null
      return created(expressionCheck(compiled.evaluate, names), [...names.keys()])
    }
  }
}

function named(catalogue: Lookups, { thing, key }: SensorName): Sensor | undefined {
  const device = catalogue.device(thing)
  return device && catalogue.sensorByKey(device.id, key)
}
