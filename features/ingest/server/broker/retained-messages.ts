import type { Aedes, AedesPublishPacket } from 'aedes'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import { topicsOf } from '../mqtt/own-topics.ts'

/**
 * Whose the retained messages in the embedded broker are. A device that is added under the LESI ID
 * of a removed one must not receive what that one left behind.
 */
export class RetainedMessages {
  readonly #broker: Pick<Aedes, 'publish'>
  /** Id of the device that left retained messages, by its LESI ID. */
  readonly #owners = new Map<string, number>()

  constructor(broker: Pick<Aedes, 'publish'>) {
    this.#broker = broker
  }

  /** The device is about to publish one. */
  add({ lesiId, id }: CatalogueDevice): void {
    this.#owners.set(lesiId, id)
  }

  /** Clears the topics of this LESI ID, unless what they hold is of the device that has it now. */
  clearUnlessOf(lesiId: string, now: CatalogueDevice | undefined): void {
    const owner = this.#owners.get(lesiId)
    if (owner === undefined || owner === now?.id) return
    this.#owners.delete(lesiId)
    // An empty retained message is MQTT's way to clear a topic.
    for (const topic of topicsOf(lesiId))
      this.#broker.publish(brokerMessage(topic, Buffer.alloc(0), true), () => {})
  }
}

/** A message of the broker itself, at QoS 0. */
export function brokerMessage(topic: string, payload: Buffer, retain: boolean): AedesPublishPacket {
  const message: Partial<AedesPublishPacket> = {
    cmd: 'publish',
    dup: false,
    qos: 0,
    topic,
    payload,
    retain,
  }
  return message as AedesPublishPacket
}
