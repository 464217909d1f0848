import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { parse, type Info, type Parser } from 'csv-parse'
import { maximumColumns, type Mapping } from '../../contract/mapping.ts'
import type { Row, RowSource } from './row.ts'

/** A row longer than this is a quotation mark that was never closed. */
const maximumRecordLength = 1_000_000
const portion = 500
const chunkBytes = 256 * 1024

type CsvForm = Pick<Mapping, 'encoding' | 'separator' | 'quote'>

/** The rows of a CSV file as they come; what is no row is handed over as broken. */
export async function csvRows(path: string, form: CsvForm): Promise<RowSource> {
  const { size } = await stat(path)
  const input = createReadStream(path, { highWaterMark: chunkBytes })
  return {
    rows: rowsOf(input, form),
    share: () => (size === 0 ? 1 : Math.min(1, input.bytesRead / size)),
    close: () => void input.destroy(),
  }
}

async function* rowsOf(
  input: AsyncIterable<Buffer>,
  { encoding, separator, quote }: CsvForm,
): AsyncGenerator<readonly Row[]> {
  const broken: Row[] = []
  const parser = parse({
    delimiter: separator,
    quote,
    escape: quote,
    bom: false,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: maximumRecordLength,
    on_skip: (error) => {
      const line = Number((error as { readonly lines?: number } | undefined)?.lines ?? 0)
      broken.push({ sheet: null, line, cells: [], isBroken: true })
      return undefined
    },
  })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  parser.on('error', failed.reject)
  const decoder = new TextDecoder(encoding)
  for await (const chunk of input) {
    if (!parser.write(decoder.decode(chunk, { stream: true })))
      await drained(parser, failed.promise)
    yield* portions(parser, broken)
  }
  parser.end(decoder.decode())
  while (!parser.readableEnded) {
    await Promise.race([nextReadable(parser), failed.promise])
    yield* portions(parser, broken)
  }
}

function* portions(parser: Parser, broken: Row[]): Generator<readonly Row[]> {
  let rows: Row[] = []
  for (;;) {
    const found = parser.read() as { readonly info: Info; readonly record: string[] } | null
    if (broken.length > 0) rows.push(...broken.splice(0))
    if (found === null) break
    rows.push(rowOf(found.info.lines, found.record))
    if (rows.length >= portion) {
      yield rows
      rows = []
    }
  }
  if (rows.length > 0) yield rows
}

const rowOf = (line: number, record: string[]): Row => ({
  ...{ sheet: null, line },
  cells: record.length > maximumColumns ? record.slice(0, maximumColumns) : record,
})

/** Until the parser takes more, or has rows that must be taken first. */
function drained(parser: Parser, failed: Promise<never>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  parser.once('drain', resolve)
  parser.once('readable', resolve)
  return Promise.race([promise, failed])
}

function nextReadable(parser: Parser): Promise<void> {
  if (parser.readableLength > 0 || parser.readableEnded) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  parser.once('readable', resolve)
  parser.once('end', resolve)
  parser.once('close', resolve)
  return promise
}
