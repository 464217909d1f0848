import type { Frame } from '#kit/server/journal/frame.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { ReadingTable } from '../readings-store.ts'

// Numbers and texts have a table each. A reading that lies outside of everything its sensor had is new for certain; the others are
// doubtful: they may be repetitions, and are looked up before they are stored.
const kinds = {
  numeric_readings: { new: 1, doubtful: 3 },
  text_readings: { new: 2, doubtful: 4 },
} as const satisfies Record<ReadingTable, Record<'new' | 'doubtful', number>>

export function tableOfFrame({ kind }: Pick<Frame, 'kind'>): ReadingTable {
  return kind === kinds.text_readings.new || kind === kinds.text_readings.doubtful ? 'text_readings' : 'numeric_readings'
}

export function isDoubtfulFrame({ kind }: Pick<Frame, 'kind'>): boolean {
  return kind === kinds.numeric_readings.doubtful || kind === kinds.text_readings.doubtful
}

/** Lines of one kind, as bytes: strings that wait for the disk would be garbage that the collector copies around. */
class LineBuffer {
  #bytes = Buffer.allocUnsafe(16 * 1024)
  #length = 0
  count = 0

  add(line: string): void {
    // A character takes at most three bytes for each of its units in the string.
    if (this.#length + line.length * 3 > this.#bytes.length) this.#grow(line.length * 3)
    this.#length += this.#bytes.write(line, this.#length)
    this.count++
  }

  #grow(more: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}

/** Lines of readings that go to disk together. */
export class ReadingGroup {
  readonly #lines = new Map<number, LineBuffer>()
  readonly #done = Promise.withResolvers<void>()
  /** Ids of the sensors. */
  readonly sensors = new Set<number>()
  /** The earliest time of a reading, ms UTC. */
  oldest = Number.POSITIVE_INFINITY
  #length = 0
  #count = 0

  constructor() {
    // Whoever wrote waits for it; when nobody waits any more a failure is nobody's.
    this.#done.promise.catch(() => {})
  }

  /** Length of the lines that were added. */
  get length(): number {
    return this.#length
  }

  /** How many readings were added. */
  get count(): number {
    return this.#count
  }

  /** Resolves when the group is on disk. */
  get done(): Promise<void> {
    return this.#done.promise
  }

  add({ sensorId, time, value }: Reading, line: string, isNew: boolean): void {
    const table = typeof value === 'string' ? 'text_readings' : 'numeric_readings'
    const kind = kinds[table][isNew ? 'new' : 'doubtful']
    let lines = this.#lines.get(kind)
    if (!lines) this.#lines.set(kind, (lines = new LineBuffer()))
    lines.add(line)
    this.sensors.add(sensorId)
    if (time < this.oldest) this.oldest = time
    this.#length += line.length
    this.#count++
  }

  frames(): readonly Frame[] {
    return [...this.#lines].map(([kind, { bytes, count }]) => ({ kind, count, payload: bytes }))
  }

  resolve(): void {
    this.#done.resolve()
  }

  reject(error: Error): void {
    this.#done.reject(error)
  }
}
