/**
 * Blocks of the engine's format Native: columns as they are in memory
 * (https://clickhouse.com/docs/interfaces/formats/Native).
 */

type Size = 1 | 2 | 4 | 8

/** Bytes of a value of each type. */
const sizes: Readonly<Record<string, Size>> = {
  ...{ UInt8: 1, UInt16: 2, UInt32: 4, DateTime: 4 },
  ...{ UInt64: 8, Int64: 8, DateTime64: 8, Float64: 8 },
}

interface NumberKind {
  /** Bytes of a number. */
  readonly size: Size
  /** Whether the numbers are whole ones; of 64 bits they are below 2^53. */
  readonly isWhole: boolean
}

/** A column of one block, as its bytes. */
export interface Part extends NumberKind {
  readonly bytes: Buffer
}

/** The columns of an answer, each in the parts of its blocks. */
export function columnParts(bytes: Buffer): Part[][] {
  const blocks: Part[][] = []
  const reader = new BlockReader(bytes)
  while (!reader.isAtEnd) blocks.push(reader.block())
  const [first = []] = blocks
  return first.map((_, column) => blocks.flatMap((block) => block[column] ?? []))
}

/** Numbers of a part. */
export const lengthOf = ({ size, bytes }: Part): number => bytes.length / size

/** Copies the numbers from the one at `first` on until `target` is full; returns how many. */
export function copyNumbers(part: Part, first: number, target: Float64Array): number {
  const { size } = part
  const count = Math.min(target.length, lengthOf(part) - first)
  const bytes = part.bytes.subarray(first * size, (first + count) * size)
  if (part.isWhole) writeWholes(target.subarray(0, count), alignedCopy(bytes), size)
  else new Uint8Array(target.buffer, target.byteOffset, bytes.length).set(bytes)
  return count
}

const two32 = 2 ** 32

function writeWholes(target: Float64Array, copy: ArrayBuffer, size: Size): void {
  const count = target.length
  if (size === 1) return target.set(new Uint8Array(copy, 0, count))
  if (size === 2) return target.set(new Uint16Array(copy, 0, count))
  if (size === 4) return target.set(new Uint32Array(copy, 0, count))
  // Of 64 bits, which are below 2^53.
  const [low, high] = [new Uint32Array(copy, 0, 2 * count), new Int32Array(copy, 0, 2 * count)]
  for (let index = 0; index < count; index++)
    target[index] = (high[2 * index + 1] ?? 0) * two32 + (low[2 * index] ?? 0)
}

let scratch = new ArrayBuffer(512 * 1024)

/**
 * Typed arrays begin at whole multiples of their element alone. The next call writes over it:
 * garbage of this size is costly.
 */
function alignedCopy(bytes: Buffer): ArrayBuffer {
  if (bytes.length > scratch.byteLength) scratch = new ArrayBuffer(bytes.length)
  new Uint8Array(scratch).set(bytes)
  return scratch
}

class BlockReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  block(): Part[] {
    const [columns, rows] = [this.#length(), this.#length()]
    return Array.from({ length: columns }, () => {
      this.#text()
      const kind = kindOf(this.#text())
      return { ...kind, bytes: this.#take(rows * kind.size) }
    })
  }

  #text(): string {
    return this.#take(this.#length()).toString('latin1')
  }

  #take(length: number): Buffer {
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  /** Seven bits a byte, the lowest first. */
  #length(): number {
    for (let [length, factor] = [0, 1]; ; factor *= 128) {
      const byte = this.#bytes.readUInt8(this.#at++)
      length += (byte & 127) * factor
      if (byte < 128) return length
    }
  }
}

/** `SimpleAggregateFunction(min, Float64)` is stored as Float64, `DateTime('UTC')` as DateTime. */
const nameOf = (type: string) =>
  (/^SimpleAggregateFunction\(\w+, (.*)\)$/.exec(type)?.[1] ?? type).replace(/\(.*$/, '')

/** Throws TypeError at a type that is not of numbers. */
function kindOf(type: string): NumberKind {
  const name = nameOf(type)
  const size = sizes[name]
  if (!size) throw new TypeError(`${type} is no type of numbers`)
  return { size, isWhole: name !== 'Float64' }
}
