import { readMessage } from '#kit/server/documents/document-text.ts'
import type { SurveyedTopic } from './survey.ts'

/** The topics that nobody has recognised yet. */
export class TopicIndex {
  readonly #topics: Map<string, SurveyedTopic>
  readonly #claimed = new Set<string>()
  readonly #documents = new Map<string, unknown>()

  constructor(topics: readonly SurveyedTopic[]) {
    this.#topics = new Map(topics.map((each) => [each.topic, each]))
  }

  rest(): readonly SurveyedTopic[] {
    return [...this.#topics.values()]
  }

  isClaimed(topic: string): boolean {
    return this.#claimed.has(topic)
  }

  below(prefix: string): readonly SurveyedTopic[] {
    return this.rest().filter(({ topic }) => topic.startsWith(prefix))
  }

  /** The newest document of the topic; undefined where it is none. */
  documentOf({ topic, kind, sample }: SurveyedTopic): unknown {
    if (kind !== 'json' || sample === null) return undefined
    if (!this.#documents.has(topic)) {
      const read = readMessage(sample)
      this.#documents.set(topic, 'problem' in read ? undefined : read.document)
    }
    return this.#documents.get(topic)
  }

  /** They are recognised: nobody else gets them. */
  claim(topics: readonly { readonly topic: string }[]): void {
    for (const { topic } of topics) {
      this.#topics.delete(topic)
      this.#claimed.add(topic)
    }
  }
}
