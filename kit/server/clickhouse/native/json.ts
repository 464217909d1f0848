import { nextSlice } from '#kit/server/process/slices.ts'
import { columnParts, copyNumbers, isWhole, lengthOf, type Part } from './blocks.ts'
import { maximumNumberBytes, writeDoubles, writeWholes } from './number-text.ts'

/** Numbers that are written at once. */
const atOnce = 4_096
const pieceBytes = 256 * 1024
const [open, close] = [0x5b, 0x5d]
/** Others are let in after so long, ms. */
const busyMs = 1

/** What whoever asked does with an answer, besides its text. */
export interface ColumnObserver {
  /** So many rows have come, and no text of them is made yet: none is when this throws. */
  begin(rows: number): void
  /** Gets numbers of a column, which is counted from 0 on. */
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
  const text = new ArrayText(numbers.length)
  for (let first = 0; first < numbers.length; first += atOnce)
    text.write(numbers.subarray(first, first + atOnce), areWhole ? writeWholes : writeDoubles)
  return text.end()
}

const rowsOf = (column: readonly Part[]) => column.reduce((sum, part) => sum + lengthOf(part), 0)

async function arrayOf(
  parts: readonly Part[],
  observe: (numbers: Float64Array) => void,
): Promise<Buffer[]> {
  const text = new ArrayText(rowsOf(parts))
  const numbers = new Float64Array(atOnce)
  let begun = performance.now()
  for (const part of parts)
    for (let first = 0; first < lengthOf(part); first += atOnce) {
      const some = numbers.subarray(0, copyNumbers(part, first, numbers))
      observe(some)
      text.write(some, isWhole(part) ? writeWholes : writeDoubles)
      if (performance.now() - begun < busyMs) continue
      await nextSlice()
      begun = performance.now()
    }
  return text.end()
}

/** The text of an array of numbers, as it grows. */
class ArrayText {
  readonly #pieces: Buffer[] = []
  /** Not a Buffer: code that writes to arrays of both kinds takes twice as long. */
  #piece: Uint8Array<ArrayBuffer>
  #at = 1

  /** Thousands of short arrays are no burden: each takes what its text may need. */
  constructor(numbers: number) {
    this.#piece = new Uint8Array(Math.min(pieceBytes, numbers * maximumNumberBytes + 2))
    this.#piece[0] = open
  }

  write(numbers: Float64Array, writeTo: typeof writeWholes): void {
    if (this.#piece.length - this.#at < numbers.length * maximumNumberBytes + 1) {
      this.#pieces.push(this.#written())
      this.#piece = new Uint8Array(pieceBytes)
      this.#at = 0
    }
    this.#at = writeTo(this.#piece, this.#at, numbers)
  }

  end(): Buffer[] {
    const isEmpty = this.#pieces.length === 0 && this.#at === 1
    // The comma behind the last number gives way.
    if (!isEmpty) this.#at -= 1
    this.#piece[this.#at++] = close
    return [...this.#pieces, this.#written()]
  }

  #written(): Buffer {
    return Buffer.from(this.#piece.buffer, 0, this.#at)
  }
}
