import { open } from 'node:fs/promises'
import { unguarded } from '#kit/model/spreadsheet-text.ts'
import type { Mapping } from '../../contract/mapping.ts'
import { csvRows } from './csv-rows.ts'
import { formatOf, headBytes } from './encoding.ts'
import { FileRefusal, storable, type Row, type RowSource } from './row.ts'
import type { Sheet } from './workbook.ts'
import { xlsxRows } from './xlsx-rows.ts'

/** The first bytes of a file. */
export async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(headBytes)
    const { bytesRead } = await file.read(head, 0, headBytes, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

export interface OpenRows extends RowSource {
  readonly is1904: boolean
  /** Head of the table, as texts. */
  readonly head: readonly string[]
}

/** The rows of a file that a mapping reads, without those up to the head. */
export async function openRows(path: string, mapping: Mapping): Promise<OpenRows> {
  if (mapping.sheet === null) {
    const source = await csvRows(path, mapping)
    const { head, rows } = await behindHead(source.rows, mapping.headRows)
    return { ...source, rows, head, is1904: false }
  }
  if (formatOf(await headOf(path)) !== 'xlsx')
    throw new FileRefusal('not_readable', 'the file is no workbook')
  const book = await xlsxRows(path)
  try {
    const chosen = book.sheets.find(({ name }) => name === mapping.sheet)
    if (!chosen) throw new FileRefusal('not_readable', 'the workbook has no such sheet')
    const { head } = await headOfSheet(book, chosen, mapping.headRows)
    const alike: Sheet[] = []
    for (const sheet of book.sheets)
      if (sheet === chosen || (await isAlike(book, sheet, head, mapping))) alike.push(sheet)
    return {
      ...{ is1904: book.is1904, head, share: book.share, close: book.close },
      rows: withoutHeads(book.rowsOf(alike), mapping.headRows),
    }
  } catch (error) {
    book.close()
    throw error
  }
}

type Book = Awaited<ReturnType<typeof xlsxRows>>

async function headOfSheet(book: Book, sheet: Sheet, headRows: number) {
  const rows = book.rowsOf([sheet])
  try {
    for await (const portion of rows) {
      const head = portion.find(({ line }) => line === headRows)
      if (head) return { head: textsOf(head) }
      if (portion.some(({ line }) => line > headRows)) break
    }
    return { head: [] as string[] }
  } finally {
    await rows.return(undefined)
  }
}

/** A table that has more rows than a sheet goes on in the next, under the same head. */
async function isAlike(
  book: Book,
  sheet: Sheet,
  head: readonly string[],
  { headRows }: Mapping,
): Promise<boolean> {
  if (headRows === 0) return false
  const other = await headOfSheet(book, sheet, headRows)
  return head.length > 0 && JSON.stringify(other.head) === JSON.stringify(head)
}

export const textsOf = ({ cells }: Pick<Row, 'cells'>): string[] =>
  Array.from(cells, (cell) =>
    cell === null ? '' : storable(typeof cell === 'object' ? cell.text : String(cell)),
  )

/** The names of columns; in CSV an apostrophe is before what a spreadsheet would compute. */
export const headOfRow = (row: Row): string[] =>
  row.sheet === null ? textsOf(row).map(unguarded) : textsOf(row)

async function* withoutHeads(
  rows: AsyncIterable<readonly Row[]>,
  headRows: number,
): AsyncGenerator<readonly Row[]> {
  for await (const portion of rows) yield portion.filter(({ line }) => line > headRows)
}

/** Of CSV the rows count, not the lines: a head may have a line break. */
async function behindHead(source: AsyncIterable<readonly Row[]>, headRows: number) {
  const iterator = source[Symbol.asyncIterator]()
  const before: Row[] = []
  while (before.length < headRows) {
    const { value, done } = await iterator.next()
    if (done === true) break
    before.push(...value)
  }
  const rows = async function* (): AsyncGenerator<readonly Row[]> {
    if (before.length > headRows) yield before.slice(headRows)
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  const last = headRows === 0 ? undefined : before[headRows - 1]
  return { head: last ? headOfRow(last) : [], rows: rows() }
}
