/** Sources that are looked through at once for those that are idle again. */
const sweepInterval = 1_000

/**
 * How fast each source may go: `perSecond` units on average, and `burst` at once after a pause. It
 * never refuses: `take` returns how long to wait before the next one. Idle sources cost no
 * memory.
 */
export class RateLimiter {
  readonly #msPerUnit: number
  readonly #burstMs: number
  readonly #now: () => number
  /** When each source would have done with what it has taken, at the average rate. */
  readonly #doneAt = new Map<string, number>()
  #takes = 0

  /** `now` in ms, of any origin. */
  constructor(perSecond: number, burst: number, now: () => number = () => performance.now()) {
    this.#msPerUnit = 1_000 / perSecond
    this.#burstMs = burst * this.#msPerUnit
    this.#now = now
  }

  /** The source takes `units`; ms that it has to wait before it takes more. */
  take(source: string, units: number): number {
    const now = this.#now()
    const doneAt = Math.max(this.#doneAt.get(source) ?? 0, now) + units * this.#msPerUnit
    this.#doneAt.set(source, doneAt)
    if (++this.#takes % sweepInterval === 0) this.#sweep(now)
    return Math.max(0, doneAt - now - this.#burstMs)
  }

  /** ms until the source may take `units` and need not wait after them. */
  delayOf(source: string, units: number): number {
    const now = this.#now()
    const doneAt = Math.max(this.#doneAt.get(source) ?? 0, now) + units * this.#msPerUnit
    return Math.max(0, doneAt - now - this.#burstMs)
  }

  /** `units` that the source has taken do not count. */
  giveBack(source: string, units: number): void {
    const doneAt = this.#doneAt.get(source)
    if (doneAt !== undefined) this.#doneAt.set(source, doneAt - units * this.#msPerUnit)
  }

  get sourceCount(): number {
    return this.#doneAt.size
  }

  #sweep(now: number): void {
    for (const [source, doneAt] of this.#doneAt) if (doneAt <= now) this.#doneAt.delete(source)
  }
}
