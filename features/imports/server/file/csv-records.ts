import { maximumColumns, type Mapping } from '../../contract/mapping.ts'
import { refuseBehindColumns, type Row } from './row.ts'

/** A longer line is none of a table. */
export const maximumLineLength = 1_000_000
/**
 * A row over several lines that is longer has a quotation mark that was never closed: the longest
 * cell of a spreadsheet has half of it.
 */
const maximumRecordLength = 65_536

/** A line of a file, without its line break and with it apart. */
export interface CsvLine {
  /** From 1. */
  readonly number: number
  readonly text: string
  readonly lineBreak: string
}

/** A quoted cell that goes on over the end of its line. */
interface OpenCell {
  /** Where it opens. */
  readonly line: CsvLine
  text: string
  /** The lines behind that one. */
  readonly held: CsvLine[]
}

/**
 * Makes rows of lines. Over lines a quoted cell goes on only until a quotation mark before a
 * separator or the end of a line; where another one, too much text or the end of the file comes
 * first, the line where it opens is refused, and the lines behind it are read anew.
 */
export class CsvRecords {
  readonly #separator: string
  readonly #quote: string
  #rows: Row[] = []
  #cells: string[] = []
  #line = 0
  #length = 0
  #open: OpenCell | null = null

  constructor({ separator, quote }: Pick<Mapping, 'separator' | 'quote'>) {
    this.#separator = separator
    this.#quote = quote
  }

  /** Rows that have ended since they were taken last. */
  takeRows(): readonly Row[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  get count(): number {
    return this.#rows.length
  }

  add(line: CsvLine): void {
    const { number, text } = line
    if (this.#open) this.#goOn(line, this.#open)
    else if (text.length > maximumLineLength) this.#refuse(line)
    else if (text !== '' && !text.includes(this.#quote))
      this.#addRow(number, text.split(this.#separator))
    else if (text !== '') {
      this.#line = number
      this.#length = 0
      this.#cells = []
      this.#read(line, 0)
    }
  }

  /** Nothing comes any more. */
  end(): void {
    if (this.#open) this.#giveUp(this.#open)
  }

  #goOn(line: CsvLine, open: OpenCell): void {
    const { text } = line
    const end = this.#closing(text, 0)
    if (text.length > maximumRecordLength || (end !== -1 && !this.#endsCell(text, end + 1))) {
      this.#giveUp(open)
      return this.add(line)
    }
    if (end === -1) {
      open.text += text + line.lineBreak
      open.held.push(line)
      this.#count(line, open)
      return
    }
    this.#cells.push(this.#unescaped(open.text + text.slice(0, end)))
    this.#open = null
    this.#read(line, end + 2)
  }

  /** The cells of a line from a place on. */
  #read(line: CsvLine, from: number): void {
    const { text } = line
    let at = from
    while (at <= text.length) {
      const isQuoted = text[at] === this.#quote
      const end = isQuoted ? this.#closing(text, at + 1) : at
      if (end === -1) {
        this.#open = { line, text: text.slice(at + 1) + line.lineBreak, held: [] }
        return this.#count(line, this.#open)
      }
      const isClosed = isQuoted && this.#endsCell(text, end + 1)
      const to = isClosed ? end + 1 : this.#cellEnd(text, end)
      this.#cells.push(isClosed ? this.#unescaped(text.slice(at + 1, end)) : text.slice(at, to))
      at = to + 1
    }
    this.#addRow(this.#line, this.#cells)
  }

  #addRow(line: number, all: readonly string[]): void {
    const isWide = all.length > maximumColumns
    if (isWide) refuseBehindColumns(all.slice(maximumColumns))
    this.#rows.push({ sheet: null, line, cells: isWide ? all.slice(0, maximumColumns) : all })
  }

  #count({ text }: CsvLine, open: OpenCell): void {
    // An empty line has no text, yet it is held.
    this.#length += text.length + 1
    if (this.#length > maximumRecordLength) this.#giveUp(open)
  }

  #giveUp({ line, held }: OpenCell): void {
    this.#open = null
    this.#refuse(line)
    for (const each of held) this.add(each)
  }

  #refuse({ number, text }: CsvLine): void {
    this.#rows.push({ sheet: null, line: number, cells: [text], isBroken: true })
  }

  /** The quotation mark, not doubled, behind which a quoted cell does not go on; -1: none. */
  #closing(text: string, from: number): number {
    let at = text.indexOf(this.#quote, from)
    while (at !== -1 && text[at + 1] === this.#quote) at = text.indexOf(this.#quote, at + 2)
    return at
  }

  #endsCell(text: string, at: number): boolean {
    return at === text.length || text[at] === this.#separator
  }

  #cellEnd(text: string, from: number): number {
    const at = text.indexOf(this.#separator, from)
    return at === -1 ? text.length : at
  }

  #unescaped(text: string): string {
    return text.replaceAll(this.#quote + this.#quote, this.#quote)
  }
}
