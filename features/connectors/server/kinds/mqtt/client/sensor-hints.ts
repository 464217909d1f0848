import type { SensorHint } from '#kit/server/catalogue.ts'
import type { DocumentValue } from '#kit/server/documents/document-value.ts'
import type { MappingRule } from '../../../../contract/kinds/mqtt/mapping.ts'

const maximumSensors = 100_000

/** What rules say of sensors that may be new: until a value of them is stored. */
export class SensorHints {
  readonly #stored = new Set<string>()
  readonly #byRule = new WeakMap<MappingRule, ReadonlyMap<string, SensorHint>>()

  /** undefined: there is none, or a value of the sensor is stored. */
  hintFor(rule: MappingRule, lesiId: string, { key }: DocumentValue): SensorHint | undefined {
    const isKnown = rule.hints.length === 0 || this.#stored.has(nameOf(lesiId, key))
    return isKnown ? undefined : this.#hintsOf(rule).get(key)
  }

  /** The values were taken. One that is none adds no sensor. */
  stored(rule: MappingRule, lesiId: string, values: readonly DocumentValue[]): void {
    if (rule.hints.length === 0) return
    for (const { key, value } of values)
      if (value !== null && this.#stored.size < maximumSensors)
        this.#stored.add(nameOf(lesiId, key))
  }

  #hintsOf(rule: MappingRule): ReadonlyMap<string, SensorHint> {
    const existing = this.#byRule.get(rule)
    if (existing) return existing
    const hints = new Map(rule.hints.map(({ key, unit, type }) => [key, { unit, type }]))
    this.#byRule.set(rule, hints)
    return hints
  }
}

const nameOf = (lesiId: string, key: string) => `${lesiId} ${key}`
