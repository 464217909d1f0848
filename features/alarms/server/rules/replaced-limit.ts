import { isHigh, type AlarmCondition } from '../../contract/condition.ts'
import type { OwnLimit } from './planned-rule.ts'

/** The limit of a sensor whose place a rule of this condition takes; null: of none. */
export function replacedLimit(condition: AlarmCondition): OwnLimit | null {
  if (condition.kind !== 'limit' || condition.limit !== null) return null
  return isHigh(condition.level) ? 'upper' : 'lower'
}
