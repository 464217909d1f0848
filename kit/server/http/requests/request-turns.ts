/** So much of a turn of the event loop goes to requests that begin in it, ms. */
const turnMs = 2
/** So many of those that wait begin in a turn, as long as there is time. */
const mostInTurn = 16

/**
 * Spreads requests that come at once over turns of the event loop, in the order in which they came.
 * Hundreds that are answered in one turn hold up the message of a device, or a frame of live
 * values, for as long as all of them take.
 */
export class RequestTurns {
  readonly #now: () => number
  readonly #waiting: (() => void)[] = []
  #isUnderWay = false
  #begunAt = 0

  /** `now`: ms, that only grow. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Calls `begin`, at once as a rule: when the turn of this request has come. */
  next(begin: () => void): void {
    if (!this.#isUnderWay) {
      this.#isUnderWay = true
      this.#begunAt = this.#now()
      setImmediate(() => this.#end())
    }
    if (this.#waiting.length === 0 && this.#now() - this.#begunAt < turnMs) begin()
    else this.#waiting.push(begin)
  }

  /** Of the turn that is under way; those that wait are begun in the next one. */
  #end(): void {
    const count = Math.min(mostInTurn, this.#waiting.length)
    this.#isUnderWay = count > 0
    if (count === 0) return
    let begunAt: number | undefined
    const beginOne = () => {
      begunAt ??= this.#now()
      if (this.#now() - begunAt < turnMs) this.#waiting.shift()?.()
    }
    // Each is a callback of its own: what one does at once is done when the next one begins.
    for (let index = 0; index < count; index++) setImmediate(beginOne)
    setImmediate(() => this.#end())
  }
}
