import { beginOf } from '#kit/model/text/shortened.ts'
import type { AlarmCondition } from '../../../contract/condition.ts'
import type { OwnLimitRule } from '../../../contract/rule-routes.ts'
import type { NewAlarmRule } from '../../../contract/rule.ts'
import { newConditions } from './conditions/new-conditions.ts'

/** A number as it is entered: what is none stays as typed, and the server says so. */
export type Entered = number | string | null

type Fields<Condition> = Condition extends { readonly kind: infer Kind }
  ? { readonly kind: Kind } & {
      readonly [Name in Exclude<keyof Condition, 'kind'>]: number extends Condition[Name]
        ? Entered
        : Condition[Name]
    }
  : never

/** A condition as it is entered. */
export type ConditionDraft = Fields<AlarmCondition>
export type DraftOf<Kind extends AlarmCondition['kind']> = Extract<ConditionDraft, { kind: Kind }>

/** A rule as it is entered. */
export interface RuleDraft extends Omit<
  NewAlarmRule,
  'condition' | 'deadband' | 'onDelayMs' | 'offDelayMs'
> {
  readonly condition: ConditionDraft
  readonly deadband: Entered
  readonly onDelayMs: Entered
  readonly offDelayMs: Entered
}

/** What the form of a new rule begins with. */
export const newDraft = (): RuleDraft => ({
  ...{ name: '', isEnabled: true, target: { kind: 'sensors', sensors: [] } },
  ...{ condition: newConditions.limit, deadband: 0, onDelayMs: 0, offDelayMs: 0, priority: 2 },
  ...{ isLatching: false, message: {}, hours: [], suppressedBy: [] },
})

/** Of a rule, what a person says of it. */
export function ruleOf(rule: NewAlarmRule): NewAlarmRule {
  const { name, isEnabled, target, condition, deadband, onDelayMs, offDelayMs, priority } = rule
  const { isLatching, message, hours, suppressedBy, procedure = '' } = rule
  return {
    ...{ name, isEnabled, target, condition, deadband, onDelayMs, offDelayMs, priority },
    ...{ isLatching, message, hours, suppressedBy, procedure },
  }
}

const maximumNameLength = 128

export const copyOf = (rule: NewAlarmRule, name: string): RuleDraft => ({
  ...ruleOf(rule),
  name: beginOf(name, maximumNameLength),
})

/** A rule that takes the place of a sensor's own limit, and is as it was. */
export const draftOfOwnLimit = ({ sensor, side }: Pick<OwnLimitRule, 'sensor' | 'side'>) => ({
  ...newDraft(),
  name: beginOf(sensor.alias, maximumNameLength),
  target: { kind: 'sensors' as const, sensors: [{ thing: sensor.thing, key: sensor.key }] },
  condition: {
    ...newConditions.limit,
    ...{ level: side === 'upper' ? ('high' as const) : ('low' as const), limit: null },
  },
})

/** As the call takes it; the server refuses what was not entered well, at its field. */
export function enteredRule(draft: RuleDraft): NewAlarmRule {
  const { name, isEnabled, target, priority, isLatching, message, hours, suppressedBy } = draft
  const { procedure = '' } = draft
  const { condition, deadband, onDelayMs, offDelayMs } = draft
  const filled = Object.fromEntries(
    Object.entries(message).filter(([, text]) => text.trim() !== ''),
  )
  const entered = {
    ...{ name, isEnabled, target, condition, deadband, onDelayMs, offDelayMs, priority },
    ...{ isLatching, message: filled, hours, suppressedBy, procedure },
  }
  return entered as NewAlarmRule
}
