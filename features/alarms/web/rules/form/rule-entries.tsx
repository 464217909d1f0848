import { createContext, use, type ReactNode } from 'react'
import type { ConditionDraft, RuleDraft } from './draft.ts'

interface RuleEntries {
  readonly draft: RuleDraft
  /** The rule that is changed; null: a new one. */
  readonly id: number | null
  /** What is wrong, by the path of the field: `condition.limit`, `target.sensors.3`. */
  readonly errors: ReadonlyMap<string, string>
  readonly change: (part: Partial<RuleDraft>, paths: readonly string[]) => void
}

const EntriesContext = createContext<RuleEntries | null>(null)

interface RuleEntriesProviderProps {
  readonly value: RuleEntries
  readonly children: ReactNode
}

export function RuleEntriesProvider({ value, children }: RuleEntriesProviderProps) {
  return <EntriesContext value={value}>{children}</EntriesContext>
}

/** The entries of the form around the fields, and what changes them. */
export function useRuleEntries(): RuleEntries {
  const value = use(EntriesContext)
  if (!value) throw new Error('the fields of a rule stand in its form')
  return value
}

/** The condition, where it is of this kind, and what changes its fields. */
export function useCondition<Kind extends ConditionDraft['kind']>(kind: Kind) {
  const { draft, errors, change } = useRuleEntries()
  const { condition } = draft
  if (condition.kind !== kind) throw new Error('the fields of a condition stand below its kind')
  return {
    condition: condition as Extract<ConditionDraft, { kind: Kind }>,
    errorOf: (field: string) => errorAt(errors, `condition.${field}`),
    change: (part: object) =>
      change(
        { condition: { ...condition, ...part } },
        Object.keys(part).map((name) => `condition.${name}`),
      ),
  }
}

/** What is wrong with a field, or with a part of it; undefined: nothing. */
export function errorAt(errors: ReadonlyMap<string, string>, path: string): string | undefined {
  const found = [...errors].filter(([each]) => each === path || each.startsWith(`${path}.`))
  return found.length === 0 ? undefined : found.map(([, text]) => text).join(' ')
}
