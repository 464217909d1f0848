const spanSeconds = 10

/**
 * How many there were a second, over the last ten seconds. It begins again when the clock was set
 * back.
 */
export class RecentRate {
  readonly #counts = Array.from({ length: spanSeconds }, () => 0)
  #second = 0

  add(count: number, now: number): void {
    this.#advance(now)
    this.#counts[this.#second % spanSeconds] =
      (this.#counts[this.#second % spanSeconds] ?? 0) + count
  }

  perSecond(now: number): number {
    this.#advance(now)
    return this.#counts.reduce((sum, count) => sum + count, 0) / spanSeconds
  }

  #advance(now: number): void {
    const second = Math.floor(now / 1_000)
    if (second < this.#second) this.#counts.fill(0)
    const steps = Math.min(Math.max(second - this.#second, 0), spanSeconds)
    for (let step = 1; step <= steps; step++)
      this.#counts[(second - steps + step) % spanSeconds] = 0
    this.#second = second
  }
}
