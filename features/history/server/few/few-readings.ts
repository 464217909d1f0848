import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { nextSlice } from '#kit/server/process/slices.ts'
import { noCounts, type AboutCounts } from '../days/counts-store.ts'
import { where, type SensorRange } from '../history-store.ts'
import { RawFigures, rawColumns } from '../raw-figures.ts'
import type { StatisticsRow } from '../statistics-store.ts'
import { inOrder, type ReadingColumns } from './reading-columns.ts'

/** From so many on the engine is asked for what they say together. */
const maximumFew = 100_000
/** So many are read of a sensor that should have more: it may be new, or may have been silent. */
const maximumTried = 20_000
/** So many are looked at before others are let in: some tenths of a millisecond. */
const atOnce = 8_192

/**
 * All readings of a sensor in a range, with what they say together. Of so few a report is made
 * here: it would be four questions to the engine, and the plan of each costs more than this.
 */
export interface FewReadings {
  readonly columns: ReadingColumns
  readonly counts: AboutCounts
  /** The figures of `readStatistics`; null where the engine is to be asked for them. */
  readonly statistics: () => Promise<StatisticsRow> | null
}

/** Null where they are not few. `intervalMs`: how often the sensor is expected to send. */
export async function readFew(
  telemetry: TelemetryReader,
  range: SensorRange,
  intervalMs: number,
): Promise<FewReadings | null> {
  const isLikely = range.to - range.from <= intervalMs * maximumFew
  const maximum = isLikely ? maximumFew : maximumTried
  const [quality = none, time = none, value = none] = await telemetry.numberColumns(
    `SELECT quality, time, value FROM numeric_readings WHERE ${where}
     ORDER BY time LIMIT {limit:UInt32}`,
    { ...range, limit: maximum + 1 },
  )
  return time.length > maximum ? null : fewOf({ quality, time, value })
}

const none = new Float64Array()

async function fewOf(unordered: ReadingColumns): Promise<FewReadings> {
  const figures = new RawFigures()
  const number = unordered.time.length
  for (const [index, name] of rawColumns.entries())
    for (let first = 0; first < number; first += atOnce) {
      figures.add(index, unordered[name].subarray(first, first + atOnce))
      await nextSlice()
    }
  let flagged = 0
  for (let index = 0; index < number; index++) if ((unordered.quality[index] ?? 0) > 0) flagged += 1
  return {
    columns: figures.hasEqualTimes ? inOrder(unordered) : unordered,
    counts: { ...noCounts, number, flagged },
    statistics: () => figures.statistics(),
  }
}
