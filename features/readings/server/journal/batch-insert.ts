import type { BaseLogger } from 'pino'
import type { Extent } from '#kit/server/journal/journal.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { monthOf, parseLines } from '../reading-lines.ts'
import { insertLines, isDataError, readingTables, type ReadingTable } from '../readings-store.ts'
import { linesOf, withoutRanges, type BatchPlan } from './batch.ts'

interface Dependencies {
  readonly telemetry: Telemetry
  readonly logger: BaseLogger
  /** Puts aside lines that the store will never take, with the reason. */
  readonly putAside: (table: ReadingTable, line: string, reason: string) => Promise<void>
}

/** Months that one insert may touch when readings are old: the store writes and syncs a part for each, and others wait meanwhile. */
const monthsAtOnce = 4

/**
 * Sends a planned batch; resolves when it is in the store, in the rollups too. It may be sent again at any time, after any failure: what is
 * there already is recognised by its token, which names its place in the journal. A line that the store can never take is put aside, alone.
 * `isOld`: the readings may lie in any number of months.
 */
export async function insertBatch(dependencies: Dependencies, extent: Extent, plan: BatchPlan, isOld: boolean): Promise<void> {
  for (const table of readingTables) {
    const lines = withoutRanges(linesOf(extent, table), plan.excluded[table])
    const slices = isOld ? slicesByMonth(lines) : [lines]
    for (const [index, slice] of slices.entries())
      await insertOrDivide(dependencies, table, slice, `${plan.segmentId}:${plan.begin}-${plan.end}:${index}`)
  }
}

function slicesByMonth(bytes: Buffer): readonly Buffer[] {
  const months = new Map<number, string>()
  for (const { line, time } of parseLines(bytes.toString('utf8'))) {
    const month = monthOf(time)
    months.set(month, (months.get(month) ?? '') + line)
  }
  const byMonth = [...months].toSorted(([one], [other]) => one - other).map(([, lines]) => lines)
  const slices: Buffer[] = []
  for (let start = 0; start < byMonth.length; start += monthsAtOnce)
    slices.push(Buffer.from(byMonth.slice(start, start + monthsAtOnce).join('')))
  return slices
}

async function insertOrDivide(dependencies: Dependencies, table: ReadingTable, bytes: Buffer, token: string): Promise<void> {
  if (bytes.length === 0) return
  try {
    await insertLines(dependencies.telemetry, table, bytes, token)
  } catch (error) {
    if (!isDataError(error)) throw error
    // The store reads all lines before it stores one, so nothing of this was stored: its halves may go under tokens of their own.
    const text = bytes.toString('utf8')
    const lines = parseLines(text)
    const middle = Math.floor(lines.length / 2)
    if (middle === 0) return putAside(dependencies, table, text, error)
    const bytesOf = (part: typeof lines) => Buffer.from(part.map(({ line }) => line).join(''))
    await insertOrDivide(dependencies, table, bytesOf(lines.slice(0, middle)), `${token}a`)
    await insertOrDivide(dependencies, table, bytesOf(lines.slice(middle)), `${token}b`)
  }
}

async function putAside({ logger, putAside }: Dependencies, table: ReadingTable, line: string, error: unknown): Promise<void> {
  logger.error({ err: error, table, line: line.slice(0, 200) }, 'the store refuses this reading for good; it was put aside')
  await putAside(table, line, error instanceof Error ? error.message : String(error))
}
