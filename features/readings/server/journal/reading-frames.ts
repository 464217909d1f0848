import type { Frame } from '#kit/server/journal/frame.ts'
import type { Reading } from '#kit/model/reading.ts'
import {
  lineOf,
  maximumNumberLineBytes,
  monthOf,
  parseLines,
  withWholeTimes,
  writeNumberLine,
} from '../writer/reading-lines.ts'
import type { ReadingTable } from '../store/readings-store.ts'

// Numbers and texts have a table each. A reading that lies outside of everything its sensor had is
// new for certain; the others are unchecked: they may be repetitions, and are looked up before they
// are stored.
const kinds = {
  numeric_readings: { new: 1, unchecked: 3 },
  text_readings: { new: 2, unchecked: 4 },
} as const satisfies Record<ReadingTable, Record<'new' | 'unchecked', number>>

export function tableOfFrame({ kind }: Pick<Frame, 'kind'>): ReadingTable {
  return kind === kinds.text_readings.new || kind === kinds.text_readings.unchecked
    ? 'text_readings'
    : 'numeric_readings'
}

/** The month of all readings in the frame, as a number. */
export function monthOfFrame({ payload }: Pick<Frame, 'payload'>): number {
  const [first] = parseLines(payload.subarray(0, payload.indexOf(0x0a) + 1).toString('utf8'))
  return monthOf(first?.time ?? Number.NaN)
}

/** The lines of a frame as the store takes them. */
export function linesOfFrame(frame: Pick<Frame, 'payload'>): Buffer {
  return withWholeTimes(frame.payload, monthOfFrame(frame))
}

export function isUncheckedFrame({ kind }: Pick<Frame, 'kind'>): boolean {
  return kind === kinds.numeric_readings.unchecked || kind === kinds.text_readings.unchecked
}

/**
 * Lines of one kind, as bytes: strings that wait for the disk would be garbage that the collector
 * copies around.
 */
class LineBuffer {
  readonly kind: number
  #bytes: Buffer
  #length = 0
  count = 0

  constructor(kind: number, expectedBytes: number) {
    this.kind = kind
    this.#bytes = Buffer.allocUnsafe(expectedBytes)
  }

  /** Returns how many bytes the line of the reading takes. */
  add(reading: Reading): number {
    const start = this.#length
    if (typeof reading.value === 'string') this.#addLine(lineOf(reading))
    else {
      if (start + maximumNumberLineBytes > this.#bytes.length) this.#grow(maximumNumberLineBytes)
      this.#length = writeNumberLine(this.#bytes, start, reading)
    }
    this.count++
    return this.#length - start
  }

  #addLine(line: string): void {
    // A character takes at most three bytes for each of its units in the string.
    if (this.#length + line.length * 3 > this.#bytes.length) this.#grow(line.length * 3)
    this.#length += this.#bytes.write(line, this.#length)
  }

  #grow(more: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  /** However much waits while the disk stalls, no frame is longer than can be read again. */
  get isFull(): boolean {
    return this.#length >= frameBytes
  }
}

const frameBytes = 1024 * 1024

/** Bytes for a frame of each kind. */
export type FrameSizes = ReadonlyMap<number, number>

const minimumBytes = 2 * 1024

/**
 * Lines of readings that go to disk together. Each frame holds those of one month: what goes to the
 * store in one insert is divided by it.
 */
export class ReadingGroup {
  readonly #frames: LineBuffer[] = []
  readonly #open = new Map<number, LineBuffer>()
  #month = { from: 0, to: 0, number: 0 }
  readonly #done = Promise.withResolvers<void>()
  /** Ids of the sensors. */
  readonly sensors = new Set<number>()
  /** The earliest time of a reading, ms UTC. */
  oldest = Number.POSITIVE_INFINITY
  readonly #expected: FrameSizes
  #length = 0
  #count = 0

  /** `expected`: the sizes of the group before, which was probably of the same size. */
  constructor(expected: FrameSizes = new Map()) {
    this.#expected = expected
    // Whoever wrote waits for it; when nobody waits any more a failure is nobody's.
    this.#done.promise.catch(() => {})
  }

  /** Bytes of the lines that were added. */
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

  add(reading: Reading, isNew: boolean): void {
    const { sensorId, time, value } = reading
    const table = typeof value === 'string' ? 'text_readings' : 'numeric_readings'
    this.#length += this.#linesOf(kinds[table][isNew ? 'new' : 'unchecked'], time).add(reading)
    this.sensors.add(sensorId)
    if (time < this.oldest) this.oldest = time
    this.#count++
  }

  #linesOf(kind: number, time: number): LineBuffer {
    // Nearly all readings are of the same month: one date for all of them is enough.
    if (!(time >= this.#month.from && time < this.#month.to)) this.#month = monthAround(time)
    const key = this.#month.number * 8 + kind
    const open = this.#open.get(key)
    if (open && !open.isFull) return open
    const lines = new LineBuffer(kind, this.#expected.get(kind) ?? minimumBytes)
    this.#open.set(key, lines)
    this.#frames.push(lines)
    return lines
  }

  frames(): readonly Frame[] {
    return this.#frames.map(({ kind, bytes, count }) => ({ kind, count, payload: bytes }))
  }

  /** A little more than what the largest frames take. */
  sizes(): FrameSizes {
    const sizes = new Map<number, number>()
    for (const { kind, bytes } of this.#frames)
      sizes.set(kind, Math.max(sizes.get(kind) ?? minimumBytes, Math.ceil(bytes.length * 1.25)))
    return sizes
  }

  resolve(): void {
    this.#done.resolve()
  }

  reject(error: Error): void {
    this.#done.reject(error)
  }
}

/** The month of a time and its bounds, ms UTC. */
function monthAround(time: number): { from: number; to: number; number: number } {
  const number = monthOf(time)
  const [year, month] = [Math.floor(number / 12), number % 12]
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1), number }
}
