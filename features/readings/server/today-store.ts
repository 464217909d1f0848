import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { TodayFigures } from '../contract/routes.ts'

/** Figures of the usable readings since `from` (ms UTC, a whole minute), from the rollup of a minute. */
export async function readFiguresSince(telemetry: Telemetry, sensors: readonly number[], from: number): Promise<TodayFigures[]> {
  return telemetry.rows<TodayFigures>(
    `SELECT sensor AS sensorId, sum(number) AS count, min(low) AS minimum, max(high) AS maximum, sum(whole) / sum(number) AS average,
       min(begin).2 AS first, max(end).2 AS last
     FROM (
       SELECT sensor, count AS number, total AS whole, minimum AS low, maximum AS high,
         (toUnixTimestamp(time) * 1000 + first.offset, first.value) AS begin, (toUnixTimestamp(time) * 1000 + last.offset, last.value) AS end
       FROM numeric_rollup_minute
       WHERE sensor IN {sensors:Array(UInt32)} AND time >= toDateTime({from:UInt32}, 'UTC') AND quality < 2
     ) GROUP BY sensor
     SETTINGS output_format_json_quote_64bit_integers = 0`,
    { sensors, from: Math.floor(from / 1000) },
  )
}

/** Readings stored in a time range (ms UTC; `to` exclusive), of one sensor or all. */
export async function countReadings(
  telemetry: Telemetry,
  range: { readonly from: number; readonly to: number; readonly sensors: readonly number[] | null },
): Promise<{ numeric: number; text: number }> {
  const counts: number[] = []
  for (const table of ['numeric_readings', 'text_readings']) {
    const [row] = await telemetry.rows<{ number: number }>(
      `SELECT count() AS number FROM ${table}
       WHERE time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
         ${range.sensors ? 'AND sensor IN {sensors:Array(UInt32)}' : ''}
       SETTINGS output_format_json_quote_64bit_integers = 0`,
      { from: range.from, to: range.to, sensors: range.sensors ?? [] },
    )
    counts.push(row?.number ?? 0)
  }
  return { numeric: counts[0] ?? 0, text: counts[1] ?? 0 }
}
