import type { AlarmOrigin, PlannedRule } from './planned-rule.ts'
import { RuleIndex } from './rule-index.ts'
import type { StoredRule } from './rules-store.ts'

const none: ReadonlySet<AlarmOrigin> = new Set()

/** The rules that count now. */
export class RuleSet {
  readonly stored: readonly StoredRule[]
  readonly index: RuleIndex
  readonly #suppressors = new Map<AlarmOrigin, ReadonlySet<AlarmOrigin>>()
  readonly #dependents = new Map<AlarmOrigin, Set<AlarmOrigin>>()

  constructor(stored: readonly StoredRule[], productOf: (deviceId: number) => string) {
    this.stored = stored
    const enabled = stored.filter(({ isEnabled }) => isEnabled).map(plannedOf)
    this.index = new RuleIndex(enabled, productOf)
    for (const { origin, suppressedBy } of enabled) {
      if (suppressedBy.length === 0) continue
      const suppressors = new Set(suppressedBy.map(String))
      this.#suppressors.set(origin, suppressors)
      for (const suppressor of suppressors) {
        const present = this.#dependents.get(suppressor)
        if (present) present.add(origin)
        else this.#dependents.set(suppressor, new Set([origin]))
      }
    }
  }

  suppressorsOf(origin: AlarmOrigin): ReadonlySet<AlarmOrigin> {
    return this.#suppressors.get(origin) ?? none
  }

  dependentsOf(origin: AlarmOrigin): ReadonlySet<AlarmOrigin> {
    return this.#dependents.get(origin) ?? none
  }
}

function plannedOf({ id, ...rule }: StoredRule): PlannedRule {
  return { ...rule, origin: String(id) }
}
