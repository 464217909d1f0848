import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { NewAlarmRule } from '../../contract/rule.ts'
import type { StoredRule } from './rules-store.ts'
import type { ValidationContext, Problems } from './validation-context.ts'

export function validateSuppression(
  { others, former, isVisibleRule }: ValidationContext,
  { suppressedBy }: NewAlarmRule,
  problems: Problems,
): void {
  const byId = new Map(others.map((rule) => [rule.id, rule]))
  const id = former?.id ?? null
  // What somebody else has set stays, though the caller does not see that rule.
  const accepted = new Set([id, ...(former?.suppressedBy ?? [])])
  const nameOf = (rule: StoredRule | undefined) => (rule && isVisibleRule(rule) ? rule.name : '…')
  for (const [index, suppressor] of suppressedBy.entries()) {
    const rule = byId.get(suppressor)
    const isOpen = accepted.has(suppressor) || (rule !== undefined && isVisibleRule(rule))
    if (!isOpen) problems[`suppressedBy.${index}`] = [fieldError('unknown_rule')]
  }
  const path = wayBack(id, suppressedBy, byId)
  if (path)
    problems['suppressedBy'] = [
      fieldError('suppression_cycle', {
        path: path.map((each) => nameOf(byId.get(each))).join(' → '),
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
