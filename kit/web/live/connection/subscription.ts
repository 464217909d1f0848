import type { ClientMessage } from '#kit/model/live/messages.ts'
import { liveVersion, maximumSubscription } from '#kit/model/live/protocol.ts'
import { trendColumns, trendWindowMs } from '../values/sensor-trends.ts'
import { UseCounts } from '../use-counts.ts'

/** A gap is asked for from a little before it: readings may have been under way. */
const overlapMs = 5_000

/** Which sensors are watched, which the server was asked for, and of which the past has arrived. */
export class Subscription {
  /** How many watch each sensor. */
  readonly #watched = new UseCounts()
  #asked: ReadonlySet<number> = new Set()
  /** From when on the past was asked for; undefined: all of it. */
  #askedFrom: number | undefined
  /** Sensors whose past has arrived since, or that have none; the answer comes in pieces. */
  readonly #arrived = new Set<number>()
  /** While nobody looks: the server's time up to which everything was received. */
  #pausedAt: number | undefined
  #isPaused = false

  add(sensorIds: readonly number[]): void {
    this.#watched.add(sensorIds)
  }

  remove(sensorIds: readonly number[]): void {
    this.#watched.remove(sensorIds)
  }

  /**
   * Nothing is asked for while nobody looks at the page. What was received until then
   * (`receivedUntil`, the server's time) is not asked for again when somebody does.
   */
  pause(receivedUntil: number | undefined): void {
    if (this.#isPaused) return
    this.#isPaused = true
    this.#pausedAt ??= receivedUntil
  }

  /** Somebody looks again; returns whether nobody did before. */
  resume(): boolean {
    const wasPaused = this.#isPaused
    this.#isPaused = false
    return wasPaused
  }

  /** Whether the server was asked for other sensors than are watched now. */
  isOutdated(): boolean {
    return (
      this.#pausedAt !== undefined ||
      this.#watched.size !== this.#asked.size ||
      this.#watched.used().some((sensorId) => !this.#asked.has(sensorId))
    )
  }

  /**
   * Asks for the union of what is watched. `receivedUntil` is the server's time up to which nothing
   * was missed, if anything was received.
   */
  message(receivedUntil: number | undefined): ClientMessage {
    if (this.#isPaused) return { version: liveVersion, type: 'subscribe', sensors: [] }
    const sensors = this.#watched.used().slice(0, maximumSubscription)
    this.#askedFrom = this.#pastFrom(sensors, this.#pausedAt ?? receivedUntil)
    this.#pausedAt = undefined
    this.#asked = new Set(sensors)
    this.#arrived.clear()
    return {
      version: liveVersion,
      type: 'subscribe',
      sensors,
      historyMs: trendWindowMs,
      historyColumns: trendColumns,
      ...(this.#askedFrom === undefined ? {} : { since: this.#askedFrom }),
    }
  }

  /** The past of these sensors has arrived, or the server has reported that none will. */
  filled(sensorIds: readonly number[]): void {
    for (const sensorId of sensorIds) this.#arrived.add(sensorId)
  }

  /** Nothing is asked for any more, and nothing has arrived. */
  clear(): void {
    this.#pausedAt = undefined
    this.#asked = new Set()
    this.#askedFrom = undefined
    this.#arrived.clear()
  }

  /**
   * When an answer was cut off, what it was asked from holds on; a sensor that was not asked for
   * before needs everything.
   */
  #pastFrom(sensors: readonly number[], receivedUntil: number | undefined): number | undefined {
    if (receivedUntil === undefined || !sensors.every((sensorId) => this.#asked.has(sensorId)))
      return undefined
    const isComplete = sensors.every((sensorId) => this.#arrived.has(sensorId))
    return isComplete ? receivedUntil - overlapMs : this.#askedFrom
  }
}
