import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { NewAlarmRule } from '../../contract/rule.ts'
import type { StoredRule } from './rules-store.ts'
import type { ValidationContext, Problems } from './validation-context.ts'

export function validateSuppression(
  { others, id }: ValidationContext,
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
