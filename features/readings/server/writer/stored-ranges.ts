/** Times of the oldest and the newest reading of a sensor, ms UTC. */
export interface StoredRange {
  first: number
  last: number
}

/**
 * The range of time in which each sensor has readings. A reading outside of it cannot be a
 * repetition of one that was taken before; one inside may be, and has to be looked up.
 */
export class StoredRanges {
  readonly #ranges: Map<number, StoredRange>

  /**
   * `ranges`: what is stored of each sensor, the object's own from now on. Sensors without one have
   * nothing stored.
   */
  constructor(ranges: Map<number, StoredRange>) {
    this.#ranges = ranges
  }

  has(sensorId: number): boolean {
    return this.#ranges.has(sensorId)
  }

  /** Nothing of the sensor is stored any more. */
  remove(sensorId: number): void {
    this.#ranges.delete(sensorId)
  }

  /**
   * Widens the sensor's range by this time and returns whether the time lay outside of it before.
   */
  widen(sensorId: number, time: number): boolean {
    const range = this.#ranges.get(sensorId)
    if (range === undefined) this.#ranges.set(sensorId, { first: time, last: time })
    else if (time > range.last) range.last = time
    else if (time < range.first) range.first = time
    else return false
    return true
  }
}
