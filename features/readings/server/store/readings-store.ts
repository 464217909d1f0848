import { qualities } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import { readingPoint, textPoint } from '#kit/server/clickhouse/sql/reading-order.ts'
import type { Telemetry, TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { identityOfRow, type ReadingLine } from '../writer/reading-lines.ts'
import type { StoredRange } from '../writer/stored-ranges.ts'

/** Numbers and texts have a table each; "no value" is stored as the number that is none. */
export const readingTables = ['numeric_readings', 'text_readings'] as const
export type ReadingTable = (typeof readingTables)[number]

/**
 * Stores lines of readings of one month (see `reading-lines.ts`) in one table; resolves when they
 * and their rollups are on disk. The engine recognises what it has under the same `token`, readings
 * and each rollup by themselves, for as long as it runs. What is awaited does not give way to
 * others.
 */
export async function insertLines(
  telemetry: Telemetry,
  table: ReadingTable,
  lines: Buffer,
  token: string,
  isAwaited = false,
): Promise<void> {
  const settings = { ...insertSettings, insert_deduplication_token: token }
  await telemetry.insert(
    { table, columns: ['sensor', 'time', 'value', 'quality'], settings, isAwaited },
    lines,
  )
}

const insertSettings = {
  deduplicate_blocks_in_dependent_materialized_views: 1,
  max_partitions_per_insert_block: 0,
  async_insert: 0,
  // One processor: the others are for what does not wait.
  input_format_parallel_parsing: 0,
  max_threads: 1,
  max_insert_threads: 1,
}

/** Numbers of the engine's errors that speak of the data: the same data would fail again. */
const dataErrors: ReadonlySet<string> = new Set(
  [6, 25, 26, 27, 32, 33, 38, 41, 43, 53, 69, 72, 117, 130, 131, 321, 407, 441, 467, 675].map(
    String,
  ),
)

/** Whether the engine refused an insert for what is in it, before it stored anything of it. */
export function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && dataErrors.has(String(error.code))
}

/** Of the given readings, the identities of those that are stored already. */
export async function storedIdentities(
  telemetry: TelemetryReader,
  table: ReadingTable,
  readings: readonly Pick<ReadingLine, 'sensorId' | 'time'>[],
): Promise<Set<string>> {
  const found = new Set<string>()
  const possible = readings.filter(({ time }) => Number.isInteger(time))
  for (let start = 0; start < possible.length; start += lookupSize)
    for (const identity of await lookUp(
      telemetry,
      table,
      possible.slice(start, start + lookupSize),
    ))
      found.add(identity)
  return found
}
/** A question of a person, whose text is limited to 1 MiB, has room for so many. */
const lookupSize = 38_000

async function lookUp(
  telemetry: TelemetryReader,
  table: ReadingTable,
  readings: readonly Pick<ReadingLine, 'sensorId' | 'time'>[],
): Promise<string[]> {
  // As data, which the engine reads a hundred times faster than as many literals.
  const pairs = readings.map(({ sensorId, time }) => `${sensorId}\t${time}\n`).join('')
  const rows = await telemetry.rows<StoredRow>(
    `SELECT sensor, toUnixTimestamp64Milli(time) AS at, value, quality FROM ${table}
     WHERE (sensor, time) IN (
       SELECT sensor, fromUnixTimestamp64Milli(at, 'UTC')
         FROM format(TabSeparated, 'sensor UInt32, at Int64', '${pairs}')
     )
     SETTINGS output_format_json_quote_64bit_integers = 0`,
  )
  return rows.map(identityOfRow)
}

/** For how long the engine has been running. */
export async function uptimeSeconds(telemetry: Telemetry): Promise<number> {
  const [row] = await telemetry.rows<{ seconds: number }>('SELECT uptime() AS seconds')
  return row?.seconds ?? 0
}

interface StoredRow {
  readonly sensor: number
  readonly at: number
  readonly value: number | string | null
  readonly quality: number
}

const quoting = 'SETTINGS output_format_json_quote_64bit_integers = 0'

/**
 * The last reading of every sensor, of one time the one that counts (`readingPoint`); `isText`: the
 * sensor is one of texts.
 * Numbers come from the hourly rollup, texts from their table;
 * recent ones first, so that the usual start reads two days of it and only sensors that have been
 * silent for longer cost a wider look.
 */
export async function lastReadings(
  telemetry: Telemetry,
  sensorIds: readonly number[],
  isText: (sensorId: number) => boolean = () => false,
): Promise<Reading[]> {
  const recent = await newest(telemetry, 'AND time >= now() - INTERVAL 2 DAY', [])
  const found = new Set(recent.map((row) => row.sensor))
  const silent = sensorIds.filter((id) => !found.has(id))
  const older =
    silent.length === 0
      ? []
      : await newest(telemetry, 'AND sensor IN {sensors:Array(UInt32)}', silent)
  return newestOfEach([...recent, ...older], isText).map(({ sensor, at, value, quality }) => ({
    sensorId: sensor,
    time: at,
    value,
    quality: qualities[quality] ?? 'uncertain',
  }))
}

const lastPoint = readingPoint(
  'toUnixTimestamp(time) * 1000 + last.offset',
  'last.value',
  'quality',
)
const lastText = textPoint('toUnixTimestamp64Milli(time)', 'value', 'quality')

async function newest(
  telemetry: Telemetry,
  condition: string,
  sensors: readonly number[],
): Promise<StoredRow[]> {
  const numeric = await telemetry.rows<StoredRow>(
    `SELECT sensor, newest.1 AS at, newest.5 AS value, newest.4 AS quality FROM (
       SELECT sensor, max(${lastPoint}) AS newest
       FROM numeric_rollup_hour WHERE 1 ${condition} GROUP BY sensor
     ) ${quoting}`,
    { sensors },
  )
  const texts = await telemetry.rows<StoredRow>(
    `SELECT sensor, newest.1 AS at, newest.3 AS value, newest.4 AS quality FROM (
       SELECT sensor, max(${lastText}) AS newest
       FROM text_readings WHERE 1 ${condition} GROUP BY sensor
     ) ${quoting}`,
    { sensors },
  )
  return [...numeric, ...texts]
}

function newestOfEach(
  rows: readonly StoredRow[],
  isText: (sensorId: number) => boolean,
): StoredRow[] {
  const bySensor = new Map<number, StoredRow>()
  for (const row of rows) {
    const other = bySensor.get(row.sensor)
    const isPreferred = typeof row.value === 'string' && isText(row.sensor)
    if (!other || row.at > other.at || (row.at === other.at && isPreferred))
      bySensor.set(row.sensor, row)
  }
  return [...bySensor.values()]
}

/** Times of the oldest and the newest stored reading (ms UTC) of every sensor that has one. */
export async function storedRanges(telemetry: Telemetry): Promise<Map<number, StoredRange>> {
  const rows = await telemetry.rows<StoredRange & { sensor: number }>(
    `SELECT sensor, min(oldest) AS first, max(newest) AS last FROM (
       SELECT sensor, toInt64(min(toUnixTimestamp(time) * 1000 + first.offset)) AS oldest,
         toInt64(max(toUnixTimestamp(time) * 1000 + last.offset)) AS newest
       FROM numeric_rollup_hour GROUP BY sensor
       UNION ALL
       SELECT sensor, toUnixTimestamp64Milli(min(time)), toUnixTimestamp64Milli(max(time))
         FROM text_readings GROUP BY sensor
     ) GROUP BY sensor ${quoting}`,
  )
  return new Map(rows.map(({ sensor, first, last }) => [sensor, { first, last }]))
}
