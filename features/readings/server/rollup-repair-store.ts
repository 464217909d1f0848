import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

/** A rollup and how its buckets are cut out of the readings. */
export interface Rollup {
  readonly table: 'numeric_rollup_minute' | 'numeric_rollup_hour'
  readonly bucketOf: 'toStartOfMinute' | 'toStartOfHour'
  readonly bucketMs: number
  readonly offsetType: 'UInt16' | 'UInt32'
}

export const rollups: readonly Rollup[] = [
  { table: 'numeric_rollup_minute', bucketOf: 'toStartOfMinute', bucketMs: 60_000, offsetType: 'UInt16' },
  { table: 'numeric_rollup_hour', bucketOf: 'toStartOfHour', bucketMs: 3_600_000, offsetType: 'UInt32' },
]

/**
 * Names of the parts of the readings that were written within `seconds` before the newest one. An insert that a crash cut short
 * lies in one of them, or in a merge of one, which is as new.
 */
export async function newestParts(telemetry: Telemetry, seconds: number): Promise<string[]> {
  const rows = await telemetry.rows<{ name: string }>(
    `WITH (SELECT max(modification_time) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'numeric_readings') AS newest
     SELECT name FROM system.parts
     WHERE active AND database = currentDatabase() AND table = 'numeric_readings' AND modification_time >= newest - {seconds:UInt32}`,
    { seconds },
  )
  return rows.map((row) => row.name)
}

/**
 * Adds to the rollup what its buckets lack of the readings in these parts, and returns how many buckets that were. What is added is
 * a difference (count, total) beside the bucket's true extremes, in one insert, so that it may be interrupted and run again.
 * A bucket that holds more than the readings is left alone: its readings may have been retired since.
 */
export async function addMissingToRollup(telemetry: Telemetry, rollup: Rollup, parts: readonly string[]): Promise<number> {
  const missing = missingBuckets(rollup)
  const [found] = await telemetry.rows<{ buckets: number }>(
    `SELECT count() AS buckets FROM (${missing}) SETTINGS output_format_json_quote_64bit_integers = 0`,
    { parts },
  )
  if (!found || found.buckets === 0) return 0
  const quoted = parts.map((part) => `'${part.replaceAll("'", "''")}'`).join(',')
  await telemetry.command(
    `INSERT INTO ${rollup.table} (sensor, time, quality, count, total, minimum, maximum, first, last)
     ${missing.replace('{parts:Array(String)}', `[${quoted}]`)}`,
  )
  return found.buckets
}

function missingBuckets({ table, bucketOf, bucketMs, offsetType }: Rollup): string {
  const pair = `(to${offsetType}(toUnixTimestamp64Milli(reading.time) % ${bucketMs}), value)`
  const touched = `SELECT DISTINCT sensor, ${bucketOf}(time) FROM numeric_readings WHERE has({parts:Array(String)}, _part)`
  return `WITH touched AS (${touched})
    SELECT truth.sensor, truth.bucket, truth.quality, truth.count - rolled.count AS lacking, truth.total - rolled.total,
      truth.minimum, truth.maximum, truth.first, truth.last
    FROM (
      SELECT sensor, ${bucketOf}(reading.time) AS bucket, quality, toInt64(count()) AS count, sum(value) AS total,
        min(value) AS minimum, max(value) AS maximum, min(${pair}) AS first, max(${pair}) AS last
      FROM numeric_readings AS reading
      WHERE (sensor, ${bucketOf}(reading.time)) IN touched
      GROUP BY sensor, bucket, quality
    ) AS truth
    LEFT JOIN (
      SELECT sensor, time AS bucket, quality, sum(count) AS count, sum(total) AS total
      FROM ${table} WHERE (sensor, time) IN touched GROUP BY sensor, time, quality
    ) AS rolled ON rolled.sensor = truth.sensor AND rolled.bucket = truth.bucket AND rolled.quality = truth.quality
    WHERE lacking > 0`
}
