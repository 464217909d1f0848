import type { CountedValues } from './values-statistics.ts'

const firstSize = 2 ** 13
const bits = new Float64Array(1)
const words = new Uint32Array(bits.buffer)

/** Counts how often each value occurs, in a table of its own: a Map takes three times as long. */
export class ValueCounter {
  readonly #maximum: number
  #values = new Float64Array(firstSize)
  /** 0: no value is there. */
  #numbers = new Uint32Array(firstSize)
  #count = 0

  /** `maximum`: so many different values are counted. */
  constructor(maximum: number) {
    this.#maximum = maximum
  }

  /** Whether there are more different values than are counted. */
  get isFull(): boolean {
    return this.#count > this.#maximum
  }

  /** Counts a finite value; of one that is full nothing is counted any more. */
  add(signed: number): void {
    if (this.isFull) return
    // There is one zero.
    const value = signed + 0
    const slot = this.#slotOf(value)
    if (this.#numbers[slot] === 0) this.#count += 1
    this.#values[slot] = value
    this.#numbers[slot] = (this.#numbers[slot] ?? 0) + 1
    if (this.#count * 2 > this.#values.length) this.#grow()
  }

  /** The values in ascending order. */
  counted(): CountedValues {
    const values = this.#values.filter((_, slot) => this.#numbers[slot] !== 0).toSorted()
    return { values, numbers: values.map((value) => this.#numbers[this.#slotOf(value)] ?? 0) }
  }

  #slotOf(value: number): number {
    const mask = this.#values.length - 1
    bits[0] = value
    const hash = Math.imul((words[0] ?? 0) ^ Math.imul(words[1] ?? 0, 0x9e_37_79_b1), 0x85_eb_ca_6b)
    let slot = (hash ^ (hash >>> 15)) & mask
    while (this.#numbers[slot] !== 0 && this.#values[slot] !== value) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [values, numbers] = [this.#values, this.#numbers]
    this.#values = new Float64Array(values.length * 2)
    this.#numbers = new Uint32Array(values.length * 2)
    for (let index = 0; index < values.length; index++) {
      if (numbers[index] === 0) continue
      const slot = this.#slotOf(values[index] ?? 0)
      this.#values[slot] = values[index] ?? 0
      this.#numbers[slot] = numbers[index] ?? 0
    }
  }
}
