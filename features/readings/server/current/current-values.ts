import { isBeyondPresent, type Reading } from '#kit/model/reading.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { CurrentReading, CurrentReadings } from '#kit/server/readings/current-readings.ts'

/**
 * The last reading of every sensor, in memory. An older reading never replaces a newer one, unless
 * that one lies in the future, as what was stored before the clock was set back: the next reading
 * takes its place.
 */
export class CurrentValues implements CurrentReadings {
  readonly #clock: Clock
  readonly #withdrawn: ReadonlySet<number>
  readonly #bySensor = new Map<number, CurrentReading>()

  /** `withdrawn`: sensors of which nothing is taken any more. */
  constructor(clock: Clock, withdrawn: ReadonlySet<number> = new Set()) {
    this.#clock = clock
    this.#withdrawn = withdrawn
  }

  get(sensorId: number): CurrentReading | undefined {
    return this.#bySensor.get(sensorId)
  }

  remove(sensorId: number): void {
    this.#bySensor.delete(sensorId)
  }

  /** Takes the reading if it is not older than the present one, and returns whether it did. */
  offer(reading: Reading): boolean {
    if (this.#withdrawn.size > 0 && this.#withdrawn.has(reading.sensorId)) return false
    const present = this.#bySensor.get(reading.sensorId)
    if (
      present &&
      reading.time < present.reading.time &&
      !isBeyondPresent(present.reading.time, this.#clock())
    )
      return false
    this.#bySensor.set(reading.sensorId, successor(reading, present))
    return true
  }

  /** Takes those of the readings that are not older than the present ones, and returns them. */
  offerAll(readings: readonly Reading[]): readonly Reading[] {
    let newer: Reading[] | null = null
    let count = 0
    for (const reading of readings) {
      if (!this.offer(reading)) newer ??= readings.slice(0, count)
      else newer?.push(reading)
      count++
    }
    return newer ?? readings
  }
}

/**
 * With the value that the reading replaces, and when: "no value" in between is passed over.
 */
function successor(reading: Reading, present: CurrentReading | undefined): CurrentReading {
  if (!present) return { reading, previous: undefined, changedAt: undefined }
  const { previous, changedAt } = present
  if (present.reading.value === reading.value)
    return {
      reading,
      previous,
      changedAt: changedAt === undefined ? undefined : Math.min(changedAt, reading.time),
    }
  const before = present.reading.value ?? previous
  return {
    reading,
    previous: before === reading.value ? undefined : before,
    changedAt: reading.time,
  }
}
