import { createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import { guarded } from '#kit/model/spreadsheet-text.ts'
import { badText, type Cell, type Column, type TableFile } from './table.ts'
import { offsetText, type ZoneOffsets } from './zone-offsets.ts'

const bufferLength = 64 * 1024

interface CsvOptions {
  readonly path: string
  readonly offsets: ZoneOffsets
  readonly bad: string
}

/**
 * A file after RFC 4180 in UTF-8, with the mark by which Excel recognises it: one table, times as
 * ISO 8601 with the offset of the zone. A text that a spreadsheet would compute begins with an
 * apostrophe.
 */
export class CsvFile implements TableFile {
  readonly #options: CsvOptions
  readonly #output: WriteStream
  #kinds: readonly Column['kind'][] = []
  #text = '\ufeff'
  #isFull = false

  constructor(options: CsvOptions) {
    this.#options = options
    this.#output = createWriteStream(options.path)
  }

  get bytes(): number {
    return this.#output.bytesWritten
  }

  table(_name: string, columns: readonly Column[]): void {
    if (this.#kinds.length > 0) throw new Error('a CSV file has one table')
    this.#kinds = columns.map(({ kind }) => kind)
    this.#write(columns.flatMap(({ kind, header }) => (kind === 'offset' ? [] : [quoted(header)])))
  }

  row(cells: readonly Cell[]): void {
    const texts: string[] = []
    for (const [index, kind] of this.#kinds.entries())
      if (kind !== 'offset') texts.push(this.#textOf(cells[index] ?? null, kind))
    this.#write(texts)
  }

  async drain(): Promise<void> {
    if (!this.#isFull) return
    this.#isFull = false
    await once(this.#output, 'drain')
  }

  async end(): Promise<number> {
    this.#output.end(this.#text)
    await once(this.#output, 'close')
    return this.#output.bytesWritten
  }

  #write(texts: readonly string[]): void {
    this.#text += `${texts.join(',')}\r\n`
    if (this.#text.length < bufferLength) return
    this.#isFull = !this.#output.write(this.#text)
    this.#text = ''
  }

  #textOf(cell: Cell, kind: Column['kind']): string {
    if (cell === null) return ''
    if (typeof cell === 'number')
      return kind === 'time' ? isoText(cell, this.#options.offsets.at(cell)) : String(cell + 0)
    if (typeof cell === 'string') return quoted(cell)
    if (cell.quality === 'bad') return quoted(badText(cell, this.#options.bad))
    return this.#textOf(cell.value, kind)
  }
}

/** `2026-11-01T01:30:00.250-02:30` */
function isoText(time: number, offset: number): string {
  return new Date(time + offset).toISOString().slice(0, -1) + offsetText(offset)
}

function quoted(text: string): string {
  const safe = guarded(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
