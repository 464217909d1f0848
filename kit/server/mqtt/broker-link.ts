import type { IPublishPacket, MqttClient, Packet } from 'mqtt'
import { maximumMessageBytes } from '#kit/model/limits.ts'
import { reasonOf } from '#kit/server/process/startup-error.ts'
import { grantProblem } from './grant-problem.ts'
import { connectGuarded } from './guarded-connect.ts'
import type { LinkOptions, ExpiringMessage, RetainedMessage } from './link-options.ts'
import { Takeover } from './takeover.ts'

/** Messages that the broker hands over before the first of them is acknowledged. */
const maximumInFlight = 1_000
/** A message as large as a document may be, with space for its topic and properties. */
const maximumPacketBytes = maximumMessageBytes + 128 * 1024
const neverExpires = 0xff_ff_ff_ff
const reconnectMs = 1_000
/** Two servers under one name would otherwise take the session from each other without pause. */
const reconnectAfterTakeoverMs = 10_000
const closeTimeoutMs = 1_000
const resubscribeMs = 5_000
const takenOverCode = 142
const refusedGrant = 128
/** Codes of CONNACK, of MQTT 3.1.1 and of MQTT 5. */
const unknownProtocol = new Set([1, 132])

/**
 * One persistent session at a broker: connected again and again, each of its messages acknowledged
 * when the receiver says so.
 */
export class BrokerLink {
  readonly #options: LinkOptions
  readonly #client: MqttClient
  #problem: string | null = 'is not connected yet'
  readonly #firstAttempt = Promise.withResolvers<void>()
  readonly #takeover = new Takeover()
  /** Why the connection that is ending, or the attempt, failed. */
  #error: string | null = null
  #lastError: Error | null = null
  /** The next attempt speaks MQTT 3.1.1. */
  #isDowngraded = false
  #refusal: number | null = null
  #sessionPresent = false
  #subscribeTimer: NodeJS.Timeout | undefined
  /** Of the optional subscriptions. */
  #granted: ReadonlySet<string> = new Set()

  constructor(options: LinkOptions) {
    this.#options = options
    const { url, clientId, protocolVersion, isClean = false } = options
    const session = {
      clientId,
      protocolVersion,
      clean: isClean,
      ...credentialsOf(options),
      ...options.tls,
      ...(protocolVersion === 5 && {
        properties: {
          ...(!isClean && { sessionExpiryInterval: neverExpires }),
          receiveMaximum: maximumInFlight,
        },
      }),
      ...willOf(options),
      reconnectPeriod: reconnectMs,
      reconnectOnConnackError: true,
      connectTimeout: 10_000,
      keepalive: 30,
      resubscribe: false,
    }
    this.#client = connectGuarded(url, session, maximumPacketBytes)
    this.#listen()
  }

  /** Why no messages come, null while they do: connected, and every subscription granted. */
  get problem(): string | null {
    return this.#problem
  }

  /** What failed last; null: nothing has yet. */
  get lastError(): Error | null {
    return this.#lastError
  }

  /** The code with which the broker refused the last attempt to connect. */
  get refusal(): number | null {
    return this.#refusal
  }

  get connected(): boolean {
    return this.#client.connected
  }

  /** Whether the broker had the session before this connection. */
  get sessionPresent(): boolean {
    return this.#sessionPresent
  }

  /** Resolves when the first attempt has ended, well or not. */
  firstAttempt(): Promise<void> {
    return this.#firstAttempt.promise
  }

  publish(topic: string, payload: string | Buffer): void {
    if (this.#client.connected) this.#client.publish(topic, payload, { qos: 0 })
  }

  /** Publishes what the broker retains. */
  publishState({ topic, payload }: RetainedMessage): void {
    if (this.#client.connected) this.#client.publish(topic, payload, { qos: 1, retain: true })
  }

  /**
   * Publishes what must not arrive late, at QoS 1, unless the connection is gone. A broker of MQTT
   * 3.1.1 cannot say until when it means anything, and would queue it: it gets QoS 0.
   */
  publishExpiring({ topic, payload, properties }: ExpiringMessage): void {
    if (!this.#client.connected) return
    if (this.#client.options.protocolVersion !== 5) return this.publish(topic, payload)
    this.#client.publish(topic, payload, { qos: 1, properties })
  }

  /** Whether the broker has granted this optional subscription on the present connection. */
  isSubscribed(filter: string): boolean {
    return this.#client.connected && this.#granted.has(filter)
  }

  async unsubscribe(filters: readonly string[]): Promise<void> {
    await this.#client.unsubscribeAsync([...filters])
  }

  /** Disconnects; the session stays at the broker. */
  async close(): Promise<void> {
    clearTimeout(this.#subscribeTimer)
    // In order while the connection answers; one that does not must not hold up the stop.
    const isLate = Promise.withResolvers<void>()
    const timer = setTimeout(() => isLate.resolve(), closeTimeoutMs)
    await Promise.race([this.#client.endAsync(!this.#client.connected), isLate.promise])
    clearTimeout(timer)
    this.#client.stream.destroy()
  }

  #listen(): void {
    const client = this.#client
    client.on('reconnect', () => void Object.assign(client.options, willOf(this.#options)))
    client.on('connect', ({ sessionPresent }) => this.#connected(sessionPresent))
    client.on('error', (error) => this.#failed(error))
    client.on('disconnect', ({ reasonCode }) => {
      if (reasonCode === takenOverCode) this.#takeover.announce()
    })
    client.on('close', () => this.#closed())
    client.on('packetreceive', leaveUnacknowledged)
    client.handleMessage = (packet, done) => void this.#deliver(packet).then(() => done())
  }

  #connected(sessionPresent: boolean): void {
    this.#error = null
    this.#isDowngraded = false
    this.#takeover.begin()
    this.#refusal = null
    this.#sessionPresent = sessionPresent
    this.#setProblem('waits for its subscriptions')
    this.#subscribe()
  }

  #failed(error: Error): void {
    const { options } = this.#client
    this.#error = reasonOf(error)
    this.#lastError = error
    if ('code' in error && typeof error.code === 'number') this.#refusal = error.code
    this.#isDowngraded = unknownProtocol.has(this.#refusal ?? 0) && options.protocolVersion === 5
    if (this.#isDowngraded) Object.assign(options, { protocolVersion: 4, properties: undefined })
  }

  #closed(): void {
    clearTimeout(this.#subscribeTimer)
    this.#granted = new Set()
    this.#dropUnacknowledged()
    if (this.#isDowngraded) return
    const isTaken = this.#takeover.end(this.#error !== null)
    const reason = isTaken
      ? 'another server of the same installation seems to take its session ' +
        this.#options.clientId
      : this.#error
    this.#client.options.reconnectPeriod = isTaken ? reconnectAfterTakeoverMs : reconnectMs
    this.#setProblem(reason === null ? 'is not connected' : `is not connected: ${reason}`)
    this.#firstAttempt.resolve()
    this.#options.onLost()
  }

  async #deliver(packet: IPublishPacket): Promise<void> {
    const { stream } = this.#client
    const messageId = packet.messageId
    const isCurrent = () => this.#client.stream === stream && this.#client.connected
    await this.#options.onDelivery({
      topic: packet.topic,
      payload: payloadOf(packet),
      retained: packet.retain,
      isCurrent,
      acknowledge: () => {
        if (messageId !== undefined && isCurrent())
          stream.write(Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]))
      },
    })
  }

  #subscribe(): void {
    if (Object.keys(this.#options.subscriptions).length === 0) return this.#subscribed(null)
    const filters = Object.keys(this.#options.subscriptions)
    const weakest = Math.min(
      1,
      ...Object.values(this.#options.subscriptions).map((each) => each.qos),
    )
    this.#client.subscribe(this.#options.subscriptions, (error, _granted, answer) => {
      if (!this.#client.connected) return
      const codes = answer && 'granted' in answer ? answer.granted.map(Number) : []
      const refusal = grantProblem(filters, codes, weakest)
      this.#subscribed(refusal ?? (error ? `could not subscribe: ${reasonOf(error)}` : null))
    })
  }

  #subscribed(problem: string | null): void {
    this.#setProblem(problem)
    if (problem === null) this.#subscribeOptional()
    if (problem === null) this.#options.onReady?.()
    else this.#subscribeTimer = setTimeout(() => this.#subscribe(), resubscribeMs).unref()
    this.#firstAttempt.resolve()
  }

  #subscribeOptional(): void {
    const wanted = Object.entries(this.#options.optionalSubscriptions ?? {})
    for (const [filter, options] of wanted)
      this.#client.subscribe(filter, options, (error, granted) => {
        const isGranted = !error && (granted?.[0]?.qos ?? refusedGrant) < refusedGrant
        if (isGranted) this.#granted = new Set([...this.#granted, filter])
        else
          this.#options.logger.warn({ filter }, 'the external MQTT broker refuses a subscription')
      })
  }

  /** The library would send it again over the next connection, whenever that is. */
  #dropUnacknowledged(): void {
    for (const [id, { cmd }] of Object.entries(this.#client.outgoing))
      if (cmd === 'publish') this.#client.removeOutgoingMessage(Number(id))
  }

  #setProblem(problem: string | null): void {
    if (problem === this.#problem) return
    const before = this.#problem
    this.#problem = problem
    this.#options.onProblem?.(problem)
    const { logger, clientId } = this.#options
    if (problem === null)
      logger.info({ clientId, before }, 'the external MQTT broker hands messages over')
    else if (problem !== 'waits for its subscriptions')
      logger.warn({ clientId, problem }, 'the external MQTT broker')
  }
}

/** What was shortened keeps a length that is refused, whatever properties it had. */
function payloadOf({ payload, length = 0 }: IPublishPacket): Buffer {
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload)
  const missing = length >= maximumPacketBytes ? maximumMessageBytes + 1 - bytes.length : 0
  return missing > 0 ? Buffer.concat([bytes, Buffer.alloc(missing)]) : bytes
}

/** Those of the URL count where there are none. */
function credentialsOf({ username, password }: LinkOptions) {
  return { ...(username && { username }), ...(password && { password }) }
}

/** The will of the next connection. */
const willOf = ({ will }: LinkOptions) =>
  will ? { will: { ...will(), qos: 1 as const, retain: true } } : {}

/**
 * The library acknowledges a message before it hands over the next one, which would let one message
 * at a time wait for the disk. At QoS 0 it acknowledges nothing: so the message is made one, and is
 * acknowledged by `Delivery.acknowledge`.
 */
function leaveUnacknowledged(packet: Packet): void {
  if (packet.cmd === 'publish' && packet.qos === 1) packet.qos = 0
}
