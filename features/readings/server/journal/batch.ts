import { z } from 'zod'
import type { Extent } from '#kit/server/journal/journal.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { readingTables, storedIdentities, type ReadingTable } from '../readings-store.ts'
import { identityOfLine, parseLines, type ReadingLine } from '../reading-lines.ts'
import { isDoubtfulFrame, tableOfFrame } from './reading-frames.ts'

const Ranges = z.array(z.tuple([z.int(), z.int()]))

/**
 * What is sent to the store as one, as it is noted in the journal before it is sent: after a crash the very same batch is sent again, with
 * the same tokens, and the store recognises what of it is there. `excluded`: lines that repeat a reading stored before, as ranges
 * [first, behind the last) within their table's lines.
 */
export const BatchPlan = z.object({
  segmentId: z.string(),
  begin: z.int(),
  end: z.int(),
  excluded: z.object({ numeric_readings: Ranges, text_readings: Ranges }),
})
export type BatchPlan = z.infer<typeof BatchPlan>
type Excluded = BatchPlan['excluded']

/** The lines of one table in an extent of the journal, in order. */
export function linesOf({ frames }: Extent, table: ReadingTable): Buffer {
  return Buffer.concat(frames.filter((frame) => tableOfFrame(frame) === table).map(({ payload }) => payload))
}

/** Plans to send all of an extent but the readings that are stored already or repeat each other. */
export async function planBatch(telemetry: Telemetry, extent: Extent): Promise<BatchPlan> {
  const excluded: Excluded = { numeric_readings: [], text_readings: [] }
  if (extent.frames.some(isDoubtfulFrame))
    for (const table of readingTables) excluded[table] = await repetitions(telemetry, extent, table)
  return { segmentId: extent.segmentId, begin: extent.begin, end: extent.end, excluded }
}

async function repetitions(telemetry: Telemetry, extent: Extent, table: ReadingTable): Promise<[number, number][]> {
  const doubtful: ReadingLine[] = []
  for (const frame of extent.frames)
    if (isDoubtfulFrame(frame) && tableOfFrame(frame) === table) doubtful.push(...parseLines(frame.payload.toString('utf8')))
  if (doubtful.length === 0) return []
  const sensors = new Set(doubtful.map(({ sensorId }) => sensorId))
  const seen = await storedIdentities(telemetry, table, doubtful)
  const ranges: [number, number][] = []
  for (const [index, line] of parseLines(linesOf(extent, table).toString('utf8')).entries()) {
    if (!sensors.has(line.sensorId)) continue
    const identity = identityOfLine(line)
    const last = ranges.at(-1)
    if (!seen.has(identity)) seen.add(identity)
    else if (last?.[1] === index) last[1]++
    else ranges.push([index, index + 1])
  }
  return ranges
}

/** The bytes without the lines in these ranges. */
export function withoutRanges(bytes: Buffer, ranges: readonly (readonly [number, number])[]): Buffer {
  if (ranges.length === 0) return bytes
  const lines = parseLines(bytes.toString('utf8'))
  let kept = ''
  let next = 0
  for (const [first, behind] of [...ranges, [lines.length, lines.length] as const]) {
    for (; next < first; next++) kept += lines[next]?.line ?? ''
    next = behind
  }
  return Buffer.from(kept)
}
