import { Socket } from 'node:net'
import { connect, type MqttClient } from 'mqtt'
import type { PlantCredential } from './messages.ts'

/** A live document is dropped while this many are unacknowledged: the broker is not taking them. */
const maximumUnacknowledged = 30
/** A connection that acknowledges nothing for this long is closed and made again. */
const timeoutMs = 20_000
/** A refused device asks again this much later. */
const refusedRetryMs = 30_000

interface LinkOptions {
  readonly mqttUrl: string
  readonly credential: PlantCredential
  /** Called after the birth message of every connection. */
  readonly onConnect: () => void
  readonly onRefused: (reason: string) => void
}

/**
 * One device's connection to the broker: birth and will, telemetry with QoS 1, connected again
 * after 1 s when it is lost.
 */
export class DeviceLink {
  readonly #options: LinkOptions
  /** One for every document that is not acknowledged yet. */
  readonly #pending = new Set<(acknowledged: boolean) => void>()
  #client: MqttClient | null = null
  #retry: NodeJS.Timeout | undefined
  #lastAnswer = 0
  #refused = false

  constructor(options: LinkOptions) {
    this.#options = options
  }

  get connected(): boolean {
    return this.#client?.connected ?? false
  }

  /** Whether the broker refused the device at the last attempt. */
  get refused(): boolean {
    return this.#refused
  }

  /**
   * Connects, and stays connected until `drop` or `close`. Does nothing when that has been asked
   * for already.
   */
  open(): void {
    if (this.#client || this.#retry) return
    const { mqttUrl, credential } = this.#options
    const client = connect(mqttUrl, {
      clientId: credential.lesiId,
      username: credential.lesiId,
      password: credential.token,
      keepalive: 30,
      reconnectPeriod: 1_000,
      connectTimeout: 5_000,
      will: { topic: this.#topic('status'), payload: Buffer.from('offline'), qos: 1, retain: true },
    })
    this.#client = client
    client.on('connect', () => {
      this.#refused = false
      this.#lastAnswer = Date.now()
      if (client.stream instanceof Socket) client.stream.setNoDelay(true)
      client.publish(this.#topic('status'), 'online', { qos: 1, retain: true })
      this.#options.onConnect()
    })
    client.on('error', (error) => {
      // Network errors have names for codes; a number is the broker's own answer.
      if ('code' in error && typeof error.code === 'number') this.#wasRefused(error.message)
    })
  }

  #wasRefused(reason: string): void {
    if (!this.#refused) this.#options.onRefused(reason)
    this.#refused = true
    this.drop()
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.open()
    }, refusedRetryMs)
  }

  /** Sends a live document, or drops it when the broker does not take them. */
  sendLive(document: string): void {
    if (!this.connected) return
    if (this.#pending.size > 0 && Date.now() - this.#lastAnswer > timeoutMs)
      this.#client?.stream.destroy()
    else if (this.#pending.size < maximumUnacknowledged) void this.send(document)
  }

  /**
   * Sends a document; resolves with whether it was acknowledged. When the connection is lost it is
   * sent again on the next one; when the link is dropped it counts as not acknowledged.
   */
  send(document: string): Promise<boolean> {
    const client = this.#client
    if (!client) return Promise.resolve(false)
    if (this.#pending.size === 0) this.#lastAnswer = Date.now()
    return new Promise((resolve) => {
      const settle = (acknowledged: boolean) => {
        if (!this.#pending.delete(settle)) return
        this.#lastAnswer = Date.now()
        resolve(acknowledged)
      }
      this.#pending.add(settle)
      client.publish(this.#topic('telemetry'), document, { qos: 1 }, (error) => settle(!error))
    })
  }

  /** Cuts the connection without saying good-bye, so that the broker publishes the will. */
  drop(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#client?.end(true)
    this.#client = null
    for (const settle of this.#pending) settle(false)
  }

  /** Says `offline` and disconnects. */
  async close(): Promise<void> {
    const client = this.#client
    if (!client?.connected) return this.drop()
    await client.publishAsync(this.#topic('status'), 'offline', { qos: 1, retain: true })
    await client.endAsync()
    this.#client = null
  }

  #topic(name: 'telemetry' | 'status'): string {
    return `warroom/v1/${this.#options.credential.lesiId}/${name}`
  }
}
