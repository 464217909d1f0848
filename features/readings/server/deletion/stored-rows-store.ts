import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { readingTables } from '../store/readings-store.ts'
import { rollups } from '../store/rollup-completion-store.ts'

/** Every table that holds something of a sensor; readings first. */
export const tablesOfSensors = [
  ...readingTables,
  ...rollups.map(({ table }) => table),
  'numeric_value_counts',
] as const
type TableOfSensors = (typeof tablesOfSensors)[number]

const quoting = 'SETTINGS output_format_json_quote_64bit_integers = 0'
const names = tablesOfSensors.map((table) => `'${table}'`).join(', ')

/** How many readings are stored of each of these sensors, rollups not counted. */
export async function countReadingsOf(
  telemetry: Telemetry,
  sensors: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const tables = readingTables.map(
    (table) => `SELECT sensor FROM ${table} WHERE sensor IN {sensors:Array(UInt32)}`,
  )
  const rows = await telemetry.rows<{ sensor: number; number: number }>(
    `SELECT sensor, count() AS number FROM (${tables.join(' UNION ALL ')})
       GROUP BY sensor ${quoting}`,
    { sensors },
  )
  return new Map(rows.map(({ sensor, number }) => [sensor, number]))
}

/** How many rows a table has of these sensors. */
export async function countRows(
  telemetry: Telemetry,
  table: TableOfSensors,
  sensors: readonly number[],
): Promise<number> {
  const [row] = await telemetry.rows<{ number: number }>(
    `SELECT count() AS number FROM ${table} WHERE sensor IN {sensors:Array(UInt32)} ${quoting}`,
    { sensors },
  )
  return row?.number ?? 0
}

/**
 * Makes the engine rewrite the parts that hold rows of these sensors, without them; it does so
 * by itself from then on, also after a restart.
 */
export async function beginRemoval(
  telemetry: Telemetry,
  table: TableOfSensors,
  sensors: readonly number[],
): Promise<void> {
  await telemetry.command(
    `ALTER TABLE ${table} DELETE WHERE sensor IN (${sensors.map(Number).join(',')})
     SETTINGS mutations_sync = 0`,
  )
}

/** What of the removals is not done yet, and why the engine could not go on with one of them. */
export async function removalsInProgress(
  telemetry: Telemetry,
  table: TableOfSensors,
): Promise<{ readonly count: number; readonly failure: string }> {
  const [row] = await telemetry.rows<{ count: number; failure: string }>(
    `SELECT toUInt32(count()) AS count, max(latest_fail_reason) AS failure FROM system.mutations
     WHERE database = currentDatabase() AND table = '${table}' AND NOT is_done`,
  )
  return row ?? { count: 0, failure: '' }
}

/** The engine gives up removals with which it could not go on. */
export async function cancelFailedRemovals(
  telemetry: Telemetry,
  table: TableOfSensors,
): Promise<void> {
  await telemetry.command(
    `KILL MUTATION WHERE database = currentDatabase() AND table = '${table}' AND NOT is_done
       AND latest_fail_reason != ''`,
  )
}

/** The engine's clock, seconds UTC. */
export async function engineSeconds(telemetry: Telemetry): Promise<number> {
  const [row] = await telemetry.rows<{ now: number }>('SELECT toUnixTimestamp(now()) AS now')
  return row?.now ?? 0
}

/** Parts on disk that were replaced until then, seconds UTC, and are not removed yet. */
export async function countReplacedParts(
  telemetry: Telemetry,
  until = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const [row] = await telemetry.rows<{ number: number }>(
    `SELECT toUInt32(count()) AS number FROM system.parts
     WHERE database = currentDatabase() AND table IN (${names}) AND NOT active
       AND toUnixTimestamp(remove_time) <= ${until}`,
  )
  return row?.number ?? 0
}

/**
 * Makes the engine remove replaced parts that are old enough; by itself it looks for them while
 * much is inserted, and otherwise within ten minutes. Tables in which parts are merged or rows
 * removed just now are left out: what the engine is made to do cancels that.
 */
export async function removeReplacedParts(telemetry: Telemetry): Promise<void> {
  const busy = await telemetry.rows<{ table: string }>(
    `SELECT table FROM system.merges WHERE database = currentDatabase()
     UNION DISTINCT
     SELECT table FROM system.mutations
     WHERE database = currentDatabase() AND NOT is_done AND latest_fail_reason = ''`,
  )
  const isBusy = new Set(busy.map(({ table }) => table))
  // It looks for them whenever a partition is dropped. No reading lies in this one.
  for (const table of tablesOfSensors)
    if (!isBusy.has(table)) await telemetry.command(`ALTER TABLE ${table} DROP PARTITION 197001`)
}
