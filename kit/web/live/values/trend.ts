/**
 * The recent past of one sensor: times (ms UTC) and values, oldest first. The arrays belong to the
 * trend: read them at once, they are written again.
 */
export interface Trend {
  times(): Float64Array
  values(): Float64Array
  /** From the first to the last bad reading in a row, oldest first; as far as received. */
  badSpans(): readonly Span[]
  /** The same of uncertain readings, which are points too. */
  uncertainSpans(): readonly Span[]
}

/**
 * A trend that grows, in a fixed amount of memory. Of each slot of `slotMs` it has the first,
 * least, greatest and last value, so that a drawn line has every extreme.
 */
export interface GrowingTrend extends Trend {
  /** Adds a point; one that is not newer than the last is ignored. */
  push(time: number, value: number, isUncertain?: boolean): void
  /** Removes the points and the parts of spans that are newer than `time`. */
  cut(time: number): void
  /**
   * Adds points from elsewhere (oldest first), also between and before those held; a point held
   * stands against another of the same time.
   */
  merge(times: readonly number[], values: readonly number[]): void
  /** Takes down that a reading of `time` was bad, or had no value. */
  pushBad(time: number): void
  /** Adds spans of bad readings from elsewhere; after the points of the same time. */
  mergeBad(spans: readonly Span[]): void
  /** The same of uncertain readings. */
  mergeUncertain(spans: readonly Span[]): void
}

/** ms UTC; a single reading begins and ends at the same moment. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A sensor that is bad at every other reading must not collect spans without end. */
const maximumSpans = 60

const pointsPerSlot = 4

/** A trend that covers `slots` slots of `slotMs` milliseconds up to its newest point. */
export const createTrend = (slotMs: number, slots: number): GrowingTrend =>
  new SlotTrend(slotMs, slots)

/** The part of spans that is not newer than `time`. */
const spansUntil = (time: number, spans: readonly Span[]): readonly Span[] =>
  spans.flatMap(({ from, to }) => (from > time ? [] : [{ from, to: Math.min(to, time) }]))

class SlotTrend implements GrowingTrend {
  readonly #slotMs: number
  readonly #coveredMs: number
  readonly #capacity: number
  readonly #times: Float64Array
  readonly #values: Float64Array
  /** The points held are those from `#start` up to `#end`. */
  #start = 0
  #end = 0
  #bad: readonly Span[] = []
  #uncertain: readonly Span[] = []
  /** Whether the newest reading was uncertain: the next one goes on with its span. */
  #isUncertain = false

  constructor(slotMs: number, slots: number) {
    this.#slotMs = slotMs
    this.#coveredMs = slotMs * slots
    this.#capacity = slots * pointsPerSlot
    this.#times = new Float64Array(this.#capacity * 2)
    this.#values = new Float64Array(this.#capacity * 2)
  }

  times(): Float64Array {
    return this.#times.subarray(this.#start, this.#end)
  }

  values(): Float64Array {
    return this.#values.subarray(this.#start, this.#end)
  }

  push(time: number, value: number, isUncertain = false): void {
    if (time <= this.#newestTime()) return
    this.#append(time, value)
    if (isUncertain) this.#uncertain = this.#extended(this.#uncertain, time, this.#isUncertain)
    this.#isUncertain = isUncertain
  }

  cut(time: number): void {
    while (this.#newestTime() > time) this.#end--
    this.#bad = spansUntil(time, this.#bad)
    this.#uncertain = spansUntil(time, this.#uncertain)
    const newest = this.#newestTime()
    const isWithin = (spans: readonly Span[]) => (spans.at(-1)?.to ?? -Infinity) >= newest
    this.#isUncertain = this.#end > this.#start && isWithin(this.#uncertain) && !isWithin(this.#bad)
  }

  pushBad(time: number): void {
    const last = this.#bad.at(-1)
    const newest = Math.max(this.#newestTime(), last?.to ?? -Infinity)
    if (time <= newest) return
    const goesOn = last !== undefined && last.to > this.#newestTime()
    this.#bad = this.#extended(this.#bad, time, goesOn)
    this.#isUncertain = false
  }

  mergeBad(spans: readonly Span[]): void {
    this.#bad = this.#joined(this.#bad, spans)
  }

  mergeUncertain(spans: readonly Span[]): void {
    this.#uncertain = this.#joined(this.#uncertain, spans)
  }

  badSpans(): readonly Span[] {
    return this.#bad
  }

  uncertainSpans(): readonly Span[] {
    return this.#uncertain
  }

  /** Spans with a reading of `time`, as one more, or as the end of the last. */
  #extended(spans: readonly Span[], time: number, goesOn: boolean): readonly Span[] {
    const last = goesOn ? spans.at(-1) : undefined
    const oldest = time - this.#coveredMs
    return [...(last ? spans.slice(0, -1) : spans), { from: last?.from ?? time, to: time }]
      .filter(({ to }) => to >= oldest)
      .slice(-maximumSpans)
  }

  /** Spans of two lists as one; those without a point between them are one span. */
  #joined(own: readonly Span[], added: readonly Span[]): readonly Span[] {
    if (added.length === 0) return own
    const joined: Span[] = []
    for (const span of [...own, ...added].toSorted((one, other) => one.from - other.from)) {
      const last = joined.at(-1)
      if (last && !this.#hasPointBetween(last.to, span.from))
        joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
      else joined.push(span)
    }
    return joined.slice(-maximumSpans)
  }

  #hasPointBetween(from: number, to: number): boolean {
    return this.times().some((time) => time > from && time < to)
  }

  merge(times: readonly number[], values: readonly number[]): void {
    if (times.length === 0) return
    const heldTimes = this.times().slice()
    const heldValues = this.values().slice()
    this.#start = this.#end = 0
    let held = 0
    let added = 0
    while (held < heldTimes.length || added < times.length) {
      const heldTime = heldTimes[held] ?? Infinity
      const addedTime = times[added] ?? Infinity
      if (heldTime <= addedTime) {
        this.#append(heldTime, heldValues[held++] ?? 0)
        if (addedTime === heldTime) added++
      } else this.push(addedTime, values[added++] ?? 0)
    }
  }

  #newestTime(): number {
    return this.#end > this.#start ? this.#timeAt(this.#end - 1) : -Infinity
  }

  #timeAt(index: number): number {
    return this.#times[index] ?? 0
  }

  #valueAt(index: number): number {
    return this.#values[index] ?? 0
  }

  #append(time: number, value: number): void {
    this.#makeRoom()
    this.#times[this.#end] = time
    this.#values[this.#end] = value
    this.#end++
    this.#thinNewestSlot()
    const oldest = time - this.#coveredMs
    while (
      this.#end - this.#start > this.#capacity ||
      (this.#start < this.#end && this.#timeAt(this.#start) < oldest)
    )
      this.#start++
  }

  #makeRoom(): void {
    if (this.#end < this.#times.length) return
    this.#times.copyWithin(0, this.#start, this.#end)
    this.#values.copyWithin(0, this.#start, this.#end)
    this.#end -= this.#start
    this.#start = 0
  }

  /** Drops the point of the newest slot that is neither its first, last, least nor greatest. */
  #thinNewestSlot(): void {
    const first = this.#end - pointsPerSlot - 1
    if (first < this.#start || this.#slotOf(first) !== this.#slotOf(this.#end - 1)) return
    let minimum = first
    let maximum = first
    for (let index = first + 1; index < this.#end; index++) {
      if (this.#valueAt(index) < this.#valueAt(minimum)) minimum = index
      if (this.#valueAt(index) > this.#valueAt(maximum)) maximum = index
    }
    let spare = first + 1
    while (spare === minimum || spare === maximum) spare++
    this.#times.copyWithin(spare, spare + 1, this.#end)
    this.#values.copyWithin(spare, spare + 1, this.#end)
    this.#end--
  }

  #slotOf(index: number): number {
    return Math.floor(this.#timeAt(index) / this.#slotMs)
  }
}
