import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

const settings = 'SETTINGS output_format_json_quote_64bit_integers = 0'

async function one(telemetry: Telemetry, query: string): Promise<number> {
  const [row] = await telemetry.rows<{ number: number }>(`${query} ${settings}`)
  return row?.number ?? 0
}

/** Stored numeric readings. */
export function countRows(telemetry: Telemetry): Promise<number> {
  return one(telemetry, 'SELECT count() AS number FROM numeric_readings')
}

/** Readings that a rollup speaks of. */
export function countRollup(
  telemetry: Telemetry,
  table: 'numeric_minutes' | 'numeric_rollup_hour',
): Promise<number> {
  return one(telemetry, `SELECT sum(count) AS number FROM ${table}`)
}

/** Readings that have a twin (same sensor, same time), without the first of each. */
export function countRepeated(telemetry: Telemetry): Promise<number> {
  return one(
    telemetry,
    'SELECT sum(rows - 1) AS number FROM (SELECT count() AS rows FROM numeric_readings GROUP BY ' +
      'sensor, time HAVING rows > 1)',
  )
}

/** For each time at which one of the sensors has a reading: how many of them have one. */
export async function readMessageSizes(
  telemetry: Telemetry,
  sensors: readonly number[],
): Promise<Map<number, number>> {
  const rows = await telemetry.rows<{ at: number; sensors: number }>(
    `SELECT toUnixTimestamp64Milli(time) AS at, uniqExact(sensor) AS sensors FROM numeric_readings
     WHERE sensor IN {sensors:Array(UInt32)} GROUP BY at ${settings}`,
    { sensors },
  )
  return new Map(rows.map(({ at, sensors }) => [at, sensors]))
}

const buckets = {
  minute: { table: 'numeric_minutes', startOf: 'toStartOfMinute', lengthMs: 60_000 },
  hour: { table: 'numeric_rollup_hour', startOf: 'toStartOfHour', lengthMs: 3_600_000 },
} as const

/**
 * Buckets in which the rollup and the readings differ in count, total, extremes, first or last, or
 * which only one of them has.
 */
export function countDifferingBuckets(
  telemetry: Telemetry,
  rollup: keyof typeof buckets,
): Promise<number> {
  const { table, startOf, lengthMs } = buckets[rollup]
  const place = `(toUInt32(toUnixTimestamp64Milli(reading.time) % ${lengthMs}), value)`
  const columns = '(count, round(total, 3), low, high, opening.1, opening.2, closing.1, closing.2)'
  return one(
    telemetry,
    `SELECT count() AS number FROM (
       SELECT sensor, bucket, quality FROM (
         SELECT 1 AS side, sensor, ${startOf}(reading.time) AS bucket, quality,
           toInt64(count()) AS count, sum(value) AS total,
           min(value) AS low, max(value) AS high, min(${place}) AS opening, max(${place}) AS closing
         FROM numeric_readings AS reading GROUP BY sensor, bucket, quality
         UNION ALL
         SELECT 2 AS side, sensor, rolled.time AS bucket, quality, sum(rolled.count) AS count,
         sum(rolled.total) AS total,
           min(rolled.minimum) AS low, max(rolled.maximum) AS high, min(rolled.first) AS opening,
           max(rolled.last) AS closing
         FROM ${table} AS rolled GROUP BY sensor, bucket, quality
       ) GROUP BY sensor, bucket, quality HAVING count() != 2 OR uniqExact(${columns}) != 1
     )`,
  )
}

/** Merges all parts of every table, as long idleness does. */
export async function mergeAll(telemetry: Telemetry): Promise<void> {
  for (const table of [
    'numeric_readings',
    'text_readings',
    'numeric_rollup_minute',
    'numeric_rollup_hour',
  ])
    await telemetry.command(`OPTIMIZE TABLE ${table} FINAL`)
}
