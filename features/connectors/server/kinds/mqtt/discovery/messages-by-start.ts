import type { MappingRule } from '../../../../contract/kinds/mqtt/mapping.ts'
import { parseTemplate } from '../../../../contract/kinds/mqtt/topic-template.ts'
import type { ForeignMessage } from '../mapping/map-message.ts'

/**
 * Messages by the first level of their topics: of thousands, and as many proposals, each proposal
 * needs a few.
 */
export class MessagesByStart {
  readonly #all: readonly ForeignMessage[]
  readonly #byStart: ReadonlyMap<string, readonly ForeignMessage[]>

  constructor(messages: readonly ForeignMessage[]) {
    this.#all = messages
    this.#byStart = Map.groupBy(messages, ({ topic }) => topic.split('/', 1)[0] ?? '')
  }

  /** At least those that belong to one of the rules. */
  of(rules: readonly MappingRule[]): readonly ForeignMessage[] {
    const starts = new Set(rules.map(({ topic }) => startOf(topic)))
    if (starts.has(null)) return this.#all
    return [...starts].flatMap((start) => this.#byStart.get(start ?? '') ?? [])
  }
}

/** The first level of all topics of a template; null: they have different ones. */
function startOf(topic: string): string | null {
  const [first] = parseTemplate(topic) ?? []
  return first?.kind === 'literal' ? first.text : null
}
