import { reasonCodes } from './reason-codes.ts'

/**
 * The messages of QoS 2 that a client of MQTT 5 has sent and not released. The broker answers every
 * PUBREL alike; MQTT 5 has a reason code for one whose message is not there (3.7.2.1).
 */
export class Releases {
  /** How many there can be at most is the broker's to limit. */
  readonly #unreleased = new Set<number>()
  readonly #unknown = new Set<number>()

  published(messageId = 0): void {
    this.#unreleased.add(messageId)
  }

  /** The client releases a message. */
  release(messageId = 0): void {
    if (!this.#unreleased.delete(messageId)) this.#unknown.add(messageId)
  }

  /** Its PUBREC has refused it: the client releases nothing. */
  refused(messageId: number): void {
    this.#unreleased.delete(messageId)
  }

  /** The reason code of the PUBCOMP. */
  complete(messageId: number): number {
    return this.#unknown.delete(messageId) ? reasonCodes.identifierNotFound : reasonCodes.success
  }
}
