import type { RetentionCutoffs } from '#kit/server/readings/retained-readings.ts'
import type { Telemetry, TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'

const quoting = 'SETTINGS output_format_json_quote_64bit_integers = 0'

export async function readCutoffs(
  telemetry: TelemetryReader,
): Promise<Map<number, RetentionCutoffs>> {
  const rows = await telemetry.rows<RetentionCutoffs & { sensor: number }>(
    `SELECT sensor, toInt64(max(kept_from.readings)) * 1000 AS readings,
       toInt64(max(kept_from.minutes)) * 1000 AS minutes,
       toInt64(max(kept_from.hours)) * 1000 AS hours
     FROM kept_from GROUP BY sensor ${quoting}`,
  )
  return new Map(rows.map(({ sensor, ...cutoffs }) => [sensor, cutoffs]))
}

/** On disk when it resolves; the later moment counts. */
export async function writeCutoffs(
  telemetry: Telemetry,
  cutoffs: ReadonlyMap<number, RetentionCutoffs>,
): Promise<void> {
  const lines = [...cutoffs].map(
    ([sensor, { readings, minutes, hours }]) =>
      `${sensor}\t${readings / 1000}\t${minutes / 1000}\t${hours / 1000}\n`,
  )
  await telemetry.insert(
    { table: 'kept_from', columns: ['sensor', 'readings', 'minutes', 'hours'] },
    Buffer.from(lines.join('')),
  )
}

/** What expires in each table, readings first. */
export const expiring = [
  { table: 'numeric_readings', column: 'readings' },
  { table: 'text_readings', column: 'readings' },
  { table: 'numeric_rollup_minute', column: 'minutes' },
  { table: 'numeric_rollup_hour', column: 'hours' },
  { table: 'numeric_value_counts', column: 'readings' },
] as const
export type Expiring = (typeof expiring)[number]

/**
 * Which rows of the table have expired; null: none can. The last text of a sensor never does:
 * nothing else says what it was.
 */
export async function readCondition(
  telemetry: Telemetry,
  { table, column }: Expiring,
): Promise<{ readonly expired: string; readonly latest: number } | null> {
  const rows = await telemetry.rows<{ moment: number }>(
    `SELECT DISTINCT latest AS moment FROM (
       SELECT max(${column}) AS latest FROM kept_from GROUP BY sensor
     ) WHERE moment > 0 ORDER BY moment`,
  )
  const latest = rows.at(-1)?.moment
  if (latest === undefined) return null
  const parts = rows.map(
    ({ moment }) => `(time < toDateTime(${moment}, 'UTC') AND sensor IN (
      SELECT sensor FROM kept_from GROUP BY sensor
      HAVING max(${column}) = ${moment}))`,
  )
  const last = `AND (sensor, time) NOT IN (SELECT sensor, max(time) FROM text_readings
    GROUP BY sensor)`
  const expired = `((${parts.join(' OR ')}) ${table === 'text_readings' ? last : ''})`
  return { expired, latest: latest * 1000 }
}

export interface Month {
  readonly partition: string
  readonly expired: number
  readonly rows: number
}

/** Months of the table that hold expired rows. */
export async function readExpiredMonths(
  telemetry: Telemetry,
  table: string,
  { expired, latest }: { readonly expired: string; readonly latest: number },
): Promise<Month[]> {
  return telemetry.rows<Month>(
    `SELECT toString(toYYYYMM(time)) AS partition, countIf(${expired}) AS expired,
       count() AS rows
     FROM ${table} WHERE toYYYYMM(time) <= toYYYYMM(toDateTime(${latest / 1000}, 'UTC'))
     GROUP BY partition HAVING expired > 0 ORDER BY partition ${quoting}`,
  )
}

/** All of a month's rows have expired, and nothing comes into it meanwhile. */
export async function dropMonth(telemetry: Telemetry, table: string, month: string) {
  await telemetry.command(`ALTER TABLE ${table} DROP PARTITION ${Number(month)}`)
}

/** Begins to write a month's parts again without what has expired. */
export async function beginExpiry(
  telemetry: Telemetry,
  table: string,
  month: string,
  expired: string,
): Promise<void> {
  await telemetry.command(
    `ALTER TABLE ${table} DELETE IN PARTITION ${Number(month)} WHERE ${expired}
     SETTINGS mutations_sync = 0, allow_nondeterministic_mutations = 1`,
  )
}

/**
 * Ends what a former run has begun to remove: it is begun again when nothing is on its way to the
 * store.
 */
export async function cancelExpiry(telemetry: Telemetry): Promise<void> {
  // The engine writes the name of the database before that of the table.
  await telemetry.command(
    `KILL MUTATION WHERE database = currentDatabase() AND NOT is_done
       AND command LIKE '%kept_from GROUP BY sensor%' SYNC`,
  )
}

interface Hour {
  readonly sensorId: number
  /** Seconds UTC. */
  readonly start: number
}

/** Of these hours, those of which the rollup counts more readings than are stored. */
export async function readIncompleteHours(
  telemetry: Telemetry,
  hours: readonly Hour[],
): Promise<Hour[]> {
  const sensors = [...new Set(hours.map(({ sensorId }) => sensorId))].join(',')
  const starts = hours.map(({ start }) => start)
  const pairs = hours
    .map(({ sensorId, start }) => `(${sensorId},toDateTime(${start},'UTC'))`)
    .join(',')
  return telemetry.rows<Hour>(
    `SELECT sensor AS sensorId, toUnixTimestamp(hour) AS start FROM (
       SELECT sensor, toStartOfHour(reading.time) AS hour, -toInt64(count()) AS number
       FROM numeric_readings AS reading
       WHERE sensor IN (${sensors})
         AND reading.time >= toDateTime(${Math.min(...starts)}, 'UTC')
         AND reading.time < toDateTime(${Math.max(...starts) + 3600}, 'UTC')
         AND (sensor, toStartOfHour(reading.time)) IN (${pairs})
       GROUP BY sensor, hour
       UNION ALL
       SELECT sensor, time AS hour, sum(count) AS number FROM numeric_rollup_hour
       WHERE (sensor, time) IN (${pairs}) GROUP BY sensor, hour
     ) GROUP BY sensor, hour HAVING sum(number) > 0 ${quoting}`,
  )
}

/**
 * How many readings of these sensors lie before a moment (ms UTC), by the hours, and have not
 * expired before.
 */
export async function countBefore(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  time: number,
): Promise<number> {
  const joined = `
    LEFT JOIN (SELECT sensor, max(kept_from.readings) AS moment FROM kept_from GROUP BY sensor)
      AS kept ON kept.sensor = stored.sensor
    WHERE stored.sensor IN {sensors:Array(UInt32)} AND stored.time >= toDateTime(kept.moment, 'UTC')
      AND stored.time < toDateTime({time:UInt32}, 'UTC')`
  const [row] = await telemetry.rows<{ number: number }>(
    `SELECT sum(number) AS number FROM (
       SELECT sum(count) AS number FROM numeric_rollup_hour AS stored ${joined}
       UNION ALL
       SELECT toInt64(count()) FROM text_readings AS stored ${joined}
     ) ${quoting}`,
    { sensors, time: Math.floor(time / 1000) },
  )
  return row?.number ?? 0
}

export interface StoredTable {
  readonly table: string
  readonly rows: number
  readonly bytes: number
}

/** What each table takes on disk. */
export function readStoredTables(telemetry: TelemetryReader): Promise<StoredTable[]> {
  const names = expiring.map(({ table }) => `'${table}'`).join(', ')
  return telemetry.rows<StoredTable>(
    `SELECT table, sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM system.parts
     WHERE active AND database = currentDatabase() AND table IN (${names})
     GROUP BY table ORDER BY bytes DESC ${quoting}`,
  )
}

/** Time of the newest stored reading that is not after `now`, to the hour, ms UTC; null: none. */
export async function newestStoredTime(
  telemetry: TelemetryReader,
  now: number,
): Promise<number | null> {
  const [row] = await telemetry.rows<{ time: number }>(
    `SELECT toInt64(greatest(
       (SELECT max(time) FROM numeric_rollup_hour WHERE time <= toDateTime({until:UInt32}, 'UTC')),
       (SELECT toDateTime(max(time), 'UTC') FROM text_readings
        WHERE time <= toDateTime({until:UInt32}, 'UTC')))) * 1000 AS time ${quoting}`,
    { until: Math.floor(now / 1000) },
  )
  return row && row.time > 0 ? row.time : null
}
