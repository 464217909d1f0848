import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Credential } from '../kit/server.ts'
import { smallRandom } from '../kit/random.ts'
import { spreadOf, type Spread } from '../kit/statistics.ts'
import { DeviceConnection } from './connection.ts'

/** Asks for one run of the publisher. */
export interface PublishTask {
  readonly host: string
  readonly port: number
  readonly devices: readonly Credential[]
  readonly valuesPerMessage: number
  /** Messages under way on one connection at most. */
  readonly window: number
  /** Ends after this long, or when it is asked to stop. */
  readonly seconds: number
  /** Messages a second over all connections; null: as fast as acknowledgements come back. */
  readonly messagesPerSecond: number | null
  /** File for the times of the acknowledged messages of each device, and of those left open. */
  readonly record: string | null
}

export interface PublishResult {
  readonly acknowledgedMessages: number
  /** Acknowledged, over the time from the first acknowledgement to the last. */
  readonly messagesPerSecond: number
  /** Sent and not acknowledged within 30 s of the end. */
  readonly openMessages: number
  /** ms from the moment that a message was due (at a fixed rate) or written to its PUBACK. */
  readonly latency: Spread
  readonly processorShare: number
}

/**
 * What of each device was acknowledged, as a record in a file: times in ms UTC, which name the
 * messages.
 */
export type Acknowledged = Readonly<Record<string, readonly number[]>>

const drainMs = 30_000
/** Messages that are due wait for the next tick: half of it is in every figure. */
const tickMs = 1

class Publisher {
  readonly #task: PublishTask
  readonly #connections: readonly DeviceConnection[]
  readonly #acknowledged: ReadonlyMap<string, number[]>
  readonly #latencies: number[] = []
  readonly #values: () => number
  #introduced = 0
  #count = 0
  #firstAt = 0
  #lastAt = 0
  #stopped = false

  constructor(task: PublishTask) {
    this.#task = task
    this.#acknowledged = new Map(task.devices.map(({ lesiId }) => [lesiId, []]))
    this.#connections = task.devices.map((device) => {
      const connection = new DeviceConnection(task, device, task.window, task.valuesPerMessage)
      const record = task.record === null ? null : (this.#acknowledged.get(device.lesiId) ?? [])
      connection.onAcknowledged = (time, dueAt) => {
        const now = performance.now()
        if (this.#count++ === 0) this.#firstAt = now
        this.#lastAt = now
        this.#latencies.push(now - dueAt)
        record?.push(time)
        if (task.messagesPerSecond === null && !this.#stopped) connection.add(now, this.#values)
      }
      return connection
    })
    this.#values = smallRandom(1)
  }

  stop(): void {
    this.#stopped = true
  }

  async run(): Promise<PublishResult> {
    await Promise.all(this.#connections.map((connection) => connection.open()))
    await this.#introduce()
    const begin = performance.now()
    const processor = process.cpuUsage()
    if (this.#task.messagesPerSecond === null) await this.#flatOut(begin)
    else await this.#atRate(begin, this.#task.messagesPerSecond)
    const seconds = (performance.now() - begin) / 1000
    const { user, system } = process.cpuUsage(processor)
    await this.#drain()
    const openMessages = this.#connections.reduce((sum, connection) => sum + connection.inFlight, 0)
    if (this.#task.record !== null) this.#writeRecord(this.#task.record)
    for (const connection of this.#connections) connection.close()
    await this.#untilClockPasses()
    return {
      acknowledgedMessages: this.#introduced + this.#count,
      messagesPerSecond: (this.#count * 1000) / (this.#lastAt - this.#firstAt),
      openMessages,
      latency: spreadOf(this.#latencies),
      processorShare: (user + system) / 1e6 / seconds,
    }
  }

  /** One message of each device, so that its sensors exist before anything is measured. */
  async #introduce(): Promise<void> {
    this.stop()
    for (const connection of this.#connections) {
      connection.add(performance.now(), this.#values)
      connection.flush()
    }
    await this.#drain()
    this.#introduced = this.#count
    this.#count = 0
    this.#latencies.length = 0
    this.#stopped = false
  }

  async #flatOut(begin: number): Promise<void> {
    for (const connection of this.#connections) {
      while (connection.hasRoom) connection.add(performance.now(), this.#values)
      connection.flush()
    }
    await this.#until(begin)
    this.stop()
  }

  /**
   * Messages are due at even distances; one that finds its device's window full waits, and its wait
   * counts.
   */
  async #atRate(begin: number, messagesPerSecond: number): Promise<void> {
    let next = 0
    const late: number[][] = this.#connections.map(() => [])
    const step = 1000 / messagesPerSecond
    while (!this.#stopped && performance.now() - begin < this.#task.seconds * 1000) {
      const now = performance.now()
      for (; begin + next * step <= now; next++) late[next % late.length]?.push(begin + next * step)
      this.#connections.forEach((connection, index) => {
        const due = late[index] ?? []
        const taken = due.splice(
          0,
          connection.hasRoom ? this.#task.window - connection.inFlight : 0,
        )
        for (const dueAt of taken) connection.add(dueAt, this.#values)
        connection.flush()
      })
      await delay(tickMs)
    }
  }

  async #until(begin: number): Promise<void> {
    while (!this.#stopped && performance.now() - begin < this.#task.seconds * 1000) await delay(20)
  }

  async #drain(): Promise<void> {
    const end = performance.now() + drainMs
    while (
      this.#connections.some((connection) => connection.inFlight > 0) &&
      performance.now() < end
    )
      await delay(20)
  }

  /**
   * Whoever publishes next begins at the clock: with times that were given before, equal values
   * would be the same readings, and each would have to be looked up.
   */
  async #untilClockPasses(): Promise<void> {
    const last = Math.max(...this.#connections.map(({ lastTime }) => lastTime))
    while (Date.now() <= last) await delay(20)
  }

  #writeRecord(file: string): void {
    const acknowledged: Acknowledged = Object.fromEntries(this.#acknowledged)
    writeFileSync(file, JSON.stringify(acknowledged))
  }
}

const [task] = (await once(process, 'message')) as [PublishTask]
const publisher = new Publisher(task)
process.on('message', () => publisher.stop())
process.on('disconnect', () => process.exit(1))
process.send?.(await publisher.run())
