import type { BaseLogger } from 'pino'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { parseLines } from '../writer/reading-lines.ts'
import { insertLines, isDataError, type ReadingTable } from '../store/readings-store.ts'

export interface InsertDependencies {
  readonly telemetry: Telemetry
  readonly logger: BaseLogger
  /** Whether somebody waits until all is in the store. */
  readonly isAwaited: () => boolean
  /** Puts aside lines that the store will never take, with the reason. */
  readonly rejectLine: (table: ReadingTable, line: string, reason: string) => Promise<void>
}

/**
 * Inserts lines of one month under a token. A line that the store can never take is put aside,
 * alone. Resolves with the lines that were put aside.
 */
export async function insertWithBisection(
  dependencies: InsertDependencies,
  table: ReadingTable,
  bytes: Buffer,
  token: string,
): Promise<readonly string[]> {
  if (bytes.length === 0) return []
  try {
    await insertLines(dependencies.telemetry, table, bytes, token, dependencies.isAwaited())
    return []
  } catch (error) {
    if (!isDataError(error)) throw error
    // The store reads all lines before it stores one, so nothing of this was stored: its halves may
    // go under tokens of their own.
    const text = bytes.toString('utf8')
    const lines = parseLines(text)
    const middle = Math.floor(lines.length / 2)
    if (middle === 0) return rejectLine(dependencies, table, text, error)
    const bytesOf = (part: typeof lines) => Buffer.from(part.map(({ line }) => line).join(''))
    return [
      ...(await insertWithBisection(
        dependencies,
        table,
        bytesOf(lines.slice(0, middle)),
        `${token}a`,
      )),
      ...(await insertWithBisection(
        dependencies,
        table,
        bytesOf(lines.slice(middle)),
        `${token}b`,
      )),
    ]
  }
}

async function rejectLine(
  { logger, rejectLine }: InsertDependencies,
  table: ReadingTable,
  line: string,
  error: unknown,
) {
  logger.error(
    { err: error, table, line: line.slice(0, 200) },
    'the store refuses this reading for good; it was put aside',
  )
  await rejectLine(table, line, error instanceof Error ? error.message : String(error))
  return [line]
}
