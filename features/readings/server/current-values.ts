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
    this.#bySensor.set(reading.sensorId, { reading, ...changeTo(reading, present) })
    return true
  }
}

/** The value that the reading replaces, and when: "no value" in between is passed over. */
function changeTo(reading: Reading, present: CurrentReading | undefined): Pick<CurrentReading, 'previous' | 'changedAt'> {
  if (!present) return unknownChange
  if (present.reading.value === reading.value) return { previous: present.previous, changedAt: present.changedAt }
  const before = present.reading.value ?? present.previous
  return { previous: before === reading.value ? undefined : before, changedAt: reading.time }
}
