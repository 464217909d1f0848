import { createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import { maximumSheetRows } from '#kit/model/exported-names.ts'
import { textWidth } from '#kit/model/text/text-width.ts'
import { looksLikeFormula } from '#kit/model/spreadsheet-text.ts'
import { SheetNames } from './sheet-names.ts'
import { badText, type Cell, type Column, type TableFile } from './table.ts'
import {
  packageRelation,
  sharedStrings,
  sheetEnd,
  sheetPath,
  sheetStart,
  style,
  styles,
  types,
  workbook,
  workbookRelations,
} from './workbook-parts.ts'
import { xmlText } from './xml-text.ts'
import { offsetText, type ZoneOffsets } from './zone-offsets.ts'

const bufferLength = 64 * 1024
/** Widths of columns are counted in digits. */
const maximumHeadWidth = 40
/** Of a sign of Chinese, the widest letter. */
const widthOfLetter = 2
const waitingBytes = 1024 * 1024
/** Texts that repeat are stored once; of others memory would have to hold all. */
const maximumShared = 10_000
const maximumSharedLength = 64
/** Little more space than the highest level, in a third of its time. */
const compressed = { compressionLevel: 1 } as const
/** Days from 30 December 1899, where the dates of spreadsheets begin, to 1970. */
const epochDays = 25_569
const dayMs = 86_400_000

interface XlsxOptions {
  readonly path: string
  readonly offsets: ZoneOffsets
  readonly bad: string
  readonly maximumRows?: number
}

/**
 * A workbook of Excel, written as its rows come: a sheet for each table, and further ones where it
 * has more rows than a sheet can have. Times are real dates on the wall clock of the zone; texts
 * are never formulas.
 */
export class XlsxFile implements TableFile {
  readonly #options: XlsxOptions
  readonly #zip = new ZipFile()
  readonly #output: WriteStream
  readonly #names = new SheetNames()
  readonly #sheets: string[] = []
  readonly #shared = new Map<string, number>()
  #columns: readonly Column[] = []
  #letters: readonly string[] = []
  #title = ''
  #sheet: PassThrough | null = null
  #rows = 0
  #text = ''
  #isFull = false

  constructor(options: XlsxOptions) {
    this.#options = options
    this.#output = createWriteStream(options.path)
    this.#zip.outputStream.pipe(this.#output)
    this.#zip.on('error', (error) => this.#output.destroy(error))
  }

  get bytes(): number {
    return this.#output.bytesWritten
  }

  table(name: string, columns: readonly Column[]): void {
    this.#title = name
    this.#columns = columns
    this.#letters = columns.map((_, index) => lettersOf(index))
    this.#beginSheet()
  }

  row(cells: readonly Cell[]): void {
    if (this.#rows >= (this.#options.maximumRows ?? maximumSheetRows)) this.#beginSheet()
    this.#rows += 1
    const row = this.#rows
    let text = `<row r="${row}">`
    for (let index = 0; index < this.#columns.length; index++) {
      const cell = cells[index] ?? null
      if (cell !== null)
        text += this.#cell(`${this.#letters[index]}${row}`, cell, this.#columns[index]?.kind)
    }
    this.#write(`${text}</row>`)
  }

  async drain(): Promise<void> {
    if (!this.#isFull || !this.#sheet) return
    this.#isFull = false
    await once(this.#sheet, 'drain')
  }

  async end(): Promise<number> {
    this.#endSheet()
    const count = this.#sheets.length
    const parts: Readonly<Record<string, string>> = {
      'xl/sharedStrings.xml': sharedStrings(this.#shared.keys()),
      'xl/styles.xml': styles,
      'xl/workbook.xml': workbook(this.#sheets),
      'xl/_rels/workbook.xml.rels': workbookRelations(count),
      '_rels/.rels': packageRelation,
      '[Content_Types].xml': types(count),
    }
    for (const [path, text] of Object.entries(parts))
      this.#zip.addBuffer(Buffer.from(text), path, compressed)
    this.#zip.end()
    await once(this.#output, 'close')
    return this.#output.bytesWritten
  }

  #beginSheet(): void {
    this.#endSheet()
    this.#sheets.push(this.#names.take(this.#title))
    this.#sheet = new PassThrough({ highWaterMark: waitingBytes })
    this.#zip.addReadStream(this.#sheet, sheetPath(this.#sheets.length), compressed)
    const widths = this.#columns.map(widthOf)
    this.#write(sheetStart(widths, this.#sheets.length === 1))
    const head = this.#columns.map(({ header }, index) => {
      const format = looksLikeFormula(header) ? style.guardedHead : style.head
      return `<c r="${this.#letters[index]}1" s="${format}" t="s"><v>${this.#index(header)}</v></c>`
    })
    this.#write(`<row r="1">${head.join('')}</row>`)
    this.#rows = 1
  }

  #endSheet(): void {
    this.#sheet?.end(this.#text + sheetEnd)
    this.#sheet = null
    this.#text = ''
    this.#isFull = false
  }

  #write(text: string): void {
    this.#text += text
    if (this.#text.length < bufferLength) return
    this.#isFull = this.#sheet?.write(this.#text) === false
    this.#text = ''
  }

  #cell(place: string, cell: Cell, kind: Column['kind'] | undefined): string {
    if (typeof cell === 'number') {
      if (kind === 'value') return `<c r="${place}"><v>${cell + 0}</v></c>`
      const offset = this.#options.offsets.at(cell)
      if (kind === 'offset') return this.#textCell(place, offsetText(offset), style.plain)
      return `<c r="${place}" s="${style.time}"><v>${(cell + offset) / dayMs + epochDays}</v></c>`
    }
    if (typeof cell === 'string')
      return this.#textCell(place, cell, looksLikeFormula(cell) ? style.guarded : style.plain)
    if (cell === null) return ''
    if (cell.quality === 'bad')
      return this.#textCell(place, badText(cell, this.#options.bad), style.bad)
    return typeof cell.value === 'number'
      ? `<c r="${place}" s="${style.uncertain}"><v>${cell.value + 0}</v></c>`
      : this.#cell(place, cell.value, kind)
  }

  #textCell(place: string, text: string, format: number): string {
    const start = `<c r="${place}"${format === style.plain ? '' : ` s="${format}"`}`
    if (text.length <= maximumSharedLength) {
      const index = this.#shared.get(text) ?? this.#add(text)
      if (index !== undefined) return `${start} t="s"><v>${index}</v></c>`
    }
    return `${start} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
  }

  #add(text: string): number | undefined {
    return this.#shared.size < maximumShared ? this.#index(text) : undefined
  }

  #index(text: string): number {
    const known = this.#shared.get(text)
    if (known !== undefined) return known
    this.#shared.set(text, this.#shared.size)
    return this.#shared.size - 1
  }
}

/** Room for the head, which is bold; a name may be so long that no screen would show it. */
const widthOf = ({ width, header }: Column): number =>
  Math.max(width, Math.min(maximumHeadWidth, Math.ceil(textWidth(header, widthOfLetter)) + 1))

/** `A` for the first column, `AA` for the 27th. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last
}
