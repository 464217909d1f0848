import type { ISubackPacket, ISubscribePacket, ISubscription, Packet } from 'mqtt-packet'
import { asSuback, asUnsuback } from './broker-packets.ts'
import { PacketError } from './client-packets.ts'
import { isShared } from './protocol-errors.ts'
import { reasonCodes } from './reason-codes.ts'

type SubscriptionOptions = Pick<ISubscription, 'nl' | 'rap' | 'rh'>

/** SUBSCRIBE and UNSUBSCRIBE without an answer. */
const maximumUnanswered = 100

/** What a client of MQTT 5 has asked for by SUBSCRIBE and UNSUBSCRIBE, until it is answered. */
export class PendingSubscriptions {
  readonly #subscribing = new Map<number, readonly SubscriptionOptions[]>()
  /** Of each filter of a SUBSCRIBE whether it is of a shared subscription. */
  readonly #sharing = new Map<number, readonly boolean[]>()
  /** Of each filter of an UNSUBSCRIBE whether there was a subscription. */
  readonly #unsubscribing = new Map<number, readonly boolean[]>()

  /** Notes what a SUBSCRIBE says beyond MQTT 3.1.1. Throws where too many wait for their answer. */
  subscribe({ messageId = 0, subscriptions }: ISubscribePacket): void {
    if (Math.max(this.#subscribing.size, this.#sharing.size) >= maximumUnanswered)
      throw new PacketError(
        reasonCodes.quotaExceeded,
        'does not wait for answers to its subscriptions',
      )
    this.#subscribing.set(messageId, subscriptions.map(optionsOf))
    this.#sharing.set(
      messageId,
      subscriptions.map(({ topic }) => isShared(topic)),
    )
  }

  /** The options of the subscriptions that a SUBSCRIBE of this number asks for. */
  takeOptions(messageId: number): readonly SubscriptionOptions[] {
    return take(this.#subscribing, messageId) ?? []
  }

  /** Says of each filter of an UNSUBSCRIBE whether there is a subscription that it ends. */
  unsubscribe(messageId: number, areThere: readonly boolean[]): void {
    this.#unsubscribing.set(messageId, areThere)
  }

  suback(packet: ISubackPacket): Packet {
    return asSuback(packet, take(this.#sharing, packet.messageId ?? 0) ?? [])
  }

  unsuback(messageId: number): Packet {
    return asUnsuback(messageId, take(this.#unsubscribing, messageId) ?? [true])
  }
}

const optionsOf = ({ nl, rap, rh }: ISubscription): SubscriptionOptions => ({
  ...(rh === undefined ? {} : { rh }),
  ...(nl === undefined ? {} : { nl }),
  ...(rap === undefined ? {} : { rap }),
})

/** The value of this number, which is no longer there then. */
export function take<Value>(pending: Map<number, Value>, messageId: number): Value | undefined {
  const value = pending.get(messageId)
  pending.delete(messageId)
  return value
}
