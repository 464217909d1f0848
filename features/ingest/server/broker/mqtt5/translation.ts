import { generate, parser, type IConnectPacket, type ISubscription, type Packet } from 'mqtt-packet'
import { makeStrict } from '../connection/strict-parser.ts'
import { asAcknowledgement, asConnack, asSuback, asUnsuback } from './broker-packets.ts'
import {
  asFormerConnect,
  asFormerPublish,
  asFormerSubscribe,
  assertEnd,
  termsOf,
  PacketError,
  withIdentifier,
  type ClientTerms,
} from './client-packets.ts'
import { withCommandProperties } from './command-properties.ts'
import { assertProtocol, isShared } from './protocol-errors.ts'
import { RetainHandling } from './retain-handling.ts'
import { reasonCodes, type Acknowledgement } from './reason-codes.ts'

type SubscriptionOptions = Pick<ISubscription, 'nl' | 'rap' | 'rh'>

interface Connection {
  /** Writes to the client. */
  readonly write: (bytes: Buffer) => void
  /** Ends the connection; the client has been answered. */
  readonly end: (field: string, reason: string) => void
  /** Ends the connection as if it were lost, so that the will is published. */
  readonly lose: () => void
  /** There are bytes for the broker besides those that the client sends. */
  readonly wake: () => void
}

/** SUBSCRIBE and UNSUBSCRIBE without an answer. */
const maximumUnanswered = 100
const noTerms: ClientTerms = {
  ...{ assignedIdentifier: undefined, keepalive: 0, wantsSession: false, wantsReasons: true },
  maximumPacketSize: Number.POSITIVE_INFINITY,
}
const former = { protocolVersion: 4 } as const
const current = { protocolVersion: 5 } as const

/**
 * Stands between a client of MQTT 5 and the broker, which speaks 3.1.1: turns the packets of each
 * into those of the other, and adds reasons to the answers.
 */
export class Mqtt5Translation {
  readonly retainHandling = new RetainHandling()
  readonly #connection: Connection
  readonly #fromClient = parser(current)
  readonly #fromBroker = parser(former)
  #toBroker: Buffer[] = []
  #toClient: Buffer[] = []
  #terms = noTerms
  #isEnded = false
  #connackReason: string | undefined
  readonly #acknowledgements = new Map<number, Acknowledgement>()
  /** QoS 2 messages whose PUBREC refused them: no PUBREL comes, and no PUBCOMP goes. */
  readonly #refused = new Set<number>()
  readonly #subscribing = new Map<number, readonly SubscriptionOptions[]>()
  /** Of each filter of a SUBSCRIBE whether it is of a shared subscription. */
  readonly #sharing = new Map<number, readonly boolean[]>()
  /** Of each filter of an UNSUBSCRIBE whether there was a subscription. */
  readonly #unsubscribing = new Map<number, readonly boolean[]>()
  /** The client has its CONNACK; before it, it receives no other packet. */
  #isConnected = false

  constructor(connection: Connection) {
    this.#connection = connection
    makeStrict(this.#fromClient)
    this.#fromClient.on('packet', (packet) => this.#receive(packet))
    this.#fromClient.on('error', (error: Error) => this.#refuse(asPacketError(error)))
    this.#fromBroker.on('packet', (packet) => this.#answer(packet))
  }

  /** Bytes for the broker, of those that came from the client. */
  incoming(bytes: Uint8Array): Buffer {
    if (!this.#isEnded)
      this.#fromClient.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    return this.takeForBroker()
  }

  /** Bytes for the broker that are there without new ones from the client. */
  takeForBroker(): Buffer {
    const bytes = Buffer.concat(this.#toBroker)
    this.#toBroker = []
    return bytes
  }

  /** Bytes for the client, of those that the broker wrote. */
  outgoing(bytes: Buffer): Buffer {
    if (this.#isEnded) return Buffer.alloc(0)
    this.#fromBroker.parse(bytes)
    const translated = Buffer.concat(this.#toClient)
    this.#toClient = []
    return translated
  }

  /** Says what is refused of a message when it is acknowledged. */
  acknowledge(messageId: number, acknowledgement: Acknowledgement): void {
    this.#acknowledgements.set(messageId, acknowledgement)
  }

  /** Says why a CONNECT is refused. */
  refuseConnect(reason: string): void {
    this.#connackReason = reason
  }

  /** The options of the subscriptions that a SUBSCRIBE of this number asks for. */
  takeOptions(messageId: number): readonly SubscriptionOptions[] {
    const options = this.#subscribing.get(messageId) ?? []
    this.#subscribing.delete(messageId)
    return options
  }

  /** Says of each filter of an UNSUBSCRIBE whether there is a subscription that it ends. */
  unsubscribe(messageId: number, areThere: readonly boolean[]): void {
    this.#unsubscribing.set(messageId, areThere)
  }

  /** Says why the connection ends. */
  disconnect(reasonCode: number, reason: string): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const end = { reasonCode, properties: { reasonString: reason } }
    const bytes = this.#fitting(
      this.#isConnected
        ? { cmd: 'disconnect', ...end }
        : { cmd: 'connack', sessionPresent: false, ...end },
    )
    if (bytes) this.#connection.write(bytes)
  }

  #receive(packet: Packet): void {
    if (this.#isEnded) return
    try {
      if (packet.cmd === 'connect') this.#begin(packet)
      assertProtocol(packet)
      const translated = this.#asFormer(packet)
      if (translated) this.#toBroker.push(generate(translated, former))
    } catch (error) {
      this.#refuse(asPacketError(error))
    }
  }

  #begin(packet: IConnectPacket): void {
    if (this.#terms !== noTerms)
      throw new PacketError(reasonCodes.protocolError, 'sends a second CONNECT')
    this.#terms = termsOf(packet)
  }

  /** The packet for the broker; null when it gets none. Throws what is not served. */
  #asFormer(packet: Packet): Packet | null {
    switch (packet.cmd) {
      case 'connect':
        return asFormerConnect(packet, this.#terms)
      case 'publish':
        return asFormerPublish(packet)
      case 'subscribe':
        this.#storePending(this.#subscribing, packet.messageId, packet.subscriptions.map(optionsOf))
        this.#storePending(
          ...([this.#sharing, packet.messageId] as const),
          packet.subscriptions.map(({ topic }) => isShared(topic)),
        )
        return asFormerSubscribe(packet)
      case 'unsubscribe':
        return { ...withIdentifier(packet), unsubscriptions: packet.unsubscriptions } as Packet
      case 'disconnect':
        assertEnd(packet, this.#terms)
        if (packet.reasonCode === reasonCodes.withWill) return (this.#connection.lose(), null)
        return { cmd: 'disconnect' }
      case 'auth':
        throw new PacketError(reasonCodes.protocolError, 'sends AUTH, which was not asked for')
      default:
        return withIdentifier(packet)
    }
  }

  #storePending<Value>(pending: Map<number, Value>, messageId = 0, value: Value): void {
    if (pending.size >= maximumUnanswered)
      throw new PacketError(
        reasonCodes.quotaExceeded,
        'does not wait for answers to its subscriptions',
      )
    pending.set(messageId, value)
  }

  #refuse({ reasonCode, message }: PacketError): void {
    this.disconnect(reasonCode, message)
    this.#connection.end('packet', message)
  }

  #answer(packet: Packet): void {
    const translated = this.#asCurrent(packet)
    if (!translated) return
    const bytes = this.#fitting(translated)
    if (bytes) this.#toClient.push(bytes)
    if (packet.cmd !== 'connack') return
    if (bytes) this.#isConnected = packet.returnCode === 0
    else this.#refuse(tooSmall(this.#terms))
  }

  /** What a client takes of a packet: a reason that makes it too long is left out; else null. */
  #fitting(packet: Packet & { properties?: { reasonString?: string } }): Buffer | null {
    const bytes = generate(packet, current)
    if (bytes.length <= this.#terms.maximumPacketSize) return bytes
    const { reasonString, ...properties } = packet.properties ?? {}
    return reasonString === undefined ? null : this.#fitting({ ...packet, properties })
  }

  /** The packet for the client; null when it gets none. */
  #asCurrent(packet: Packet): Packet | null {
    const { messageId = 0 } = packet
    switch (packet.cmd) {
      case 'connack':
        return asConnack(packet, this.#terms, this.#connackReason)
      case 'suback':
        return asSuback(packet, take(this.#sharing, messageId) ?? [])
      case 'unsuback':
        return asUnsuback(messageId, take(this.#unsubscribing, messageId) ?? [true])
      case 'puback':
        return asAcknowledgement(packet, take(this.#acknowledgements, messageId), this.#terms)
      case 'pubrec':
        return this.#asPubrec(packet)
      case 'pubcomp':
        return this.#refused.delete(messageId) ? null : withIdentifier(packet)
      case 'publish':
        return withCommandProperties(packet)
      default:
        return packet
    }
  }

  /** A PUBREC that refuses ends the exchange: the broker receives the PUBREL that does not come. */
  #asPubrec(packet: Packet): Packet {
    const { messageId = 0 } = packet
    const acknowledgement = take(this.#acknowledgements, messageId)
    if (acknowledgement && acknowledgement.reasonCode !== reasonCodes.success) {
      this.#refused.add(messageId)
      this.#toBroker.push(generate({ cmd: 'pubrel', messageId }, former))
      this.#connection.wake()
    }
    return asAcknowledgement(packet, acknowledgement, this.#terms)
  }
}

const asPacketError = (error: unknown) =>
  error instanceof PacketError
    ? error
    : new PacketError(reasonCodes.malformed, error instanceof Error ? error.message : String(error))

const tooSmall = ({ maximumPacketSize }: ClientTerms) =>
  new PacketError(
    reasonCodes.packetTooLarge,
    `takes packets of ${maximumPacketSize} bytes; the answer to its CONNECT has more`,
  )

const optionsOf = ({ nl, rap, rh }: ISubscription): SubscriptionOptions => ({
  ...(rh === undefined ? {} : { rh }),
  ...(nl === undefined ? {} : { nl }),
  ...(rap === undefined ? {} : { rap }),
})

function take<Value>(pending: Map<number, Value>, messageId: number): Value | undefined {
  const value = pending.get(messageId)
  pending.delete(messageId)
  return value
}
