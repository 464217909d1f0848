import { maximumSheetRows } from '#kit/model/exported-names.ts'
import { maximumColumns } from '../../contract/mapping.ts'
import {
  type Cell,
  portionRows,
  refuseBehindColumns,
  type Row,
  type RowSource,
  unreadable,
} from './row.ts'
import { maximumCellText } from './shared-texts.ts'
import { isStorable } from './values.ts'
import { openWorkbook, type Sheet, type Workbook } from './workbook.ts'
import { unescaped, xmlParser, type Visitor } from './xml.ts'

/** A workbook whose sheets can be read one after another. */
export interface XlsxSource extends RowSource {
  readonly is1904: boolean
  readonly sheets: readonly Sheet[]
  /** The rows of these sheets alone. */
  readonly rowsOf: (sheets: readonly Sheet[]) => AsyncGenerator<readonly Row[]>
}

export async function xlsxRows(path: string): Promise<XlsxSource> {
  const workbook = await openWorkbook(path)
  const { sheets, is1904 } = workbook
  const progress = { read: 0, all: 1 }
  const rowsOf = async function* (chosen: readonly Sheet[]) {
    progress.all = chosen.reduce((sum, sheet) => sum + workbook.bytesOf(sheet), 0)
    progress.read = 0
    let before = { table: '', rows: 0 }
    for (const sheet of chosen) {
      const table = isContinued(sheet, before) ? before.table : sheet.name
      before = { table, rows: 0 }
      for await (const rows of sheetRows(workbook, sheet, progress)) {
        before.rows = rows.at(-1)?.line ?? before.rows
        yield table === sheet.name ? rows : rows.map((row) => ({ ...row, tableSheet: table }))
      }
    }
  }
  return {
    ...{ is1904, sheets, rowsOf, rows: rowsOf(sheets) },
    share: () => Math.min(1, progress.read / Math.max(1, progress.all)),
    close: workbook.close,
  }
}

/**
 * Whether a table goes on in a sheet because the one before it is full: by its name alone the sheet
 * could be of something else that is called alike.
 */
function isContinued(
  { name }: Sheet,
  { table, rows }: { readonly table: string; readonly rows: number },
): boolean {
  const [, begin] = /^(.*) \(\d+\)$/s.exec(name) ?? []
  return rows >= maximumSheetRows && begin !== undefined && table.startsWith(begin)
}

async function* sheetRows(
  workbook: Workbook,
  sheet: Sheet,
  progress: { read: number },
): AsyncGenerator<readonly Row[]> {
  const rows: Row[] = []
  const parser = xmlParser(new SheetReader(workbook, sheet.name, rows))
  const decoder = new TextDecoder('utf-8')
  const stream = await workbook.open(sheet)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      progress.read += chunk.length
      parser.write(decoder.decode(chunk, { stream: true }))
      while (rows.length >= portionRows) yield rows.splice(0, portionRows)
    }
    parser.write(decoder.decode()).close()
    if (rows.length > 0) yield rows.splice(0)
  } catch (error) {
    throw unreadable(error)
  } finally {
    stream.destroy()
  }
}

/** Makes rows of what a sheet is made of. */
class SheetReader implements Visitor {
  readonly #workbook: Workbook
  readonly #sheet: string
  readonly #rows: Row[]
  #line = 0
  #cells: Cell[] = []
  #dates: Set<number> | null = null
  #column = 0
  #type = 'n'
  #style = 0
  #text = ''
  #isText = false
  #hasValue = false
  #formula: string | null = null

  constructor(workbook: Workbook, sheet: string, rows: Row[]) {
    this.#workbook = workbook
    this.#sheet = sheet
    this.#rows = rows
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'row') {
      this.#line = Number(attributes['r'] ?? this.#line + 1)
      this.#cells = []
      this.#dates = null
      this.#column = -1
    } else if (name === 'c') {
      const { r, t = 'n', s = '0' } = attributes
      this.#column = r === undefined ? this.#column + 1 : columnOf(r)
      this.#type = t
      this.#style = Number(s)
      this.#text = ''
      this.#hasValue = false
      this.#formula = null
    } else if (name === 'f') this.#formula = ''
    this.#isText = name === 'v' || name === 't' || name === 'f'
    if (name === 'v' || name === 't') {
      if (!this.#hasValue) this.#text = ''
      this.#hasValue = true
    }
  }

  readonly text = (part: string): void => {
    if (!this.#isText) return
    if (this.#formula !== null && !this.#hasValue) this.#formula += part.slice(0, 200)
    else if (this.#text.length < maximumCellText) this.#text += part
  }

  readonly close = (name: string): void => {
    this.#isText = false
    if (name === 'c') this.#endCell()
    else if (name === 'row' && this.#cells.length > 0)
      this.#rows.push({
        ...{ sheet: this.#sheet, line: this.#line, cells: this.#cells },
        ...(this.#dates ? { dates: this.#dates } : {}),
      })
  }

  #endCell(): void {
    const column = this.#column
    const cell = this.#cell()
    if (column < 0 || cell === null) return
    if (column >= maximumColumns) return refuseBehindColumns([cell])
    while (this.#cells.length < column) this.#cells.push(null)
    this.#cells[column] = cell
    if (typeof cell === 'number' && this.#workbook.dateStyles.has(this.#style))
      (this.#dates ??= new Set()).add(column)
  }

  #cell(): Cell {
    const text = this.#text
    const isText = this.#type === 'inlineStr' || this.#type === 'str'
    if (this.#hasValue && isText) return unescaped(text)
    // An empty value is none: openpyxl writes one for every formula.
    if (text === '')
      return this.#formula === null ? null : { fault: 'formula', text: `=${this.#formula}` }
    if (this.#type === 's') return this.#workbook.texts[Number(text)] ?? null
    if (this.#type === 'e') return { fault: 'cell_error', text }
    if (this.#type === 'b') return text === '1' ? 1 : 0
    // ISO 8601, in files of the strict kind.
    if (this.#type === 'd') return text
    const value = Number(text)
    if (!Number.isFinite(value)) return text
    return isStorable(text, value) ? value : { fault: 'rounded', text }
  }
}

/** `AB12` is column 27, counted from 0. */
function columnOf(place: string): number {
  let column = 0
  for (let at = 0; at < place.length; at++) {
    const code = place.charCodeAt(at)
    if (code < 65 || code > 90) break
    column = column * 26 + (code - 64)
  }
  return column - 1
}
