import { Readable } from 'node:stream'
import type { AedesPublishPacket, Client } from 'aedes'
import type { Budget, Reservation } from '#kit/server/budget/budget.ts'
import { parseDeviceTopic } from '../mqtt/device-topics.ts'
import type { ExpiringPacket } from './mqtt5/message-expiry.ts'

interface Dependencies {
  readonly budget: Budget
  /**
   * Counts the QoS 2 messages of a connection that wait for their PUBREL; what is wrong when they
   * are too many.
   */
  readonly countIdentifiers: (client: Client, count: number) => string | null
  /** The topics that a filter reaches, of those that can be retained. */
  readonly retainedTopics: (filter: string) => readonly string[]
  /** A message could not be retained: its device, or all together, hold too much. */
  readonly onNotRetained: (packet: AedesPublishPacket) => void
}

interface Retained {
  readonly packet: AedesPublishPacket
  readonly held: Reservation
  /** When it means nothing any more, by `performance.now()`. */
  readonly expiresAt: number
}

/** What a message costs besides topic and payload. */
const messageBytes = 512

/**
 * What the broker stores, all of it in memory: the last retained message of each topic, and which
 * QoS 2 messages of an open connection have arrived. No session outlives its connection, so there
 * are no subscriptions, messages or wills of the absent.
 */
export class BrokerStore {
  readonly #dependencies: Dependencies
  readonly #retained = new Map<string, Retained>()
  /** Identifiers alone: the messages were dealt with when they came. */
  readonly #arrived = new WeakMap<Client, Set<number>>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async setup(): Promise<void> {}

  /**
   * Stores the message instead of the topic's last one, for delivery at QoS 0; an empty one clears
   * the topic.
   */
  async storeRetained(packet: AedesPublishPacket): Promise<void> {
    const { topic } = packet
    this.#clear(topic)
    if (packet.payload.length === 0) return
    const source = parseDeviceTopic(topic)?.lesiId ?? ''
    const held = this.#dependencies.budget.reserve(
      'will',
      source,
      messageBytes + topic.length + packet.payload.length,
    )
    if (typeof held === 'string') return this.#dependencies.onNotRetained(packet)
    // A copy: the payload is a part of all that was read at once.
    const payload = Buffer.from(packet.payload)
    const { messageExpiry: expiresAt = Infinity } = packet as ExpiringPacket
    this.#retained.set(topic, { packet: { ...packet, payload, qos: 0 }, held, expiresAt })
  }

  /** For how many seconds the retained message of a topic means anything; undefined: for ever. */
  retainedSeconds(topic: string): number | undefined {
    const { expiresAt = Infinity } = this.#retained.get(topic) ?? {}
    if (expiresAt === Infinity) return undefined
    return Math.max(0, Math.ceil((expiresAt - performance.now()) / 1_000))
  }

  #clear(topic: string): void {
    this.#retained.get(topic)?.held.release()
    this.#retained.delete(topic)
  }

  /** What is retained of a topic; what has expired goes. */
  #read(topic: string): AedesPublishPacket | undefined {
    const retained = this.#retained.get(topic)
    if (retained && retained.expiresAt <= performance.now()) this.#clear(topic)
    return this.#retained.get(topic)?.packet
  }

  createRetainedStreamCombi(filters: readonly string[]): Readable {
    const topics = filters.flatMap((filter) => this.#dependencies.retainedTopics(filter))
    return Readable.from([...new Set(topics)].flatMap((topic) => this.#read(topic) ?? []))
  }

  async incomingStorePacket(client: Client, { messageId }: AedesPublishPacket): Promise<void> {
    const arrived = this.#arrived.get(client) ?? new Set()
    this.#arrived.set(client, arrived.add(messageId ?? 0))
    const problem = this.#dependencies.countIdentifiers(client, arrived.size)
    if (problem !== null) throw new Error(problem)
  }

  async incomingGetPacket(client: Client, packet: AedesPublishPacket): Promise<AedesPublishPacket> {
    if (this.#arrived.get(client)?.has(packet.messageId ?? 0) !== true)
      throw new Error('no such message')
    return packet
  }

  async incomingDelPacket(client: Client, { messageId }: AedesPublishPacket): Promise<void> {
    const arrived = this.#arrived.get(client)
    if (arrived?.delete(messageId ?? 0) !== true) throw new Error('no such message')
    this.#dependencies.countIdentifiers(client, arrived.size)
  }

  async cleanIncoming(client: Client): Promise<void> {
    this.#arrived.delete(client)
  }

  /** Nobody subscribes while absent. */
  async subscriptionsByTopic(): Promise<readonly never[]> {
    return []
  }

  async cleanSubscriptions(): Promise<void> {}

  async outgoingEnqueueCombi(): Promise<void> {}

  async outgoingClearMessageId(): Promise<undefined> {
    return undefined
  }

  outgoingStream(): Readable {
    return Readable.from([])
  }

  /** A will lives as long as its connection, in the connection. */
  async putWill(): Promise<void> {}

  async delWill(): Promise<void> {}

  streamWill(): Readable {
    return Readable.from([])
  }
}
