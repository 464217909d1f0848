import { Socket } from 'node:net'
import { connect, type MqttClient } from 'mqtt'
import type { Credential } from '../kit/server.ts'

const sensorsPerDevice = 10
const defaultIntervalMs = 1_000
const reconnectMs = 250
/** Figures are shown with two decimals: from here on they all have as many digits. */
const firstNumber = 10_000

export interface FleetPace {
  /** Between two messages of a device, ms; usually 1,000. */
  readonly intervalMs?: number
  /** All at one moment, as behind one gateway; usually at even distances from each other. */
  readonly isTogether?: boolean
}

/**
 * Devices that publish all their sensors once an interval, at even distances from each other or
 * together. Every message has a number of its own, which is the value of its sensors, so that a
 * figure on a screen says which message it came with.
 */
export class DeviceFleet {
  /** ms UTC at which each message was handed to the socket, by its number. */
  readonly publishedAt = new Map<number, number>()
  readonly #clients: readonly MqttClient[]
  readonly #credentials: readonly Credential[]
  readonly #timers = new Map<number, NodeJS.Timeout>()
  readonly #intervalMs: number
  readonly #isTogether: boolean
  #number = firstNumber

  constructor(
    mqttUrl: string,
    credentials: readonly Credential[],
    { intervalMs = defaultIntervalMs, isTogether = false }: FleetPace = {},
  ) {
    this.#credentials = credentials
    this.#intervalMs = intervalMs
    this.#isTogether = isTogether
    this.#clients = credentials.map(({ lesiId, token }) => {
      const client = connect(mqttUrl, {
        username: lesiId,
        password: token,
        clientId: lesiId,
        reconnectPeriod: reconnectMs,
      })
      client.on('connect', () => client.stream instanceof Socket && client.stream.setNoDelay(true))
      // A lost connection is part of what is measured.
      client.on('error', () => {})
      return client
    })
  }

  get sensorCount(): number {
    return this.#clients.length * sensorsPerDevice
  }

  /** Resolves when every device has published once and the broker has acknowledged it. */
  async introduce(): Promise<void> {
    await Promise.all(
      this.#clients.map(async (client, index) => {
        if (!client.connected) await new Promise((resolve) => client.once('connect', resolve))
        await client.publishAsync(...this.#message(index), { qos: 1 })
      }),
    )
  }

  /**
   * Each message has a moment of its own. Intervals of Node's drift, and those of one length come
   * together in time: twenty devices would soon speak at four moments of a second.
   */
  start(): void {
    const begin = performance.now()
    this.#clients.forEach((client, index) => {
      const publish = (count: number): void => {
        const share = this.#isTogether ? 0 : index / this.#clients.length
        const due = begin + (share + count) * this.#intervalMs
        const send = () => {
          // What a device measures while it has no connection is not part of this benchmark.
          if (client.connected) client.publish(...this.#message(index), { qos: 1 })
          publish(count + 1)
        }
        this.#timers.set(index, setTimeout(send, Math.max(0, due - performance.now())))
      }
      publish(0)
    })
  }

  /** Stays connected and says nothing, until it is started again. */
  pause(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  stop(): void {
    this.pause()
    for (const client of this.#clients) client.end(true)
  }

  /** One that ends with a zero would be shown with fewer decimals, and not be found again. */
  #nextNumber(): number {
    if (this.#number % 10 === 0) this.#number++
    return this.#number++
  }

  #message(index: number): [topic: string, payload: string] {
    const number = this.#nextNumber()
    const value = number / 100
    const values = Object.fromEntries(
      Array.from({ length: sensorsPerDevice }, (_, sensor) => [`k${sensor}`, value]),
    )
    const payload = JSON.stringify({ ts: Date.now(), values })
    this.publishedAt.set(number, performance.timeOrigin + performance.now())
    return [`warroom/v1/${this.#credentials[index]?.lesiId ?? ''}/telemetry`, payload]
  }
}
