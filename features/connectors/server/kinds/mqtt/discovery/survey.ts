import type { PayloadKind } from '../../../../contract/kinds/mqtt/discovery.ts'
import { kindOfPayload } from './payload-kind.ts'

export interface SurveyLimits {
  readonly topics: number
  /** Of all samples together. */
  readonly bytes: number
  readonly sampleBytes: number
}

const usualLimits: SurveyLimits = {
  ...{ topics: 20_000, bytes: 32 * 2 ** 20, sampleBytes: 256 * 1_024 },
}

/** What was seen of one topic. */
export interface SurveyedTopic {
  readonly topic: string
  readonly levels: readonly string[]
  messages: number
  bytes: number
  /** The broker had it from before. */
  isRetained: boolean
  kind: PayloadKind
  /** The newest payload; null: it was too long, or there was no room for it. */
  sample: Buffer | null
}

interface SurveyedMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly isRetained: boolean
}

/** What is published at a broker while somebody looks: bounded, whatever comes. */
export class Survey {
  readonly #limits: SurveyLimits
  readonly #topics = new Map<string, SurveyedTopic>()
  #sampleBytes = 0
  #messages = 0
  #leftOut = 0

  constructor(limits: Partial<SurveyLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits }
  }

  get messages(): number {
    return this.#messages
  }

  /** Messages of topics for which there was no room. */
  get leftOut(): number {
    return this.#leftOut
  }

  /** In the order of their first messages. */
  topics(): readonly SurveyedTopic[] {
    return [...this.#topics.values()]
  }

  add({ topic, payload, isRetained }: SurveyedMessage): void {
    this.#messages += 1
    const record = this.#topics.get(topic) ?? this.#create(topic)
    if (!record) return void (this.#leftOut += 1)
    record.messages += 1
    record.bytes += payload.length
    record.isRetained ||= isRetained
    this.#replaceSample(record, payload)
  }

  #create(topic: string): SurveyedTopic | null {
    if (this.#topics.size >= this.#limits.topics) return null
    const record: SurveyedTopic = {
      ...{ topic, levels: topic.split('/'), messages: 0, bytes: 0 },
      ...{ isRetained: false, kind: 'empty', sample: null },
    }
    this.#topics.set(topic, record)
    return record
  }

  #replaceSample(record: SurveyedTopic, payload: Buffer): void {
    const { bytes, sampleBytes } = this.#limits
    const freed = record.sample?.length ?? 0
    const fits =
      payload.length <= sampleBytes && this.#sampleBytes - freed + payload.length <= bytes
    if (!fits) return
    // A copy: a part of a packet holds the whole of it in memory.
    record.sample = Buffer.from(payload)
    record.kind = kindOfPayload(payload)
    this.#sampleBytes += payload.length - freed
  }
}
