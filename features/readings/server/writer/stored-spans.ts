/** Times of the oldest and the newest reading of a sensor, ms UTC. */
export interface StoredSpan {
  first: number
  last: number
}

/**
 * The span of time in which each sensor has readings. A reading outside of it cannot be a
 * repetition of one that was taken before; one inside may be, and has to be looked up.
 */
export class StoredSpans {
  readonly #spans: Map<number, StoredSpan>

  /**
   * `spans`: what is stored of each sensor, the object's own from now on. Sensors without one have
   * nothing stored.
   */
  constructor(spans: Map<number, StoredSpan>) {
    this.#spans = spans
  }

  /**
   * Widens the sensor's span by this time and returns whether the time lay outside of it before.
   */
  widen(sensorId: number, time: number): boolean {
    const span = this.#spans.get(sensorId)
    if (span === undefined) this.#spans.set(sensorId, { first: time, last: time })
    else if (time > span.last) span.last = time
    else if (time < span.first) span.first = time
    else return false
    return true
  }
}
