import type { StatisticsRow } from './statistics-store.ts'
import { ValueCounter } from './value-counter.ts'
import { valuesStatistics } from './values-statistics.ts'

/** With more different values than these the engine is asked for their figures. */
const manyValues = 20_000
const bad = 2
export const rawColumns = ['quality', 'time', 'value'] as const

/** What readings say together, from their columns (`rawColumns`) one after the other. */
export class RawFigures {
  readonly #counter = new ValueCounter(manyValues)
  /** Of each chunk; null where none is bad. */
  readonly #qualities: (Uint8Array | null)[] = []
  /** Readings of the column that is being read, until now. */
  #at = 0
  #column = 0
  #badCount = 0
  /** Where the last usable reading is, and the first one of the same time. */
  #lastAt = -1
  #firstOfLast = 0
  #last: number | null = null
  #timeBefore = Number.NaN
  #hasEqualTimes = false

  /** Whether readings that follow each other are of one time. */
  get hasEqualTimes(): boolean {
    return this.#hasEqualTimes
  }

  add(column: number, numbers: Float64Array): void {
    if (column !== this.#column) this.#at = 0
    this.#column = column
    const name = rawColumns[column]
    if (name === 'quality') this.#addQualities(numbers)
    else if (name === 'time') this.#addTimes(numbers)
    else this.#addValues(numbers)
    this.#at += numbers.length
  }

  /** The figures of `readStatistics`; null where values are too many to be counted here. */
  statistics(): Promise<StatisticsRow> | null {
    if (this.#counter.isFull) return null
    const { values, numbers } = this.#counter.counted()
    return valuesStatistics({ values, numbers }, { badCount: this.#badCount, last: this.#last })
  }

  #addQualities(qualities: Float64Array): void {
    const before = this.#badCount
    for (let index = 0; index < qualities.length; index++)
      if (qualities[index] === bad) this.#badCount += 1
      else this.#lastAt = this.#at + index
    this.#qualities.push(this.#badCount > before ? new Uint8Array(qualities) : null)
  }

  #addTimes(times: Float64Array): void {
    const end = this.#lastAt - this.#at
    for (let index = 0; index < times.length; index++) {
      const time = times[index] ?? 0
      if (time === this.#timeBefore) this.#hasEqualTimes = true
      else if (index <= end) this.#firstOfLast = this.#at + index
      this.#timeBefore = time
    }
  }

  /** Chunks of each column begin at the same readings. */
  #addValues(values: Float64Array): void {
    const qualities = this.#qualities.shift()
    const isUsable = (_: number, index: number) => qualities?.[index] !== bad
    this.#counter.add(qualities ? values.filter(isUsable) : values)
    // Of several at the last time the greatest is the last one.
    const first = Math.max(0, this.#firstOfLast - this.#at)
    const end = Math.min(values.length, this.#lastAt - this.#at + 1)
    for (let index = first; index < end; index++) {
      const value = values[index] ?? 0
      if (isUsable(value, index)) this.#last = Math.max(this.#last ?? value, value)
    }
  }
}
