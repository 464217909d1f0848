const minuteMs = 60_000
const minutes = 60

/** How often something happened in each of the last sixty minutes. */
export class RecentCount {
  readonly #counts = new Uint32Array(minutes)
  /** The minute of the newest count, since 1970. */
  #newest = 0

  /** Once more, at `now` (ms UTC). After a clock that was set back all counts begin again. */
  add(now: number): void {
    const minute = Math.floor(now / minuteMs)
    if (minute < this.#newest) this.#counts.fill(0)
    else
      for (let each = this.#newest + 1; each <= minute && each <= this.#newest + minutes; each++)
        this.#counts[each % minutes] = 0
    // More than a whole turn ago: nothing of it counts any more.
    if (minute - this.#newest > minutes) this.#counts.fill(0)
    this.#newest = minute
    this.#counts[minute % minutes] = (this.#counts[minute % minutes] ?? 0) + 1
  }

  /** How often in the last so many minutes, the present one included; at most sixty. */
  within(count: number, now: number): number {
    const present = Math.floor(now / minuteMs)
    let sum = 0
    for (let minute = this.#newest; minute > this.#newest - minutes; minute--)
      if (minute > present - count && minute <= present) sum += this.#counts[minute % minutes] ?? 0
    return sum
  }
}
