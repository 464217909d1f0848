import { isPlainNumber } from '#kit/server/clickhouse/sql/plain-number.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'

/**
 * What is stored of a sensor: as numbers alone, and as texts alone; "no value" is neither. What is
 * stored as both is shown by every type.
 */
export interface StoredCount {
  readonly sensorId: number
  readonly numbers: number
  readonly texts: number
}

/** Of each of these sensors; numbers by the rollup of an hour. */
export async function readStoredCounts(
  telemetry: TelemetryReader,
  sensors: readonly number[],
): Promise<StoredCount[]> {
  return telemetry.rows<StoredCount>(
    `SELECT sensor AS sensorId, greatest(0, sum(number)) AS numbers, sum(text) AS texts FROM (
       SELECT sensor, count AS number, toInt64(0) AS text FROM numeric_rollup_hour
       WHERE sensor IN {sensors:Array(UInt32)} AND NOT isNaN(minimum)
       UNION ALL
       SELECT sensor, -toInt64(${isPlainNumber}), toInt64(NOT ${isPlainNumber}) FROM text_readings
       WHERE sensor IN {sensors:Array(UInt32)}
     ) GROUP BY sensor SETTINGS output_format_json_quote_64bit_integers = 0`,
    { sensors },
  )
}
