import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parse, type Info } from 'csv-parse'
import { maximumTextLength, maximumValuesPerMessage } from '#kit/model/limits.ts'
import {
  headerNames,
  keysOf,
  likelySeparator,
  likelyTimeColumn,
  renamedColumns,
  type RenamedColumn,
} from './columns.ts'
import { timeReader, type TimeReader } from './time-format.ts'

/** Something wrong with a recording as a whole: it cannot be replayed. */
export class RecordingError extends Error {}

export interface Row {
  readonly line: number
  /** ms UTC, as recorded. */
  readonly time: number
  readonly values: Readonly<Record<string, number | string>>
  readonly readings: number
  /** How much of the file has been read up to this row, from 0 to 1. */
  readonly share: number
}

export interface Recording {
  readonly file: string
  readonly size: number
  readonly separator: string
  readonly timeColumn: string
  /** Key of the sensor per column; null for the time column. */
  readonly keys: readonly (string | null)[]
  /** Columns whose names could not be keys as they are. */
  readonly renamed: readonly RenamedColumn[]
  readonly readTime: TimeReader
}

/** What could not be read, and where; the row or cell is left out. */
export type OnProblem = (line: number, what: 'row' | 'cell', reason: string) => void

const maximumHeaderBytes = 256 * 1024
/** A row longer than this is a quotation mark that was never closed. */
const maximumRecordLength = 1_000_000
const missing = new Set(['', 'nan', 'null', 'na', 'n/a', '-', 'none'])

/**
 * Opens a CSV file and finds its separator, time column and sensors. Throws `RecordingError` saying
 * what is missing.
 */
export async function openRecording(
  file: string,
  wanted: {
    readonly separator: string | undefined
    readonly timeColumn: string | undefined
    readonly timezone: string
  },
): Promise<Recording> {
  const { header, size } = await readHeader(file)
  const separator = wanted.separator ?? likelySeparator(header)
  const names = await headerNames(header, separator)
  const place =
    wanted.timeColumn === undefined ? likelyTimeColumn(names) : names.indexOf(wanted.timeColumn)
  const timeColumn = names[place]
  if (timeColumn === undefined) {
    const sought =
      wanted.timeColumn === undefined
        ? 'no column looks like a time'
        : `there is no column "${wanted.timeColumn}"`
    throw new RecordingError(
      `${file}: ${sought}. Columns: ${names.map((name) => `"${name}"`).join(', ')}. Name it with ` +
        `--time-column.`,
    )
  }
  if (names.length < 2)
    throw new RecordingError(
      `${file}: there is no column besides the time. Is the separator "${separator}"?`,
    )
  if (names.length > maximumValuesPerMessage)
    throw new RecordingError(
      `${file}: ${names.length} columns are more than the ${maximumValuesPerMessage} of one ` +
        `message.`,
    )
  const keys = keysOf(names, place)
  const renamed = renamedColumns(names, keys)
  return { file, size, separator, timeColumn, keys, renamed, readTime: timeReader(wanted.timezone) }
}

async function readHeader(file: string): Promise<{ header: string; size: number }> {
  try {
    await using handle = await open(file)
    const { size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(maximumHeaderBytes),
      0,
      maximumHeaderBytes,
      0,
    )
    const [header = ''] = buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\n|\r/, 1)
    if (header.trim() === '')
      throw new RecordingError(`${file}: the first line is empty; it must name the columns.`)
    return { header, size }
  } catch (error) {
    if (error instanceof RecordingError || !(error instanceof Error)) throw error
    const code = 'code' in error ? error.code : undefined
    const reason =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'it is a folder'
          : error.message
    throw new RecordingError(`${file}: ${reason}.`)
  }
}

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

class CellReader {
  readonly #recording: Recording
  readonly #onProblem: OnProblem
  /** Whether a column holds numbers, by its first cell that is not empty. */
  readonly #numeric: (boolean | undefined)[] = []
  readonly #decimalComma: boolean

  constructor(recording: Recording, onProblem: OnProblem) {
    this.#recording = recording
    this.#onProblem = onProblem
    this.#decimalComma = recording.separator !== ','
  }

  read(record: readonly string[], { lines, bytes }: Info): Row | undefined {
    const { keys, readTime, timeColumn, size } = this.#recording
    if (record.length !== keys.length) {
      this.#onProblem(lines, 'row', `has ${record.length} columns instead of ${keys.length}`)
      return undefined
    }
    const written = record[keys.indexOf(null)] ?? ''
    const time = readTime(written)
    if (time === undefined) {
      this.#onProblem(lines, 'row', `"${written.slice(0, 40)}" in ${timeColumn} is not a time`)
      return undefined
    }
    const values: Record<string, number | string> = {}
    let readings = 0
    keys.forEach((key, place) => {
      const value = key === null ? undefined : this.#cell(record[place] ?? '', place, key, lines)
      if (key === null || value === undefined) return
      values[key] = value
      readings++
    })
    return {
      line: lines,
      time,
      values,
      readings,
      share: size === 0 ? 1 : Math.min(1, bytes / size),
    }
  }

  #cell(text: string, place: number, key: string, line: number): number | string | undefined {
    if (missing.has(text.toLowerCase())) return undefined
    const number = this.#number(text)
    this.#numeric[place] ??= number !== undefined
    if (this.#numeric[place]) {
      if (number === undefined)
        this.#onProblem(line, 'cell', `"${text.slice(0, 40)}" in ${key} is not a number`)
      return number
    }
    if (text.length <= maximumTextLength) return text
    this.#onProblem(
      line,
      'cell',
      `the text in ${key} has more than ${maximumTextLength} characters`,
    )
    return undefined
  }

  #number(text: string): number | undefined {
    const plain = this.#decimalComma && /^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return undefined
    const number = Number(plain)
    return Number.isFinite(number) ? number : undefined
  }
}
