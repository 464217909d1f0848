import type { Reading } from '#kit/model/reading.ts'
import type { CurrentReading, CurrentReadings } from '#kit/server/current-readings.ts'

const unknownChange = { previous: undefined, changedAt: undefined }

/** The last reading of every sensor, in memory. An older reading never replaces a newer one. */
export class CurrentValues implements CurrentReadings {
  readonly #bySensor = new Map<number, CurrentReading>()

  get(sensorId: number): CurrentReading | undefined {
    return this.#bySensor.get(sensorId)
  }

  /** Takes the reading if it is not older than the present one, and tells whether it did. */
  offer(reading: Reading): boolean {
    const present = this.#bySensor.get(reading.sensorId)
    if (present && reading.time < present.reading.time) return false
    const changed = present !== undefined && present.reading.value !== reading.value
    const { previous, changedAt } = changed
      ? { previous: present.reading.value, changedAt: reading.time }
      : (present ?? unknownChange)
    this.#bySensor.set(reading.sensorId, { reading, previous, changedAt })
    return true
  }
}
