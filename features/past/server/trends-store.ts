import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings } from './settings.ts'

interface TrendSpan {
  /** ms UTC, both inclusive. */
  readonly from: number
  readonly until: number
  readonly columnMs: number
}

/** Sensor id, then times and values, oldest first. */
type Trend = [sensorId: number, times: number[], values: number[]]

/**
 * The past of numeric sensors until a moment: the least and the greatest usable reading of every
 * `columnMs`, each at its time, so that no extreme is lost; where all are equal, the first and the
 * last one. The engine compares numbers several times faster than pairs of them.
 */
export async function readPastTrends(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  span: TrendSpan,
): Promise<Trend[]> {
  const rows = await telemetry.rows<{ sensorId: number; times: number[]; values: number[] }>(
    `SELECT sensor AS sensorId, arraySort(groupArrayArray(points)) AS sorted,
       arrayMap(each -> each.1, sorted) AS times, arrayMap(each -> each.2, sorted) AS values
     FROM (
       SELECT sensor, min(value) AS low, max(value) AS high,
         if(low = high, (min(at), low), (argMin(at, value), low)) AS least,
         if(low = high, (max(at), high), (argMax(at, value), high)) AS greatest,
         arrayDistinct([least, greatest]) AS points
       FROM (
         SELECT sensor, toUnixTimestamp64Milli(time) AS at, value FROM numeric_readings
         WHERE sensor IN {sensors:Array(UInt32)} AND quality < 2
           AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
           AND time <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')
       ) GROUP BY sensor, intDiv(at, {columnMs:Int64})
     ) GROUP BY sensor ${settings}`,
    { sensors, ...span },
  )
  return rows.map(({ sensorId, times, values }) => [sensorId, times, values])
}
