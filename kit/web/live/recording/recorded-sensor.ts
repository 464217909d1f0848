import type { LiveValue } from '../values/live-state.ts'
import { trendWindowMs } from '../values/sensor-trends.ts'
import type { Span, Trend } from '../values/trend.ts'

/** Texts of a trend are numbers: their place in a list. */
export interface TextCodes {
  codeOf(text: string): number
}

/** What one sensor reported in a recording. It is at one moment, which may move both ways. */
export class RecordedSensor {
  /** Oldest first; the first one may be of before the recording. */
  readonly #values: readonly LiveValue[]
  readonly #times: Float64Array
  readonly #points: Float64Array
  #index = -1
  #at = -Infinity

  /** `trend`: times and values of before the recording, oldest first. */
  constructor(
    values: readonly LiveValue[],
    trend: readonly [times: ArrayLike<number>, points: ArrayLike<number>],
    codes: TextCodes,
  ) {
    this.#values = values
    const usable = values.filter(({ quality, value }) => quality !== 2 && value !== null)
    const last = trend[0][trend[0].length - 1] ?? -Infinity
    const added = usable.filter(({ time }) => time > last)
    const pointOf = ({ value }: LiveValue) =>
      typeof value === 'number' ? value : codes.codeOf(String(value))
    this.#times = Float64Array.of(...Array.from(trend[0]), ...added.map(({ time }) => time))
    this.#points = Float64Array.of(...Array.from(trend[1]), ...added.map(pointOf))
  }

  /** Moves to a moment, ms UTC; whether the sensor says something else there. */
  moveTo(at: number): boolean {
    const before = this.#index
    this.#at = at
    while ((this.#values[this.#index + 1]?.time ?? Infinity) <= at) this.#index++
    while (this.#index >= 0 && (this.#values[this.#index]?.time ?? 0) > at) this.#index--
    return this.#index !== before
  }

  value(): LiveValue | undefined {
    return this.#values[this.#index]
  }

  /** What it reported last in the recording. */
  lastValue(): LiveValue | undefined {
    return this.#values.at(-1)
  }

  /** The minutes before the moment. */
  readonly trend: Trend = {
    times: () => this.#times.subarray(...this.#window(this.#at)),
    values: () => this.#points.subarray(...this.#window(this.#at)),
    badSpans: () => this.#spansOf((each) => each.quality === 2 || each.value === null),
    uncertainSpans: () => this.#spansOf((each) => each.quality === 1 && each.value !== null),
  }

  /** The minutes before `at`, for a recording that follows. */
  trendUntil(at: number): readonly [Float64Array, Float64Array] {
    const window = this.#window(at)
    return [this.#times.slice(...window), this.#points.slice(...window)]
  }

  /** Such readings in a row, as far as this recording reaches back. */
  #spansOf(isSuch: (value: LiveValue) => boolean): readonly Span[] {
    const spans: { from: number; to: number }[] = []
    let isInRow = false
    for (const value of this.#values.slice(0, this.#index + 1)) {
      const { time } = value
      const last = spans.at(-1)
      if (!isSuch(value)) isInRow = false
      else if (isInRow && last) last.to = time
      else {
        spans.push({ from: time, to: time })
        isInRow = true
      }
    }
    return spans.filter(({ to }) => to > this.#at - trendWindowMs)
  }

  #window(at: number): [number, number] {
    return [firstAfter(this.#times, at - trendWindowMs), firstAfter(this.#times, at)]
  }
}

/** The first place of sorted times that lies after `at`. */
function firstAfter(times: Float64Array, at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low
}
