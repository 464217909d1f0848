import type { RetentionRule } from '#features/readings/contract/retention.ts'
import { isWhole } from './days-field.tsx'

interface Counting<Counted> {
  /** As it stands in the form. */
  readonly rule: RetentionRule
  /** The rule that is counted for: what somebody types is asked for when they pause. */
  readonly counted: RetentionRule
  readonly data: Counted | undefined
  readonly isFailed: boolean
}

/** What is shown of what a rule would remove; null: nothing, the rule lacks something. */
export function previewState<Counted>({
  rule,
  counted,
  data,
  isFailed,
}: Counting<Counted>): 'counting' | 'failed' | { readonly counts: Counted } | null {
  if (!isWhole(rule)) return null
  if (counted !== rule) return 'counting'
  if (data !== undefined) return { counts: data }
  return isFailed ? 'failed' : 'counting'
}
