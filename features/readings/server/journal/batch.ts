import { z } from 'zod'
import type { LocatedFrame } from '#kit/server/journal/segment.ts'
import type { Extent } from '#kit/server/journal/journal.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { readingTables, storedIdentities, type ReadingTable } from '../store/readings-store.ts'
import type { SensorCutoffs } from '../retention/sensor-cutoffs.ts'
import { identityOfLine, monthOf, parseLines, type ReadingLine } from '../writer/reading-lines.ts'
import { isUncheckedFrame, linesOfFrame, monthOfFrame, tableOfFrame } from './reading-frames.ts'

const Ranges = z.array(z.tuple([z.int(), z.int()]))
type Ranges = z.infer<typeof Ranges>

/**
 * What is sent to the store as one, as it is recorded in the journal before it is sent: after a
 * crash the very same batch is sent again, with the same tokens. `excluded`: for each of its
 * slices, the lines that repeat a reading stored before, as ranges [first, behind the last).
 */
export const BatchPlan = z.object({
  segmentId: z.string(),
  begin: z.int(),
  end: z.int(),
  /** ms UTC. */
  plannedAt: z.number(),
  excluded: z.array(Ranges),
  /** Recorded when all of it has arrived. */
  isDelivered: z.boolean(),
})
export type BatchPlan = z.infer<typeof BatchPlan>

/** Readings of one table and one month: what the store takes whole or not at all, as one part. */
export interface Slice {
  readonly table: ReadingTable
  readonly frames: readonly LocatedFrame[]
}

/** The slices of an extent of the journal, always in the same order. */
export function slicesOf({ frames }: Extent): readonly Slice[] {
  return readingTables.flatMap((table) => {
    const months = Map.groupBy(
      frames.filter((frame) => tableOfFrame(frame) === table),
      (frame) => monthOfFrame(frame) || 0,
    )
    return [...months]
      .toSorted(([one], [other]) => one - other)
      .map(([, ofMonth]) => ({ table, frames: ofMonth }))
  })
}

/** The lines of a slice, in order. */
export function linesOf({ frames }: Slice): Buffer {
  return Buffer.concat(frames.map(linesOfFrame))
}

/** Says which lines are of a time of which readings are removed already. */
export type ExpiredHours = Pick<SensorCutoffs, 'latest' | 'incompleteAmong'>

interface PlanDependencies {
  readonly telemetry: Telemetry
  readonly expiry: ExpiredHours
}

/** Plans to send all of an extent but the readings that are stored already or repeat each other. */
export async function planBatch(
  { telemetry, expiry }: PlanDependencies,
  extent: Extent,
  now: number,
): Promise<BatchPlan> {
  const excluded: Ranges[] = []
  for (const slice of slicesOf(extent)) excluded.push(await repetitions(telemetry, slice, expiry))
  return planOf(extent, excluded, now)
}

/**
 * Plans to send all of an extent but what repeats each other, of which a former run may have sent
 * whatever: it must be looked up, reading by reading.
 */
export async function planUncertainBatch(extent: Extent, expiry: ExpiredHours): Promise<BatchPlan> {
  const excluded: Ranges[] = []
  for (const slice of slicesOf(extent))
    excluded.push(repeatedLines(slice, new Set(), await expiredOf(slice, expiry)))
  // As if it was planned long ago, by another process: no token of it is to be trusted.
  return planOf(extent, excluded, 0)
}

function planOf(
  { segmentId, begin, end }: Extent,
  excluded: Ranges[],
  plannedAt: number,
): BatchPlan {
  return { segmentId, begin, end, plannedAt, excluded, isDelivered: false }
}

async function repetitions(
  telemetry: Telemetry,
  slice: Slice,
  expiry: ExpiredHours,
): Promise<Ranges> {
  const isExpired = await expiredOf(slice, expiry)
  const unchecked = slice.frames
    .filter(isUncheckedFrame)
    .flatMap((frame) => parseLines(linesOfFrame(frame).toString('utf8')))
  if (unchecked.length === 0 && isExpired === never) return []
  const sensors = new Set(unchecked.map(({ sensorId }) => sensorId))
  const stored = await storedIdentities(telemetry, slice.table, unchecked)
  return repeatedLines(slice, stored, isExpired, sensors)
}

const never = () => false

/** Texts have no rollups that could count them twice. */
async function expiredOf(
  slice: Slice,
  expiry: ExpiredHours,
): Promise<(line: ReadingLine) => boolean> {
  const [first] = slice.frames
  const isOld = first !== undefined && !(monthOfFrame(first) > monthOf(expiry.latest))
  if (slice.table === 'text_readings' || expiry.latest === 0 || !isOld) return never
  return expiry.incompleteAmong(parseLines(linesOf(slice).toString('utf8')))
}

/** Lines, of these sensors or all, that repeat what was `seen` or a line before, or are expired. */
function repeatedLines(
  slice: Slice,
  seen: Set<string>,
  isExpired: (line: ReadingLine) => boolean,
  sensors?: ReadonlySet<number>,
): Ranges {
  const ranges: Ranges = []
  for (const [index, line] of parseLines(linesOf(slice).toString('utf8')).entries()) {
    const isOut = isExpired(line)
    if (sensors && !sensors.has(line.sensorId) && !isOut) continue
    const identity = identityOfLine(line)
    const last = ranges.at(-1)
    if (!seen.has(identity) && !isOut) seen.add(identity)
    else if (last?.[1] === index) last[1]++
    else ranges.push([index, index + 1])
  }
  return ranges
}

/** The bytes without the lines in these ranges. */
export function withoutRanges(bytes: Buffer, ranges: Ranges): Buffer {
  if (ranges.length === 0) return bytes
  const lines = parseLines(bytes.toString('utf8'))
  let remaining = ''
  let next = 0
  for (const [first, behind] of [...ranges, [lines.length, lines.length] as const]) {
    for (; next < first; next++) remaining += lines[next]?.line ?? ''
    next = behind
  }
  return Buffer.from(remaining)
}
