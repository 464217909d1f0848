import { separators, type Inspection, type Mapping, type Preview } from '../../contract/mapping.ts'
import type { CsvForm } from '../process/messages.ts'
import { csvRows } from '../file/csv-rows.ts'
import { encodingOf, formatOf, isMarkup } from '../file/encoding.ts'
import { headOf } from '../file/open-rows.ts'
import { FileRefusal, type Row, type RowSource } from '../file/row.ts'
import { xlsxRows } from '../file/xlsx-rows.ts'
import { previewOf } from './propose.ts'

/** Rows from which is guessed how the file is made. */
const inspectedRows = 5_000
const inspectedRowsOfSheet = 1_000
/** Cells from which is guessed: a file of many columns takes as long, and no more memory. */
const inspectedCells = 1_000_000
/** Sheets that are shown; sheets alike are read together. */
const maximumSheets = 50

/** Reads the beginning of a file. Throws `FileRefusal` where it is none that can be read. */
export async function inspect(path: string, form: CsvForm): Promise<Inspection> {
  const head = await headOf(path)
  if (head.length === 0) throw new FileRefusal('empty', 'the file has no bytes')
  const format = formatOf(head)
  if (format === 'compound') throw new FileRefusal('encrypted', 'a compound file')
  return format === 'xlsx' ? inspectWorkbook(path, form) : inspectCsv(path, head, form)
}

async function inspectCsv(path: string, head: Buffer, form: CsvForm): Promise<Inspection> {
  const encoding = form.encoding ?? encodingOf(head)
  if (encoding === null) throw new FileRefusal('not_readable', 'the file is no text')
  const text = new TextDecoder(encoding).decode(head)
  if (isMarkup(text)) throw new FileRefusal('not_readable', 'a page or other document')
  const csv = {
    encoding,
    separator: form.separator ?? separatorOf(text),
    quote: form.quote ?? ('"' as const),
  }
  const source = await csvRows(path, csv)
  const first = await firstRows(source, source.rows, inspectedRows)
  if (first.length === 0) throw new FileRefusal('empty', 'the file has no rows')
  const rows = first.filter((row) => !row.isBroken)
  if (rows.length === 0) throw new FileRefusal('not_readable', 'no rows')
  return {
    format: 'csv',
    tables: [previewOf({ sheet: null, is1904: false }, rows, csv, form.headRows)],
  }
}

async function inspectWorkbook(path: string, form: CsvForm): Promise<Inspection> {
  const book = await xlsxRows(path)
  try {
    const tables: Preview[] = []
    for (const sheet of book.sheets.slice(0, maximumSheets)) {
      const rows = await firstRows(null, book.rowsOf([sheet]), inspectedRowsOfSheet)
      const csv = { encoding: 'utf-8', separator: ',', quote: '"' } as const
      const place = { sheet: sheet.name, is1904: book.is1904 }
      if (rows.length > 0) tables.push(previewOf(place, rows, csv, form.headRows))
    }
    if (tables.length === 0) throw new FileRefusal('empty', 'no sheet has rows')
    return { format: 'xlsx', tables: tables.toSorted(byTimes) }
  } finally {
    book.close()
  }
}

/** Tables of times first: what an export says about itself has none below its head. */
const byTimes = (one: Preview, other: Preview) => weight(other) - weight(one)
const weight = ({ proposal, rows }: Preview) =>
  proposal.timeColumn === 0 && rows.length > 0 ? 1 : 0

async function firstRows(
  source: RowSource | null,
  all: AsyncIterable<readonly Row[]>,
  count: number,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let cells = 0
  for await (const portion of all) {
    rows.push(...portion)
    for (const row of portion) cells += row.cells.length
    if (rows.length >= count || cells >= inspectedCells) break
  }
  source?.close()
  return rows.slice(0, count)
}

/** The sign that stands as often in each of the first lines; a comma last: numbers have it too. */
function separatorOf(text: string): Mapping['separator'] {
  const lines = text
    .split(/\r\n|\n|\r/)
    .slice(0, -1)
    .filter((line) => line.replaceAll('\0', '').trim() !== '')
    .slice(0, 20)
  const counted = (lines.length > 0 ? lines : [text]).map((line) => line.replaceAll(/"[^"]*"/g, ''))
  const ordered = [...separators].toSorted(
    (one, other) => Number(one === ',') - Number(other === ','),
  )
  const counts = ordered.map((separator) => {
    const each = counted.map((line) => line.split(separator).length - 1)
    return { separator, minimum: Math.min(...each), isEven: new Set(each).size === 1 }
  })
  const even = counts.find(({ minimum, isEven }) => isEven && minimum > 0)
  const best = counts.toSorted((one, other) => other.minimum - one.minimum)[0]
  return even?.separator ?? (best && best.minimum > 0 ? best.separator : ',')
}
