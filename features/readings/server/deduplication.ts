import type { Reading } from '#kit/model/reading.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { identityOf, storedIdentities } from './readings-store.ts'

/** Times of the oldest and the newest stored reading of a sensor, ms UTC. */
export interface StoredSpan {
  readonly first: number
  readonly last: number
}

/**
 * Finds readings that are stored already: a device sends a message again when the answer was lost, with another batch around it,
 * perhaps after a restart of the server. A reading outside the span that its sensor has stored cannot be a repetition and costs
 * nothing; only the others are looked up. The same sensor, time and value make the same reading.
 */
export class Deduplication {
  readonly #telemetry: Telemetry
  readonly #spans: Map<number, StoredSpan>

  /** `spans`: what is stored of each sensor. Sensors without one have nothing stored. */
  constructor(telemetry: Telemetry, spans: ReadonlyMap<number, StoredSpan>) {
    this.#telemetry = telemetry
    this.#spans = new Map(spans)
  }

  /** The readings without those that are stored, and without repetitions among themselves. */
  async fresh(readings: readonly Reading[]): Promise<readonly Reading[]> {
    const doubtful: Reading[] = []
    const latestInBatch = new Map<number, number>()
    const repeating = new Set<number>()
    for (const reading of readings) {
      const { sensorId, time } = reading
      const span = this.#spans.get(sensorId)
      if (span !== undefined && time >= span.first && time <= span.last) {
        doubtful.push(reading)
        repeating.add(sensorId)
      }
      const latest = latestInBatch.get(sensorId)
      if (latest !== undefined && time <= latest) repeating.add(sensorId)
      else latestInBatch.set(sensorId, time)
    }
    if (repeating.size === 0) return readings
    const seen = await storedIdentities(this.#telemetry, doubtful)
    return readings.filter((reading) => {
      if (!repeating.has(reading.sensorId)) return true
      const identity = identityOf(reading)
      if (seen.has(identity)) return false
      seen.add(identity)
      return true
    })
  }

  /** Notes what has been stored, or may have been. */
  remember(readings: readonly Reading[]): void {
    for (const { sensorId, time } of readings) {
      const span = this.#spans.get(sensorId)
      if (!span) this.#spans.set(sensorId, { first: time, last: time })
      else if (time > span.last) this.#spans.set(sensorId, { first: span.first, last: time })
      else if (time < span.first) this.#spans.set(sensorId, { first: time, last: span.last })
    }
  }
}
