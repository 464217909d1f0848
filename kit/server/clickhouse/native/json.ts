import { nextSlice } from '#kit/server/process/slices.ts'
import { columnParts, copyNumbers, lengthOf, type Part } from './blocks.ts'
import { maximumNumberBytes, writeDoubles, writeWholes } from './number-text.ts'

/** Numbers that are written at once. */
const atOnce = 4_096
const pieceBytes = 256 * 1024
const [open, close] = [0x5b, 0x5d]
/** Others are let in after so long, ms. */
const busyMs = 1

/** Nobody is let in while they are in use. */
const scratch = new Float64Array(atOnce)

/** What whoever asked does with an answer, besides its text. */
export interface ColumnObserver {
  /** So many rows have come, and no text of them is made yet: none is when this throws. */
  begin(rows: number): void
  /** Gets numbers of a column, which is counted from 0 on; others are in their place afterwards. */
  add(column: number, numbers: Float64Array): void
}

/**
 * The columns of an answer in the engine's format Native as JSON, an array of each, in pieces.
 * Throws TypeError at a column that is not of numbers.
 */
export async function nativeJson(answer: Buffer, observer?: ColumnObserver): Promise<Buffer[][]> {
  const parts = columnParts(answer)
  observer?.begin(rowsOf(parts[0] ?? []))
  const columns: Buffer[][] = []
  for (const [column, ofColumn] of parts.entries())
    columns.push(await arrayOf(ofColumn, (numbers) => observer?.add(column, numbers)))
  return columns
}

/** Numbers as a JSON array, in pieces; `areWhole`: all are whole ones below 2^53. */
export function numberArrayJson(numbers: Float64Array, areWhole: boolean): Buffer[] {
  const json = new NumbersJson(numbers.length * maximumNumberBytes + 2)
  json.addArray(numbers, areWhole)
  return json.end()
}

const rowsOf = (column: readonly Part[]) => column.reduce((sum, part) => sum + lengthOf(part), 0)

async function arrayOf(
  parts: readonly Part[],
  observe: (numbers: Float64Array) => void,
): Promise<Buffer[]> {
  const json = new NumbersJson(rowsOf(parts) * maximumNumberBytes + 2)
  json.beginArray()
  let begun = performance.now()
  for (const part of parts)
    for (let first = 0; first < lengthOf(part); first += atOnce) {
      const some = scratch.subarray(0, copyNumbers(part, first, scratch))
      observe(some)
      json.addNumbers(some, part.isWhole)
      if (performance.now() - begun < busyMs) continue
      await nextSlice()
      begun = performance.now()
    }
  json.endArray()
  return json.end()
}

/** JSON as it grows: arrays of numbers, and what is between them. */
export class NumbersJson {
  readonly #pieces: Buffer[] = []
  /** Not a Buffer: code that writes to arrays of both kinds takes twice as long. */
  #piece: Uint8Array<ArrayBuffer>
  #at = 0
  #isEmptyArray = true

  /** `bytes`: as long as it will be, or longer; short texts are no burden then. */
  constructor(bytes: number) {
    this.#piece = new Uint8Array(Math.min(pieceBytes, bytes))
  }

  /** What is between arrays: characters of ASCII, less than a piece of them. */
  addText(text: string): void {
    this.#makeRoom(text.length)
    for (let index = 0; index < text.length; index++)
      this.#piece[this.#at++] = text.charCodeAt(index)
  }

  /** `areWhole`: all numbers are whole ones below 2^53. */
  addArray(numbers: Float64Array, areWhole: boolean): void {
    this.beginArray()
    for (let first = 0; first < numbers.length; first += atOnce)
      this.addNumbers(numbers.subarray(first, first + atOnce), areWhole)
    this.endArray()
  }

  beginArray(): void {
    this.#makeRoom(1)
    this.#piece[this.#at++] = open
    this.#isEmptyArray = true
  }

  /** Some thousands at most, of an array that has begun. */
  addNumbers(numbers: Float64Array, areWhole: boolean): void {
    if (numbers.length === 0) return
    this.#makeRoom(numbers.length * maximumNumberBytes)
    this.#at = (areWhole ? writeWholes : writeDoubles)(this.#piece, this.#at, numbers)
    this.#isEmptyArray = false
  }

  endArray(): void {
    if (this.#isEmptyArray) this.#makeRoom(1)
    // The comma behind the last number gives way.
    else this.#at -= 1
    this.#piece[this.#at++] = close
  }

  /** All pieces; nothing is added afterwards. */
  end(): Buffer[] {
    return [...this.#pieces, this.#written()]
  }

  #makeRoom(bytes: number): void {
    if (this.#piece.length - this.#at >= bytes) return
    this.#pieces.push(this.#written())
    this.#piece = new Uint8Array(pieceBytes)
    this.#at = 0
  }

  #written(): Buffer {
    return Buffer.from(this.#piece.buffer, 0, this.#at)
  }
}
