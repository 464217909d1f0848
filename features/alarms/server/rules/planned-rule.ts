import type { AlarmCondition, AlarmLevel } from '../../contract/condition.ts'
import type { NewAlarmRule } from '../../contract/rule.ts'

/** The limit of a sensor that makes a rule by itself. */
export type OwnLimit = 'upper' | 'lower'

/** Where an alarm comes from: the id of a rule as text, or a limit of the sensor itself. */
export type AlarmOrigin = string

/** What counts of a rule where its condition is held against readings. */
export type PlannedRule = Pick<
  NewAlarmRule,
  | 'name'
  | 'message'
  | 'target'
  | 'condition'
  | 'deadband'
  | 'onDelayMs'
  | 'offDelayMs'
  | 'priority'
  | 'isLatching'
  | 'hours'
  | 'suppressedBy'
> & { readonly origin: AlarmOrigin }

const plain = {
  deadband: 0,
  onDelayMs: 0,
  offDelayMs: 0,
  priority: 2,
  isLatching: false,
  hours: [],
  suppressedBy: [],
} as const

/** The rules that a sensor's own limits are. */
export const ownLimitRules: Readonly<Record<OwnLimit, PlannedRule>> = {
  upper: ownLimitRule('upper', 'high'),
  lower: ownLimitRule('lower', 'low'),
}

export const isOwnLimit = (origin: AlarmOrigin): boolean => Object.hasOwn(ownLimitRules, origin)

function ownLimitRule(origin: OwnLimit, level: AlarmLevel): PlannedRule {
  const condition: AlarmCondition = { kind: 'limit', level, limit: null }
  const target = { kind: 'pattern', type: null, product: '', tag: '' } as const
  return { ...plain, hours: [], suppressedBy: [], name: '', message: {}, origin, target, condition }
}
