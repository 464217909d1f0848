import type { AlarmCondition } from '../../../contract/condition.ts'
import type { OwnLimitRule } from '../../../contract/rule-routes.ts'
import type { NewAlarmRule } from '../../../contract/rule.ts'

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

const minute = 60_000

const nowhere = { thing: '', key: '' }

/** What the fields of each condition begin with. */
export const newConditions: {
  readonly [Kind in AlarmCondition['kind']]: DraftOf<Kind>
} = {
  limit: { kind: 'limit', level: 'high', limit: '' },
  rate: { kind: 'rate', direction: 'either', change: '', withinMs: minute },
  deviation: { kind: 'deviation', from: nowhere, by: '' },
  state: { kind: 'state', values: [], colours: [] },
  no_change: { kind: 'no_change', afterMs: 10 * minute },
  no_data: { kind: 'no_data', afterMs: null },
  device_offline: { kind: 'device_offline' },
  bad_quality: { kind: 'bad_quality', isUncertainToo: false },
  repeated_text: { kind: 'repeated_text', text: '', times: 3, withinMs: 10 * minute },
  expression: { kind: 'expression', expression: '', inputs: { a: nowhere } },
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
  name: name.slice(0, maximumNameLength),
})

/** A rule that takes the place of a sensor's own limit, and is as it was. */
export const draftOfOwnLimit = ({ sensor, side }: Pick<OwnLimitRule, 'sensor' | 'side'>) => ({
  ...newDraft(),
  name: sensor.alias.slice(0, maximumNameLength),
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
