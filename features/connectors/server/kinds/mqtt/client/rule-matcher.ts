import type { MappingRule, Payload } from '../../../../contract/kinds/mqtt/mapping.ts'
import { separateFilters } from '../../../../contract/kinds/mqtt/separate-filters.ts'
import { filterOf, matchTopic } from '../../../../contract/kinds/mqtt/topic-template.ts'
import { compileRule, type CompiledRule } from '../mapping/map-message.ts'

/** Topics whose rule is cached: more than a broker usually has. */
const maximumTopics = 20_000

/** The rules of a connector: the first that a topic belongs to counts. */
export class RuleMatcher {
  readonly #rules: readonly CompiledRule[]
  readonly #byTopic = new Map<string, CompiledRule | null>()

  constructor(rules: readonly MappingRule[]) {
    this.#rules = rules.map(compileRule)
  }

  /** Filters of MQTT by which the broker hands over what the rules are about. */
  get filters(): readonly string[] {
    return separateFilters(this.#filtersOf((format) => format !== 'ignored'))
  }

  /** Whether what a filter asks for are states of devices alone. */
  isOfStates(filter: string): boolean {
    const others = this.#filtersOf((format) => format !== 'ignored' && format !== 'status')
    return others.every((other) => separateFilters([filter, other]).length === 2)
  }

  #filtersOf(isWanted: (format: Payload['format']) => boolean): readonly string[] {
    const wanted = this.#rules.filter(({ rule }) => isWanted(rule.payload.format))
    return wanted.map(({ template }) => filterOf(template))
  }

  /** Null: no rule is about the topic. */
  ruleOf(topic: string): CompiledRule | null {
    const found = this.#byTopic.get(topic)
    if (found !== undefined) return found
    const levels = topic.split('/')
    const rule = this.#rules.find(({ template }) => matchTopic(template, levels) !== null) ?? null
    if (this.#byTopic.size >= maximumTopics) this.#byTopic.clear()
    this.#byTopic.set(topic, rule)
    return rule
  }
}
