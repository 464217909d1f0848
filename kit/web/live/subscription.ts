import type { ClientMessage } from '#kit/model/live/messages.ts'
import { liveVersion, maximumSubscription } from '#kit/model/live/protocol.ts'
import { trendColumns, trendWindowMs } from './store.ts'

/** A gap is asked for from a little before it: readings may have been under way. */
const overlapMs = 5_000

/** Which sensors are watched, which the server was asked for, and of which the past has arrived. */
export interface Subscription {
  add(sensorIds: readonly number[]): void
  remove(sensorIds: readonly number[]): void
  /** Whether the server was asked for other sensors than are watched now. */
  isOutdated(): boolean
  /**
   * Asks for the union of what is watched. `receivedUntil` is the server's time up to which nothing
   * was missed, if known.
   */
  message(receivedUntil: number | undefined): ClientMessage
  /** The past of these sensors has arrived. */
  filled(sensorIds: readonly number[]): void
  /** Nothing is asked for any more, and nothing has arrived. */
  clear(): void
}

/** `hasTrend` says whether a sensor has a past that the server could send: only numbers have. */
export function createSubscription(hasTrend: (sensorId: number) => boolean): Subscription {
  /** How many watch each sensor. */
  const watched = new Map<number, number>()
  let asked: ReadonlySet<number> = new Set()
  /** From when on the past was asked for; undefined: all of it. */
  let askedFrom: number | undefined
  /** Sensors whose past has arrived since; the answer comes in pieces. */
  const arrived = new Set<number>()

  /**
   * When an answer was cut off, what it was asked from holds on; a sensor that was not asked for
   * before needs everything.
   */
  function pastFrom(
    sensors: readonly number[],
    receivedUntil: number | undefined,
  ): number | undefined {
    if (receivedUntil === undefined || !sensors.every((sensorId) => asked.has(sensorId)))
      return undefined
    const isComplete = sensors.every((sensorId) => arrived.has(sensorId) || !hasTrend(sensorId))
    return isComplete ? receivedUntil - overlapMs : askedFrom
  }

  return {
    add(sensorIds) {
      for (const sensorId of sensorIds) watched.set(sensorId, (watched.get(sensorId) ?? 0) + 1)
    },
    remove(sensorIds) {
      for (const sensorId of sensorIds) {
        const left = (watched.get(sensorId) ?? 1) - 1
        if (left > 0) watched.set(sensorId, left)
        else watched.delete(sensorId)
      }
    },
    isOutdated: () =>
      watched.size !== asked.size || [...watched.keys()].some((sensorId) => !asked.has(sensorId)),
    message(receivedUntil) {
      const sensors = [...watched.keys()].slice(0, maximumSubscription)
      askedFrom = pastFrom(sensors, receivedUntil)
      asked = new Set(sensors)
      arrived.clear()
      return {
        version: liveVersion,
        type: 'subscribe',
        sensors,
        historyMs: trendWindowMs,
        historyColumns: trendColumns,
        ...(askedFrom === undefined ? {} : { since: askedFrom }),
      }
    },
    filled(sensorIds) {
      for (const sensorId of sensorIds) arrived.add(sensorId)
    },
    clear() {
      asked = new Set()
      askedFrom = undefined
      arrived.clear()
    },
  }
}
