/** Points that are no more of which it is kept when their last alarm came. */
const maximumPoints = 10_000

/**
 * When the last alarms of points came that are no more and may be again, as those of a rule that is
 * switched off: two alarms of one point and one time would be stored as one.
 */
export class RaisedSince {
  readonly #moments = new Map<string, number>()

  /** `since`: ms UTC; -Infinity: no alarm came. */
  keep(key: string, since: number): void {
    if (since === -Infinity) return
    this.#moments.set(key, since)
    const [oldest] = this.#moments.keys()
    if (this.#moments.size > maximumPoints && oldest !== undefined) this.#moments.delete(oldest)
  }

  /** Of a point that is there again; -Infinity: of none. */
  take(key: string): number {
    const since = this.#moments.get(key) ?? -Infinity
    this.#moments.delete(key)
    return since
  }

  clear(): void {
    this.#moments.clear()
  }
}
