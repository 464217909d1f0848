import type { SensorHint } from '#kit/server/catalogue.ts'
import type { MappingRule } from '../../../../contract/kinds/mqtt/mapping.ts'

const maximumSensors = 100_000

/** What rules say of sensors that may be new: once for each, as it counts for new ones only. */
export class SensorHints {
  readonly #sent = new Set<string>()
  readonly #byRule = new WeakMap<MappingRule, ReadonlyMap<string, SensorHint>>()

  /** undefined: there is none, or it was stated. */
  hintFor(rule: MappingRule, lesiId: string, key: string): SensorHint | undefined {
    if (rule.hints.length === 0) return undefined
    const name = `${lesiId} ${key}`
    if (this.#sent.has(name) || this.#sent.size >= maximumSensors) return undefined
    this.#sent.add(name)
    return this.#hintsOf(rule).get(key)
  }

  #hintsOf(rule: MappingRule): ReadonlyMap<string, SensorHint> {
    const existing = this.#byRule.get(rule)
    if (existing) return existing
    const hints = new Map(rule.hints.map(({ key, unit, type }) => [key, { unit, type }]))
    this.#byRule.set(rule, hints)
    return hints
  }
}
