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

/** What `readMinutes` says of a minute, in this order; there may be several rows of one. */
export const minuteColumns = 6

/**
 * The usable readings of minutes that begin in a span (both inclusive), from the rollup, as rows of
 * sensor id, beginning of the minute (s UTC), least and greatest value, and of its first reading
 * the time in the minute (ms) and the value. Each expression of a statement costs the engine more
 * than reading thousands of minutes does: there are as few as can be.
 */
export function readMinutes(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  { from, until }: Pick<TrendSpan, 'from' | 'until'>,
): Promise<Float64Array> {
  return telemetry.numbers(
    `SELECT toFloat64(sensor), toFloat64(toUnixTimestamp(time)), minimum, maximum,
       toFloat64(first.offset), first.value
     FROM numeric_rollup_minute
     WHERE sensor IN {sensors:Array(UInt32)} AND quality < 2
       AND time >= toDateTime({from:UInt32}, 'UTC') AND time <= toDateTime({until:UInt32}, 'UTC')`,
    { sensors, from: from / 1000, until: until / 1000 },
  )
}
