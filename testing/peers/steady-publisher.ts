import type { MqttClient } from 'mqtt'

/**
 * Publishes numbered telemetry messages as a careful device does: stores each until it is
 * acknowledged, and sends what was not again on the next connection. Message `n` carries one value
 * for each key, all of them at `startTime + n`.
 */
export class SteadyPublisher {
  readonly keys: readonly string[]
  readonly #topic: string
  readonly #startTime: number
  readonly #window: number
  readonly #unacknowledged = new Map<number, string>()
  #sent = 0
  #acknowledged = 0
  #repeated = 0

  constructor(
    lesiId: string,
    options: { readonly keys: number; readonly startTime: number; readonly window: number },
  ) {
    this.#topic = `warroom/v1/${lesiId}/telemetry`
    this.keys = Array.from({ length: options.keys }, (_, index) => `key-${index}`)
    this.#startTime = options.startTime
    this.#window = options.window
  }

  /** Different messages sent so far. */
  get sent(): number {
    return this.#sent
  }
  get acknowledged(): number {
    return this.#acknowledged
  }
  /** Messages sent a second time. */
  get repeated(): number {
    return this.#repeated
  }
  get unacknowledged(): number {
    return this.#unacknowledged.size
  }

  /** Sends until `goal` messages in all are acknowledged or the connection ends. */
  async run(client: MqttClient, goal: number): Promise<void> {
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()))
    client.on('error', () => undefined)
    this.#repeated += this.#unacknowledged.size
    const outcome = Promise.withResolvers<void>()
    const send = (number: number, payload: string) => {
      this.#unacknowledged.set(number, payload)
      client.publish(this.#topic, payload, { qos: 1 }, (error) => {
        if (error || !this.#unacknowledged.delete(number)) return
        this.#acknowledged += 1
        if (this.#acknowledged >= goal) outcome.resolve()
        else fill()
      })
    }
    const fill = () => {
      while (this.#unacknowledged.size < this.#window && this.#sent < goal)
        send(this.#sent, this.#message(this.#sent++))
    }
    for (const [number, payload] of this.#unacknowledged) send(number, payload)
    fill()
    await Promise.race([outcome.promise, ended])
  }

  #message(number: number): string {
    return JSON.stringify({
      ts: this.#startTime + number,
      values: Object.fromEntries(this.keys.map((key, index) => [key, number + index / 10])),
    })
  }
}
