/**
 * The least and the greatest of the values of a span of time up to the newest, each in constant
 * time on average: two queues of which the first is the extreme.
 */
export class ExtremesWindow {
  readonly #spanMs: number
  readonly #least: Extremes
  readonly #greatest: Extremes

  constructor(spanMs: number) {
    this.#spanMs = spanMs
    this.#least = new Extremes((one, other) => one <= other)
    this.#greatest = new Extremes((one, other) => one >= other)
  }

  /** Times must not go back. */
  add(time: number, value: number): void {
    this.#least.add(time, value, time - this.#spanMs)
    this.#greatest.add(time, value, time - this.#spanMs)
  }

  /** NaN before the first value. */
  get minimum(): number {
    return this.#least.first
  }

  /** NaN before the first value. */
  get maximum(): number {
    return this.#greatest.first
  }
}

/** Entries that are given up at once when so many at the front are out of the window. */
const removedAtOnce = 256

/** Values each of which may still become the extreme when those before it are too old. */
class Extremes {
  readonly #outdoes: (one: number, other: number) => boolean
  readonly #entries: { readonly time: number; readonly value: number }[] = []
  #start = 0

  constructor(outdoes: (one: number, other: number) => boolean) {
    this.#outdoes = outdoes
  }

  get first(): number {
    return this.#entries[this.#start]?.value ?? NaN
  }

  add(time: number, value: number, from: number): void {
    const entries = this.#entries
    while (entries.length > this.#start && this.#outdoes(value, entries.at(-1)?.value ?? NaN))
      entries.pop()
    entries.push({ time, value })
    while ((entries[this.#start]?.time ?? time) < from) this.#start++
    if (this.#start < removedAtOnce) return
    entries.splice(0, this.#start)
    this.#start = 0
  }
}
