import { hash } from 'node:crypto'

const maximumTopics = 20_000

/**
 * What a broker retained is handed over again with every subscription. It is taken once: a reading
 * that was taken already would come back as a new one, at another time.
 */
export class RetainedValues {
  readonly #digests = new Map<string, string>()

  /** Whether this payload was the last one of the topic already. */
  isRepeated(topic: string, payload: Buffer, isRetained: boolean): boolean {
    const digest = hash('sha1', payload, 'base64')
    const before = this.#digests.get(topic)
    this.#digests.delete(topic)
    this.#digests.set(topic, digest)
    if (this.#digests.size > maximumTopics) this.#dropOldest()
    return isRetained && before === digest
  }

  #dropOldest(): void {
    for (const topic of this.#digests.keys()) {
      this.#digests.delete(topic)
      return
    }
  }
}
