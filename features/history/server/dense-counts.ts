import type { CountedValues } from './values-statistics.ts'

/** Places for each of the first values, and at most: few values are counted in little memory. */
const placesPerValue = 16
const maximumPlaces = 2 ** 16
/** Of a counter that has ended: new memory for each report would be garbage of 256 KB. */
let spare: Uint32Array | undefined
/** Sensors send few decimals. */
const powers = [1, 10, 100, 1_000]

/**
 * Counts values that are whole multiples of a tenth, hundredth or thousandth in one range, which is
 * what sensors send as a rule: each has a place of its own, and none is looked for.
 */
export class DenseCounts {
  readonly #power: number
  /** The multiple at the first place. */
  readonly #base: number
  #numbers: Uint32Array
  #count = 0

  private constructor(power: number, base: number, places: number) {
    this.#power = power
    this.#base = base
    this.#numbers = zeros(places)
  }

  /** For values that are like these; null where they are not of this kind, or far apart. */
  static like(values: Float64Array): DenseCounts | null {
    const power = powers.find((each) => areMultiples(values, each))
    if (power === undefined || values.length === 0) return null
    let [least, greatest] = [Infinity, -Infinity]
    for (let index = 0; index < values.length; index++) {
      const multiple = (values[index] ?? 0) * power
      if (multiple < least) least = multiple
      if (multiple > greatest) greatest = multiple
    }
    const middle = Math.round((least + greatest) / 2)
    const places = Math.min(maximumPlaces, placesPerValue * values.length)
    if (!(greatest - least < places / 2)) return null
    return new DenseCounts(power, middle - places / 2, places)
  }

  /** Different values. */
  get count(): number {
    return this.#count
  }

  /** Counts a value; false where it has no place here, which it then never has. */
  add(value: number): boolean {
    const place = this.#placeOf(value)
    if (place < 0) return false
    const number = this.#numbers[place] ?? 0
    if (number === 0) this.#count += 1
    this.#numbers[place] = number + 1
    return true
  }

  /** Nothing is counted here any more; another counter takes the memory. */
  release(): void {
    spare = this.#numbers
    this.#numbers = new Uint32Array()
  }

  /** How often a value was counted here. */
  numberOf(value: number): number {
    return this.#numbers[this.#placeOf(value)] ?? 0
  }

  /** -1: it has none. */
  #placeOf(value: number): number {
    const multiple = Math.round(value * this.#power)
    const place = multiple - this.#base
    return place >= 0 && place < this.#numbers.length && multiple / this.#power === value
      ? place
      : -1
  }

  /** The values in ascending order. */
  counted(): CountedValues {
    const values = new Float64Array(this.#count)
    const numbers = new Float64Array(this.#count)
    let at = 0
    for (let place = 0; place < this.#numbers.length; place++) {
      const number = this.#numbers[place] ?? 0
      if (number === 0) continue
      values[at] = (place + this.#base) / this.#power
      numbers[at++] = number
    }
    return { values, numbers }
  }
}

function zeros(length: number): Uint32Array {
  if (!spare || spare.buffer.byteLength < length * Uint32Array.BYTES_PER_ELEMENT)
    return new Uint32Array(length)
  const numbers = new Uint32Array(spare.buffer, 0, length)
  spare = undefined
  return numbers.fill(0)
}

/** A loop: a function for each of a few thousand values makes as many objects, all garbage. */
function areMultiples(values: Float64Array, power: number): boolean {
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0
    if (Math.round(value * power) / power !== value) return false
  }
  return true
}
