import { hash } from 'node:crypto'
import type { MqttSettings } from '../../../../contract/kinds/mqtt.ts'
import type { MappingRule } from '../../../../contract/kinds/mqtt/mapping.ts'

const maximumTopics = 20_000

/**
 * What a broker retained is handed over again with every subscription. It is taken once: a reading
 * that was taken already would come back as a new one, at another time.
 */
export class RetainedValues {
  readonly #digests = new Map<string, string>()

  /** Whether the last payload of the topic that was taken has this digest. */
  isTaken(topic: string, digest: string): boolean {
    return this.#digests.get(topic) === digest
  }

  /** The payload is on disk, or refused for good. */
  add(topic: string, digest: string): void {
    this.#digests.delete(topic)
    this.#digests.set(topic, digest)
    if (this.#digests.size > maximumTopics) this.#dropOldest()
  }

  #dropOldest(): void {
    for (const topic of this.#digests.keys()) {
      this.#digests.delete(topic)
      return
    }
  }
}

/**
 * Digests of payloads, each with the rule that takes it: after a rule was changed the same payload
 * may give something else.
 */
export class PayloadDigests {
  readonly #place: readonly string[]
  readonly #ofRules = new WeakMap<MappingRule, string>()

  constructor({ url, prefix }: Pick<MqttSettings, 'url' | 'prefix'>) {
    this.#place = [url, prefix]
  }

  digestOf(rule: MappingRule, payload: Buffer): string {
    const ofRule = this.#ofRules.get(rule) ?? hash('sha1', JSON.stringify([this.#place, rule]))
    this.#ofRules.set(rule, ofRule)
    return `${ofRule} ${hash('sha1', payload, 'base64')}`
  }
}
