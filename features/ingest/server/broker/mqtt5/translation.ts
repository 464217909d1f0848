import {
  generate,
  parser,
  type IConnectPacket,
  type IPublishPacket,
  type Packet,
} from 'mqtt-packet'
import { makeStrict } from '../connection/strict-parser.ts'
import { asAcknowledgement, asConnack } from './broker-packets.ts'
import type { ClientConnection } from './client-connection.ts'
import {
  asFormerConnect,
  asFormerPublish,
  asFormerSubscribe,
  asPacketError,
  assertEnd,
  noTerms,
  termsOf,
  PacketError,
  withIdentifier,
  type ClientTerms,
} from './client-packets.ts'
import { isExpiredCommand, withCommandProperties } from './command-properties.ts'
import { withExpiry } from './message-expiry.ts'
import { PendingSubscriptions, take } from './pending-subscriptions.ts'
import { assertProtocol } from './protocol-errors.ts'
import { Releases } from './releases.ts'
import { RetainHandling } from './retain-handling.ts'
import { reasonCodes, type Acknowledgement } from './reason-codes.ts'
import { SendQuota } from './send-quota.ts'

const former = { protocolVersion: 4 } as const
const current = { protocolVersion: 5 } as const

/**
 * Stands between a client of MQTT 5 and the broker, which speaks 3.1.1: turns the packets of each
 * into those of the other, and adds reasons to the answers.
 */
export class Mqtt5Translation {
  readonly retainHandling = new RetainHandling()
  readonly subscriptions = new PendingSubscriptions()
  readonly #connection: ClientConnection
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
  readonly #releases = new Releases()
  #quota = new SendQuota(noTerms.receiveMaximum)
  /** Of each PUBLISH that the broker has yet to read, for how many seconds it means anything. */
  readonly #expirySeconds: (number | undefined)[] = []
  /** The client has its CONNACK; before it, it receives no other packet. */
  #isConnected = false

  constructor(connection: ClientConnection) {
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
    return this.#takeForClient()
  }

  #takeForClient(): Buffer {
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

  /** For how many seconds the PUBLISH that the broker reads now means anything. */
  takeExpirySeconds(): number | undefined {
    return this.#expirySeconds.shift()
  }

  /** The same of the will. */
  get willExpirySeconds(): number | undefined {
    return this.#terms.willExpirySeconds
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
    this.#quota = new SendQuota(this.#terms.receiveMaximum)
  }

  /** The packet for the broker; null when it gets none. Throws what is not served. */
  #asFormer(packet: Packet): Packet | null {
    switch (packet.cmd) {
      case 'connect':
        return asFormerConnect(packet, this.#terms)
      case 'publish':
        return this.#asFormerPublish(packet)
      case 'puback':
        this.#sendWaiting(packet.messageId)
        return withIdentifier(packet)
      case 'pubrel':
        this.#releases.release(packet.messageId)
        return withIdentifier(packet)
      case 'subscribe':
        this.subscriptions.subscribe(packet)
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

  #asFormerPublish(packet: IPublishPacket): IPublishPacket {
    const translated = asFormerPublish(packet)
    if (packet.qos === 2) this.#releases.published(packet.messageId)
    this.#expirySeconds.push(packet.properties?.messageExpiryInterval)
    return translated
  }

  /** Sends what waited until the client acknowledges this message, unless it came too late. */
  #sendWaiting(messageId: number | undefined): void {
    for (const packet of this.#quota.acknowledge(messageId))
      if (!isExpiredCommand(packet)) this.#answer(packet)
    const bytes = this.#takeForClient()
    if (bytes.length > 0) this.#connection.write(bytes)
  }

  #refuse({ reasonCode, message }: PacketError): void {
    this.disconnect(reasonCode, message)
    this.#connection.end('packet', message)
  }

  #answer(packet: Packet): void {
    const translated = this.#asCurrent(packet)
    if (!translated) return
    const bytes = this.#fitting(translated)
    if (packet.cmd === 'publish' && bytes && !this.#quota.admit(packet)) return
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
        return this.subscriptions.suback(packet)
      case 'unsuback':
        return this.subscriptions.unsuback(messageId)
      case 'puback':
        return asAcknowledgement(packet, take(this.#acknowledgements, messageId), this.#terms)
      case 'pubrec':
        return this.#asPubrec(packet)
      case 'pubcomp':
        return this.#asPubcomp(packet)
      case 'publish':
        return withExpiry(withCommandProperties(packet), this.#connection.retainedSeconds)
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
      this.#releases.refused(messageId)
      this.#toBroker.push(generate({ cmd: 'pubrel', messageId }, former))
      this.#connection.wake()
    }
    return asAcknowledgement(packet, acknowledgement, this.#terms)
  }

  #asPubcomp(packet: Packet): Packet | null {
    const { messageId = 0 } = packet
    if (this.#refused.delete(messageId)) return null
    const reasonCode = this.#releases.complete(messageId)
    return { ...withIdentifier(packet), reasonCode } as Packet
  }
}

const tooSmall = ({ maximumPacketSize }: ClientTerms) =>
  new PacketError(
    reasonCodes.packetTooLarge,
    `takes packets of ${maximumPacketSize} bytes; the answer to its CONNECT has more`,
  )
