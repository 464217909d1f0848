/**
 * The least and the greatest of the values of a span of time up to the newest, each in constant
 * time on average: two queues of which the first is the extreme.
 */
export class ExtremesWindow {
  readonly #spanMs: number
  readonly #minimumQueue = new MinimumQueue()
  /** Of negated values. */
  readonly #maximumQueue = new MinimumQueue()

  constructor(spanMs: number) {
    this.#spanMs = spanMs
  }

  /** Times must not go back. */
  add(time: number, value: number): void {
    this.#minimumQueue.add(time, value, time - this.#spanMs)
    this.#maximumQueue.add(time, -value, time - this.#spanMs)
  }

  /** Time of the newest value; NaN before the first one. */
  get newest(): number {
    return this.#minimumQueue.newest
  }

  /** All times are earlier by so much, ms. */
  moveBack(byMs: number): void {
    this.#minimumQueue.moveBack(byMs)
    this.#maximumQueue.moveBack(byMs)
  }

  /** NaN before the first value. */
  get minimum(): number {
    return this.#minimumQueue.first
  }

  /** NaN before the first value. */
  get maximum(): number {
    return -this.#maximumQueue.first
  }
}

const firstLength = 4

/**
 * Values each of which may still become the least when those before it are too old, in a ring that
 * grows with their number. Places count on; their remainder is where they lie.
 */
class MinimumQueue {
  #times = new Float64Array(firstLength)
  #values = new Float64Array(firstLength)
  #start = 0
  #end = 0

  get first(): number {
    return this.#start === this.#end ? NaN : this.#at(this.#values, this.#start)
  }

  get newest(): number {
    return this.#start === this.#end ? NaN : this.#at(this.#times, this.#end - 1)
  }

  moveBack(byMs: number): void {
    this.#times = this.#times.map((time) => time - byMs)
  }

  add(time: number, value: number, from: number): void {
    while (this.#end > this.#start && value <= this.#at(this.#values, this.#end - 1)) this.#end--
    if (this.#end - this.#start === this.#times.length) this.#grow()
    const place = this.#end & (this.#times.length - 1)
    this.#times[place] = time
    this.#values[place] = value
    this.#end++
    while (this.#at(this.#times, this.#start) < from) this.#start++
  }

  #at(column: Float64Array, place: number): number {
    return column[place & (column.length - 1)] ?? NaN
  }

  #grow(): void {
    const [times, values] = [this.#times, this.#values]
    const count = this.#end - this.#start
    this.#times = new Float64Array(times.length * 2)
    this.#values = new Float64Array(times.length * 2)
    for (let index = 0; index < count; index++) {
      this.#times[index] = this.#at(times, this.#start + index)
      this.#values[index] = this.#at(values, this.#start + index)
    }
    this.#start = 0
    this.#end = count
  }
}
