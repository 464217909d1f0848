import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

/** The tables of rollups, each with the length of its buckets. */
export const rollups = [
  {
    ...{ table: 'numeric_rollup_minute', seconds: 60, startOf: 'toStartOfMinute' },
    offset: 'toUInt16',
    /** Which of a list of readings it sums up. */
    condition: 'AND sensor IN (SELECT sensor FROM minute_sensors)',
  },
  {
    ...{ table: 'numeric_rollup_hour', seconds: 3600, startOf: 'toStartOfHour' },
    offset: 'toUInt32',
    condition: '',
  },
] as const
export type Rollup = (typeof rollups)[number]

/** A bucket of one sensor. */
export interface Bucket {
  readonly sensorId: number
  /** Seconds UTC. */
  readonly start: number
}

/**
 * What has to be added to the rollup so that it equals the readings in these buckets: counts and
 * totals by their difference; extremes, first and last as they are, because adding them twice
 * changes nothing.
 */
function differences(
  { table, seconds, startOf, offset, condition }: Rollup,
  buckets: readonly Bucket[],
): string {
  const sensors = [...new Set(buckets.map(({ sensorId }) => sensorId))].join(',')
  const starts = buckets.map(({ start }) => start)
  const [from, to] = [Math.min(...starts), Math.max(...starts) + seconds]
  const pairs = buckets
    .map(({ sensorId, start }) => `(${sensorId},toDateTime(${start},'UTC'))`)
    .join(',')
  const place = `(${offset}(toUnixTimestamp64Milli(reading.time) % ${seconds * 1000}), value)`
  return `SELECT sensor, bucket AS time, quality, sum(number) AS count, sum(sums) AS total,
    min(low) AS minimum, max(high) AS maximum,
      min(opening) AS first, max(closing) AS last
    FROM (
      SELECT sensor, ${startOf}(reading.time) AS bucket, quality, toInt64(count()) AS number,
        sum(value) AS sums, min(value) AS low,
        max(value) AS high, min(${place}) AS opening, max(${place}) AS closing
      FROM numeric_readings AS reading
      WHERE sensor IN (${sensors}) ${condition} AND reading.time >= toDateTime(${from}, 'UTC')
        AND reading.time < toDateTime(${to}, 'UTC')
        AND (sensor, ${startOf}(reading.time)) IN (${pairs})
      GROUP BY sensor, bucket, quality
      UNION ALL
      SELECT sensor, rolled.time AS bucket, quality, -sum(rolled.count) AS number,
        -sum(rolled.total) AS sums, min(rolled.minimum) AS low,
        max(rolled.maximum) AS high, min(rolled.first) AS opening, max(rolled.last) AS closing
      FROM ${table} AS rolled WHERE (sensor, rolled.time) IN (${pairs})
        GROUP BY sensor, bucket, quality
    ) GROUP BY sensor, bucket, quality HAVING count != 0`
}

/**
 * In how many of these buckets the rollup counts more or fewer readings than there are, by
 * quality.
 */
export async function countRollupDifferences(
  telemetry: Telemetry,
  rollup: Rollup,
  buckets: readonly Bucket[],
): Promise<number> {
  if (buckets.length === 0) return 0
  const [row] = await telemetry.rows<{ number: number }>(
    `SELECT toUInt32(count()) AS number FROM (${differences(rollup, buckets)})`,
  )
  return row?.number ?? 0
}

/**
 * Makes the rollup equal to the readings in these buckets. Repeating the call with the same token
 * changes nothing.
 */
export async function completeRollup(
  telemetry: Telemetry,
  rollup: Rollup,
  buckets: readonly Bucket[],
  token: string,
): Promise<void> {
  await telemetry.command(
    `INSERT INTO ${rollup.table} (sensor, time, quality, count, total, minimum, maximum, first,
       last)
     SETTINGS insert_deduplication_token = '${token}' ${differences(rollup, buckets)}`,
  )
}
