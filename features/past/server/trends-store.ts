import { storedSecond } from '#kit/server/clickhouse/sql/stored-second.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings } from './settings.ts'

export interface TrendSpan {
  /** ms UTC, both inclusive. */
  readonly from: number
  readonly until: number
  readonly columnMs: number
}

/**
 * The past of numeric sensors until a moment, as a list in JSON of sensor id, times and values,
 * oldest first: the least and the greatest usable reading of every `columnMs`, each at its time, so
 * that no extreme is lost; where all are equal, the first and the last one. The engine compares
 * numbers several times faster than pairs of them.
 */
export function readPastTrends(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  span: TrendSpan,
): Promise<Buffer> {
  return telemetry.json(
    `WITH arraySort(groupArrayArray(points)) AS sorted
     SELECT sensor, sorted.1, sorted.2
     FROM (
       SELECT sensor, min(value) AS low, max(value) AS high,
         arrayDistinct(if(low = high, [(min(at), low), (max(at), low)],
           [(argMin(at, value), low), (argMax(at, value), high)])) AS points
       FROM (
         SELECT sensor, toUnixTimestamp64Milli(time) AS at, value FROM numeric_readings
         WHERE sensor IN {sensors:Array(UInt32)} AND quality < 2
           AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
           AND time <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')
       ) GROUP BY sensor, intDiv(at, {columnMs:Int64})
     ) GROUP BY sensor ${settings}`,
    { sensors, ...span },
  )
}

/** The usable readings of minutes; there may be several rows of one. */
export interface Minutes {
  /** Ids. */
  readonly sensors: Float64Array
  /** Beginning of the minute, s UTC. */
  readonly times: Float64Array
  readonly lows: Float64Array
  readonly highs: Float64Array
  /** Of the first reading: time in the minute, ms, and value. */
  readonly firstOffsets: Float64Array
  readonly firstValues: Float64Array
}

const none = new Float64Array()

/**
 * Minutes that begin in a span (both inclusive), from the rollup. Each expression of a statement
 * costs the engine more than reading thousands of minutes does: there are as few as can be.
 */
export async function readMinutes(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  { from, until }: Pick<TrendSpan, 'from' | 'until'>,
): Promise<Minutes> {
  const [ids = none, times = none, lows = none, highs = none, ...firsts] =
    await telemetry.numberColumns(
      `SELECT sensor, time, minimum, maximum, first.offset, first.value
     FROM numeric_rollup_minute
     WHERE sensor IN {sensors:Array(UInt32)} AND quality < 2
       AND time >= toDateTime({from:UInt32}, 'UTC') AND time <= toDateTime({until:UInt32}, 'UTC')`,
      { sensors, from: storedSecond(from), until: storedSecond(until) },
    )
  const [firstOffsets = none, firstValues = none] = firsts
  return { sensors: ids, times, lows, highs, firstOffsets, firstValues }
}
