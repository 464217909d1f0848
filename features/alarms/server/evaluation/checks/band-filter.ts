import type { Reading } from '#kit/model/reading.ts'
import type { Band } from './check.ts'

/** Of each sensor: newest time, least and greatest number of its band, newest number. */
const fields = 4
/** Readings of a sensor that are held back at most: a time and a number each, after their count. */
const maximumHeld = 16
const heldFields = 1 + 2 * maximumHeld
const pageIds = 4_096
const none = -1

/**
 * What most readings need of the evaluation, side by side in memory: until when each sensor that
 * has rules was evaluated, and the band in which numbers change nothing for any of them. Numbers
 * are held back for rules that need those of before. A hundred thousand objects would be fetched
 * from memory again and again, as ingest uses the processor's cache itself.
 */
export class BandFilter {
  /** Places by sensor id. */
  readonly #pages: (Int32Array | undefined)[] = []
  #sensors = new Float64Array(64 * fields)
  #slots = new Int32Array(64).fill(none)
  #places = 0
  readonly #freePlaces: number[] = []
  #held = new Float64Array(0)
  #heldCount = 0
  readonly #freeSlots: number[] = []

  /** Gives the sensor a place; nothing of it was evaluated. */
  add(sensorId: number): number {
    const place = this.#freePlaces.pop() ?? this.#places++
    if (place === this.#slots.length) this.#grow()
    const page = (this.#pages[Math.floor(sensorId / pageIds)] ??= emptyPage())
    page[sensorId % pageIds] = place
    this.#sensors.set([-Infinity, NaN, NaN, NaN], place * fields)
    return place
  }

  remove(sensorId: number, place: number): void {
    this.#pages[Math.floor(sensorId / pageIds)]?.fill(
      none,
      sensorId % pageIds,
      (sensorId % pageIds) + 1,
    )
    this.#freePlaces.push(place)
    const slot = this.#slots[place] ?? none
    if (slot !== none) this.#freeSlots.push(slot)
    this.#slots[place] = none
  }

  /** -1: the sensor has no rules. */
  placeOf(sensorId: number): number {
    const page = this.#pages[(sensorId / pageIds) | 0]
    return page === undefined ? none : (page[sensorId % pageIds] ?? none)
  }

  /**
   * Takes a reading that changes nothing for the rules of its sensor and is newer than the newest,
   * but not newer than `latest`, ms UTC; whether it was one.
   */
  take(place: number, { time, value, quality }: Reading, latest: number): boolean {
    const sensors = this.#sensors
    const at = place * fields
    if (typeof value !== 'number' || quality !== 'good') return false
    if (!(value > (sensors[at + 1] ?? NaN) && value < (sensors[at + 2] ?? NaN))) return false
    if (time <= (sensors[at] ?? NaN) || time > latest) return false
    const slot = this.#slots[place] ?? none
    if (slot !== none && !this.#hold(slot, time, value)) return false
    sensors[at] = time
    sensors[at + 3] = value
    return true
  }

  /** Time of the newest reading that was evaluated, ms UTC. */
  newestTime(place: number): number {
    return this.#sensors[place * fields] ?? NaN
  }

  /** The newest number, where the newest reading was taken here. */
  newestNumber(place: number): number | undefined {
    const value = this.#sensors[place * fields + 3] ?? NaN
    return Number.isNaN(value) ? undefined : value
  }

  setNewestTime(place: number, time: number): void {
    this.#sensors[place * fields] = time
  }

  /** From now on numbers in this band change nothing; `holdsBack`: they are asked for later. */
  setBand(place: number, { low, high }: Band, holdsBack: boolean): void {
    this.#sensors[place * fields + 1] = low
    this.#sensors[place * fields + 2] = high
    if (holdsBack && this.#slots[place] === none) this.#slots[place] = this.#newSlot()
  }

  /**
   * Any reading may change something. Gives those that were held back, oldest first, a time and a
   * number each, until anything else is called; null: there are none.
   */
  endBand(place: number): Float64Array | null {
    this.#sensors[place * fields + 1] = NaN
    this.#sensors[place * fields + 3] = NaN
    const slot = this.#slots[place] ?? none
    if (slot === none) return null
    const begin = slot * heldFields
    const count = this.#held[begin] ?? 0
    this.#held[begin] = 0
    return count === 0 ? null : this.#held.subarray(begin + 1, begin + 1 + 2 * count)
  }

  #hold(slot: number, time: number, value: number): boolean {
    const held = this.#held
    const begin = slot * heldFields
    const count = held[begin] ?? 0
    if (count >= maximumHeld) return false
    held[begin + 1 + 2 * count] = time
    held[begin + 2 + 2 * count] = value
    held[begin] = count + 1
    return true
  }

  #newSlot(): number {
    const slot = this.#freeSlots.pop() ?? this.#heldCount++
    if (slot * heldFields >= this.#held.length)
      this.#held = grown(this.#held, new Float64Array((slot * 2 + 16) * heldFields))
    this.#held[slot * heldFields] = 0
    return slot
  }

  #grow(): void {
    const length = this.#slots.length
    this.#slots = grown(this.#slots, new Int32Array(length * 2).fill(none))
    this.#sensors = grown(this.#sensors, new Float64Array(length * 2 * fields))
  }
}

const emptyPage = () => new Int32Array(pageIds).fill(none)

function grown<Column extends Float64Array | Int32Array>(from: Column, to: Column): Column {
  to.set(from)
  return to
}
