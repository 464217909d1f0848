import { Socket } from 'node:net'
import { connect, type MqttClient } from 'mqtt'

/** The broker could not be reached, refused the device, or stopped answering. */
export class BrokerError extends Error {}

interface PublisherOptions {
  readonly url: string
  readonly device: string
  readonly token: string
  /** Maximum number of messages that may be unacknowledged. */
  readonly maximumUnacknowledged: number
  /** Gives up when nothing is acknowledged for this long, although messages are under way. */
  readonly timeoutMs: number
  /** Once it aborts, it gives up after three seconds. */
  readonly signal: AbortSignal
}

const shortTimeoutMs = 3_000

export interface Counts {
  readonly messages: number
  readonly readings: number
}

/**
 * A device's connection: birth and will, telemetry with QoS 1 in a bounded window, sent again after
 * a lost connection.
 */
export class Publisher {
  readonly #options: PublisherOptions
  readonly #client: MqttClient
  readonly #waiting = new Set<() => void>()
  #sent = { messages: 0, readings: 0 }
  #acknowledged = { messages: 0, readings: 0 }
  #lastAnswer = Date.now()

  private constructor(options: PublisherOptions, client: MqttClient) {
    this.#options = options
    this.#client = client
    client.on('connect', () => this.#greet())
    // Lost connections come back by themselves; a broker that stays away is noticed by its silence.
    client.on('error', () => undefined)
    this.#greet()
  }

  /** Connects and says `online`. Rejects with `BrokerError` saying why it could not. */
  static async open(options: PublisherOptions): Promise<Publisher> {
    const client = connect(options.url, {
      clientId: `replay-${process.pid}-${Date.now().toString(36)}`,
      username: options.device,
      password: options.token,
      reconnectPeriod: 1_000,
      connectTimeout: 10_000,
      will: {
        topic: topicOf(options.device, 'status'),
        payload: Buffer.from('offline'),
        qos: 1,
        retain: true,
      },
    })
    try {
      await connected(client)
    } catch (error) {
      client.on('error', () => undefined)
      client.end(true)
      throw new BrokerError(explain(error, options))
    }
    return new Publisher(options, client)
  }

  #greet(): void {
    if (this.#client.stream instanceof Socket) this.#client.stream.setNoDelay(true)
    this.#client.publish(topicOf(this.#options.device, 'status'), 'online', {
      qos: 1,
      retain: true,
    })
  }

  get sent(): Counts {
    return this.#sent
  }

  get acknowledged(): Counts {
    return this.#acknowledged
  }

  get #unacknowledged(): number {
    return this.#sent.messages - this.#acknowledged.messages
  }

  /**
   * Sends a document, first waiting for room in the window. Rejects with `BrokerError` when the
   * broker no longer answers.
   */
  async send(document: string, readings: number): Promise<void> {
    await this.#until(() => this.#unacknowledged < this.#options.maximumUnacknowledged)
    if (this.#unacknowledged === 0) this.#lastAnswer = Date.now()
    this.#sent = { messages: this.#sent.messages + 1, readings: this.#sent.readings + readings }
    this.#client.publish(
      topicOf(this.#options.device, 'telemetry'),
      document,
      { qos: 1 },
      (error) => {
        if (error) return
        this.#acknowledged = {
          messages: this.#acknowledged.messages + 1,
          readings: this.#acknowledged.readings + readings,
        }
        this.#lastAnswer = Date.now()
        for (const look of this.#waiting) look()
      },
    )
  }

  /**
   * Waits until everything is acknowledged. Rejects with `BrokerError` when the broker no longer
   * answers.
   */
  async drain(): Promise<void> {
    await this.#until(() => this.#unacknowledged === 0)
  }

  #until(condition: () => boolean): Promise<void> {
    if (condition()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const { timeoutMs, url, signal } = this.#options
      const end = () => {
        clearInterval(timer)
        this.#waiting.delete(look)
      }
      const look = () => {
        if (!condition()) return
        end()
        resolve()
      }
      const timer = setInterval(
        () => {
          const effectiveTimeoutMs = signal.aborted
            ? Math.min(timeoutMs, shortTimeoutMs)
            : timeoutMs
          if (Date.now() - this.#lastAnswer < effectiveTimeoutMs) return
          end()
          reject(
            new BrokerError(
              `${url} has acknowledged nothing for ${Math.round(effectiveTimeoutMs / 1_000)} s; ` +
                `giving up.`,
            ),
          )
        },
        Math.min(timeoutMs, 500),
      )
      this.#waiting.add(look)
    })
  }

  /**
   * Says `offline` and disconnects; simply cuts the connection when messages are still
   * unacknowledged.
   */
  async close(): Promise<void> {
    const clean = this.#client.connected && this.#unacknowledged === 0
    if (clean)
      await this.#client.publishAsync(topicOf(this.#options.device, 'status'), 'offline', {
        qos: 1,
        retain: true,
      })
    await this.#client.endAsync(!clean)
  }
}

const topicOf = (device: string, name: 'telemetry' | 'status') => `warroom/v1/${device}/${name}`

function connected(client: MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
    client.once('close', () => reject(new Error('the connection was closed')))
  })
}

function explain(error: unknown, { url, device }: PublisherOptions): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 4 || code === 5 || code === 134 || code === 135)
    return (
      `The broker at ${url} refused device ${device}: the token is wrong, or there is no ` +
      `such device.`
    )
  const reason = error instanceof Error ? error.message : String(error)
  return `The broker at ${url} cannot be reached: ${reason || String(code)}.`
}
