import { open } from 'node:fs/promises'
import { maximumValuesPerMessage } from '#kit/model/limits.ts'
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

const maximumHeaderBytes = 256 * 1024

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
