import { DenseCounts } from './dense-counts.ts'
import type { CountedValues } from './values-statistics.ts'

const firstSize = 2 ** 13
/**
 * A value is looked for in so many places: usual ones lie within forty of theirs, and those that
 * somebody chose for having the same place would hold up everybody.
 */
const maximumSteps = 256
const bits = new Float64Array(1)
const words = new Uint32Array(bits.buffer)

/** Counts how often each value occurs, in a table of its own: a Map takes three times as long. */
export class ValueCounter {
  readonly #maximum: number
  #values = new Float64Array()
  /** 0: no value is there. */
  #numbers = new Uint32Array()
  #count = 0
  /** Where nearly all are counted, as a rule; undefined before the first values. */
  #dense: DenseCounts | null | undefined
  #isFull = false

  /** `maximum`: so many different values are counted. */
  constructor(maximum: number) {
    this.#maximum = maximum
  }

  /** Whether there are more different values than are counted, or too many of the same place. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Counts finite values; when it is full nothing is counted any more. */
  add(values: Float64Array): void {
    if (this.#dense === undefined) this.#dense = DenseCounts.like(values)
    this.#addAll(values, this.#dense)
    if (this.#count + (this.#dense?.count ?? 0) > this.#maximum) this.#isFull = true
  }

  #addAll(values: Float64Array, dense: DenseCounts | null): void {
    for (let index = 0; index < values.length && !this.#isFull; index++) {
      // Counts 0 and -0 as one value.
      const value = (values[index] ?? 0) + 0
      if (dense?.add(value)) continue
      if (this.#values.length === 0) this.#grow()
      const slot = this.#slotOf(value, maximumSteps)
      const number = this.#numbers[slot] ?? 0
      if (number > 0 && this.#values[slot] !== value) this.#isFull = true
      else this.#numbers[slot] = number + 1
      if (number === 0) this.#addValue(slot, value)
    }
  }

  /** The values in ascending order. Asked for once: nothing is counted afterwards. */
  counted(): CountedValues {
    const counted = this.#counted()
    this.#dense?.release()
    return counted
  }

  #counted(): CountedValues {
    const values = new Float64Array(this.#count)
    let at = 0
    for (let slot = 0; slot < this.#numbers.length; slot++)
      if (this.#numbers[slot] !== 0) values[at++] = this.#values[slot] ?? 0
    values.sort()
    const numberOf = (value: number) => this.#numbers[this.#slotOf(value)] ?? 0
    const dense = this.#dense
    if (!dense) return { values, numbers: values.map(numberOf) }
    const counted = dense.counted()
    if (this.#count === 0) return counted
    const all = Float64Array.of(...counted.values, ...values).toSorted()
    return { values: all, numbers: all.map((value) => dense.numberOf(value) || numberOf(value)) }
  }

  /** Where the value is or may be; after so many steps where it is not. */
  #slotOf(value: number, steps = Infinity): number {
    const mask = this.#values.length - 1
    bits[0] = value
    const hash = Math.imul((words[0] ?? 0) ^ Math.imul(words[1] ?? 0, 0x9e_37_79_b1), 0x85_eb_ca_6b)
    let slot = (hash ^ (hash >>> 15)) & mask
    for (let left = steps; left > 0; left--) {
      if (this.#numbers[slot] === 0 || this.#values[slot] === value) return slot
      slot = (slot + 1) & mask
    }
    return slot
  }

  #addValue(slot: number, value: number): void {
    this.#values[slot] = value
    this.#count += 1
    if (this.#count > this.#maximum) this.#isFull = true
    if (this.#count * 2 > this.#values.length) this.#grow()
  }

  #grow(): void {
    const [values, numbers] = [this.#values, this.#numbers]
    const size = Math.max(firstSize, values.length * 2)
    this.#values = new Float64Array(size)
    this.#numbers = new Uint32Array(size)
    for (let index = 0; index < values.length; index++) {
      if (numbers[index] === 0) continue
      const slot = this.#slotOf(values[index] ?? 0)
      this.#values[slot] = values[index] ?? 0
      this.#numbers[slot] = numbers[index] ?? 0
    }
  }
}
