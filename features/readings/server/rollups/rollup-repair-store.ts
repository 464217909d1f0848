import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Bucket, Rollup } from '../store/rollup-completion-store.ts'

const quoting = 'output_format_json_quote_64bit_integers = 0'
const at = (moment: number) => `toDateTime(${Math.floor(moment / 1000)}, 'UTC')`

/** A bucket whose rollup differs from the readings. */
export interface DifferentBucket extends Bucket {
  /** In it the rollup lacks readings, and has none too many. */
  readonly isLacking: number
}

/**
 * A span (ms UTC, of whole hours), and which of the sensors: those whose number leaves `part`,
 * `without` these.
 */
export interface ComparedSpan {
  readonly from: number
  readonly to: number
  readonly parts: number
  readonly part: number
  readonly without: Iterable<number>
}

/** More are not listed: what is lacking first, and the next comparison finds the others. */
export const listedAtOnce = 1_000

/**
 * Where a rollup differs from the readings in how many there are or in their extremes, of those
 * buckets of which the readings are whole. One thread, so that it does not slow others.
 */
export function readDifferentBuckets(
  telemetry: Telemetry,
  { table, startOf, condition }: Rollup,
  { from, to, parts, part, without }: ComparedSpan,
): Promise<DifferentBucket[]> {
  const others = [...without].map(Number)
  const some = `${parts === 1 ? '' : `AND sensor % ${parts} = ${part}`}
    ${others.length === 0 ? '' : `AND sensor NOT IN (${others.join(',')})`}`
  return telemetry.rows<DifferentBucket>(
    `SELECT sensor AS sensorId, toUnixTimestamp(bucket) AS start,
       toUInt8(min(readings >= rolled AND low <= rolledLow AND high >= rolledHigh)
         AND sum(readings) > sum(rolled)) AS isLacking
     FROM (
       SELECT sensor, bucket, quality, sum(read) AS readings, sum(summed) AS rolled,
         min(readLow) AS low, max(readHigh) AS high,
         min(summedLow) AS rolledLow, max(summedHigh) AS rolledHigh
       FROM (
         SELECT sensor, ${startOf}(reading.time) AS bucket, quality, toInt64(count()) AS read,
           min(value) AS readLow, max(value) AS readHigh,
           toInt64(0) AS summed, inf AS summedLow, -inf AS summedHigh
         FROM numeric_readings AS reading
         WHERE reading.time >= ${at(from)} AND reading.time < ${at(to)} ${some} ${condition}
         GROUP BY sensor, bucket, quality
         UNION ALL
         SELECT sensor, time AS bucket, quality, toInt64(0) AS read, inf AS readLow,
           -inf AS readHigh, sum(count) AS summed, min(minimum) AS summedLow,
           max(maximum) AS summedHigh
         FROM ${table} WHERE time >= ${at(from)} AND time < ${at(to)} ${some} ${condition}
         GROUP BY sensor, bucket, quality
       ) GROUP BY sensor, bucket, quality
     ) AS compared
     LEFT JOIN (SELECT sensor, max(kept_from.readings) AS kept FROM kept_from GROUP BY sensor)
       AS whole USING sensor
     WHERE toUnixTimestamp(bucket) >= kept
       AND (readings != rolled OR low != rolledLow OR high != rolledHigh)
     GROUP BY sensor, bucket ORDER BY isLacking DESC, bucket LIMIT ${listedAtOnce}
     SETTINGS max_threads = 1, ${quoting}`,
  )
}

export interface StoredMonth {
  /** Of the first and the last reading, ms UTC. */
  readonly from: number
  readonly to: number
  readonly rows: number
}

/** The months of which there are readings, in order. */
export function readStoredMonths(telemetry: Telemetry): Promise<StoredMonth[]> {
  return telemetry.rows<StoredMonth>(
    `SELECT toInt64(toUnixTimestamp(min(min_time))) * 1000 AS from,
       toInt64(toUnixTimestamp(max(max_time))) * 1000 AS to, toInt64(sum(rows)) AS rows
     FROM system.parts AS parts WHERE active AND database = currentDatabase()
       AND table = 'numeric_readings' AND parts.rows > 0
     GROUP BY partition ORDER BY from SETTINGS ${quoting}`,
  )
}
