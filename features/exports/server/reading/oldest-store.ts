import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'

/** The oldest thing that is stored of a sensor. */
interface Oldest {
  /** ms UTC; of numbers that of their hour. */
  readonly time: number
  /** Whether it has a text, of which the last one never expires. */
  readonly hasTexts: boolean
}

/** By the ids of those sensors of which anything is stored. */
export async function readOldest(
  telemetry: TelemetryReader,
  sensors: readonly number[],
): Promise<ReadonlyMap<number, Oldest>> {
  const first = (table: string, isText: 0 | 1) =>
    `SELECT sensor, min(${table}.time) AS first, ${isText} AS is_text FROM ${table}
     WHERE sensor IN {sensors:Array(UInt32)} GROUP BY sensor`
  const rows = await telemetry.rows<{ sensor: number; time: number; hasTexts: 0 | 1 }>(
    `SELECT sensor, toInt64(toUnixTimestamp(min(first))) * 1000 AS time, max(is_text) AS hasTexts
     FROM (${first('text_readings', 1)} UNION ALL ${first('numeric_rollup_hour', 0)})
     GROUP BY sensor SETTINGS output_format_json_quote_64bit_integers = 0`,
    { sensors },
  )
  return new Map(
    rows.map(({ sensor, time, hasTexts }) => [sensor, { time, hasTexts: hasTexts === 1 }]),
  )
}
