import { createReadStream } from 'node:fs'
import { parse, type Info } from 'csv-parse'
import { maximumRecordLength, CellReader, type OnProblem, type Row } from './cell-reader.ts'
import type { Recording } from './recording.ts'

/**
 * Reads the rows one after another, holding only a few; calls `onProblem` for rows and cells that
 * it leaves out.
 */
export async function* rowsOf(recording: Recording, onProblem: OnProblem): AsyncGenerator<Row> {
  const parser = parse({
    delimiter: recording.separator,
    bom: true,
    from: 2,
    info: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: maximumRecordLength,
    on_skip: (error) => {
      onProblem(Number(error?.['lines'] ?? 0), 'row', error?.message ?? 'cannot be read')
      return undefined
    },
  })
  const stream = createReadStream(recording.file)
  stream.on('error', (error) => parser.destroy(error))
  stream.pipe(parser)
  const cells = new CellReader(recording, onProblem)
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: Info
    }>) {
      const row = cells.read(record, info)
      if (row) yield row
    }
  } finally {
    stream.destroy()
  }
}
