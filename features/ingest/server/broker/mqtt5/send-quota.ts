import type { IPublishPacket } from 'mqtt-packet'

/** A device has fewer commands than this under way; what is beyond it is answered by nobody. */
const maximumWaiting = 100

/**
 * How many messages of QoS 1 a client of MQTT 5 has at once: no more than its Receive Maximum
 * (4.9). The others wait for its acknowledgements.
 */
export class SendQuota {
  readonly #maximum: number
  readonly #unacknowledged = new Set<number>()
  readonly #waiting: IPublishPacket[] = []

  constructor(maximum: number) {
    this.#maximum = maximum
  }

  /** Whether this message may leave now; one that may not waits. */
  admit(packet: IPublishPacket): boolean {
    if (packet.qos === 0) return true
    if (this.#unacknowledged.size >= this.#maximum) {
      if (this.#waiting.length < maximumWaiting) this.#waiting.push(packet)
      return false
    }
    this.#unacknowledged.add(packet.messageId ?? 0)
    return true
  }

  /** The client has acknowledged a message: those that waited for it. */
  acknowledge(messageId = 0): readonly IPublishPacket[] {
    return this.#unacknowledged.delete(messageId) ? this.#waiting.splice(0) : []
  }
}
