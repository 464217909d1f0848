import { Readable } from 'node:stream'
import { CsvError, parse, type Info } from 'csv-parse'
import type { z } from 'zod'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError, type FieldError } from '#kit/model/calls/field-errors.ts'
import { fieldErrorsOf } from '#kit/server/http/requests/validate-input.ts'
import { nextSlice } from '#kit/server/process/slices.ts'
import {
  importColumns,
  ImportedLine,
  maximumImportedDevices,
  type ImportProblem,
} from '../../contract/import.ts'

/** A line that can be added as far as the file says. */
export interface ValidLine {
  readonly line: number
  readonly device: z.output<typeof ImportedLine>
}

export interface ReadImport {
  readonly lines: number
  readonly good: readonly ValidLine[]
  readonly problems: readonly ImportProblem[]
}

type Column = (typeof importColumns)[number]
interface Record {
  readonly cells: readonly string[]
  readonly line: number
}

const maximumShownLength = 80
/** Lines that are looked at in one go: others have their turn in between. */
const linesAtOnce = 500
/** Bytes that are taken apart in one go: lines with too many cells take long. */
const bytesAtOnce = 2_048
/** In a longer line a quotation mark is not closed. */
const maximumLineLength = 65_536

export const problemAt = (
  line: number,
  field: string,
  error: FieldError,
  value = '',
): ImportProblem => ({ line, field, ...error, value: value.slice(0, maximumShownLength) })

/**
 * Reads a file of devices, separated by commas or semicolons, with the names of its columns in the
 * first line. Throws `invalid` for a file that cannot be read at all.
 */
export async function readImport(csv: string): Promise<ReadImport> {
  const [head, ...records] = await recordsOf(csv)
  if (!head) throw refusedField('csv', fieldError('required'))
  if (records.length > maximumImportedDevices)
    throw refusedField('csv', fieldError('too_many', { maximum: maximumImportedDevices }))
  const { columns, problems } = columnsOf(head)
  if (problems.length > 0) return { lines: records.length, good: [], problems }
  const good: ValidLine[] = []
  const lineByLesiId = new Map<string, number>()
  for (const [index, record] of records.entries()) {
    if (index % linesAtOnce === 0) await nextSlice()
    const read = readLine(record, columns)
    const first = lineByLesiId.get(read.lesiId)
    if (first !== undefined)
      read.problems.push(
        problemAt(record.line, 'lesi_id', fieldError('line_repeats', { line: first }), read.lesiId),
      )
    lineByLesiId.set(read.lesiId, first ?? record.line)
    problems.push(...read.problems)
    if (read.device && read.problems.length === 0)
      good.push({ line: record.line, device: read.device })
  }
  return { lines: records.length, good, problems }
}

/**
 * The first line and the others of the file taken apart, at most one more than a file may have. A
 * quotation mark that is never closed makes it unreadable.
 */
async function recordsOf(csv: string): Promise<readonly Record[]> {
  const [firstLine = ''] = csv.split(/\r?\n/, 1)
  const delimiter = firstLine.includes(';') ? ';' : firstLine.includes('\t') ? '\t' : ','
  const parser = parse({
    ...{ delimiter, bom: true, info: true, trim: true },
    ...{ max_record_size: maximumLineLength, to: maximumImportedDevices + 2 },
    ...{ relax_column_count: true, skip_empty_lines: true, skip_records_with_empty_values: true },
  })
  const rows: AsyncIterable<{ readonly record: string[]; readonly info: Info }> = Readable.from(
    slicesOf(csv),
  ).pipe(parser)
  const records: Record[] = []
  try {
    for await (const { record, info } of rows) records.push({ cells: record, line: info.lines })
    return records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refusedField('csv', fieldError('unreadable_csv', { line: Number(error['lines'] ?? 1) }))
  }
}

async function* slicesOf(csv: string) {
  const bytes = Buffer.from(csv)
  for (let start = 0; start < bytes.length; start += bytesAtOnce) {
    await nextSlice()
    yield bytes.subarray(start, start + bytesAtOnce)
  }
}

function columnsOf({ cells, line }: Record) {
  const problems: ImportProblem[] = []
  const columns = cells.map((cell): Column | undefined => {
    const name = cell.toLowerCase()
    const column = importColumns.find((known) => known === name)
    if (column === undefined) {
      const options = importColumns.join(', ')
      problems.push(problemAt(line, cell, fieldError('not_an_option', { options }), cell))
    }
    return column
  })
  if (new Set(columns).size < columns.length && problems.length === 0)
    problems.push(problemAt(line, '', fieldError('repeated'), cells.join(', ')))
  if (!columns.includes('lesi_id'))
    problems.push(problemAt(line, 'lesi_id', fieldError('required')))
  return { columns, problems }
}

function readLine({ cells, line }: Record, columns: readonly (Column | undefined)[]) {
  const problems: ImportProblem[] = []
  const texts = new Map(columns.map((column, index) => [column, cells[index] ?? '']))
  const lesiId = texts.get('lesi_id') ?? ''
  if (cells.length > columns.length) {
    const maximum = columns.length
    const error = fieldError('more_cells_than_columns', { maximum })
    problems.push(problemAt(line, '', error, cells.join(', ')))
  }
  const input: globalThis.Record<string, string | number> = { lesi_id: lesiId }
  for (const [column, text] of texts)
    if (column !== undefined && text !== '')
      input[column] = column.endsWith('_s') ? numberOf(text) : text
  const { value, errors } = fieldErrorsOf(ImportedLine, input)
  for (const [field, [error]] of Object.entries(errors))
    if (error) problems.push(problemAt(line, field, error, texts.get(field as Column)))
  return { lesiId, device: value, problems }
}

/** A number with point or comma; what is none stays as it is, to be refused as that. */
function numberOf(text: string): number | string {
  const number = Number(text.replace(',', '.'))
  return Number.isFinite(number) ? number : text
}
