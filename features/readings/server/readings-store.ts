import { qualities, qualityCode } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

/** Where a reading goes: numbers and texts have a table each. */
export type ReadingTable = 'numeric_readings' | 'text_readings'

/** "No value" is stored as the number that is none. */
export function tableOf(reading: Reading): ReadingTable {
  return typeof reading.value === 'string' ? 'text_readings' : 'numeric_readings'
}

/**
 * Stores readings of one table; resolves when they and their rollups are on disk. Repeating the call with the same readings in
 * the same order and the same `token` stores nothing twice, in the rollups neither.
 */
export async function insertReadings(
  telemetry: Telemetry,
  table: ReadingTable,
  readings: readonly Reading[],
  token: string,
): Promise<void> {
  await telemetry.insert(
    `INSERT INTO ${table} (sensor, time, value, quality) SETTINGS insert_deduplication_token = '${token}',
     deduplicate_blocks_in_dependent_materialized_views = 1, max_partitions_per_insert_block = 0, async_insert = 0 FORMAT TabSeparated`,
    table === 'numeric_readings' ? numericLines(readings) : textLines(readings),
  )
}

function numericLines(readings: readonly Reading[]): string {
  let lines = ''
  for (const { sensorId, time, value, quality } of readings)
    lines += `${sensorId}\t${seconds(time)}\t${value ?? 'nan'}\t${qualityCode[quality]}\n`
  return lines
}

function textLines(readings: readonly Reading[]): string {
  let lines = ''
  for (const { sensorId, time, value, quality } of readings) {
    lines += `${sensorId}\t${seconds(time)}\t${escapeText(String(value))}\t${qualityCode[quality]}\n`
  }
  return lines
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' }

function escapeText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that the format itself uses
  return text.replaceAll(/[\\\t\n\r\0]/g, (character) => escapes[character] ?? character)
}

function seconds(time: number): string {
  const whole = Math.floor(time / 1000)
  return `${whole}.${String(time - whole * 1000).padStart(3, '0')}`
}

/** What makes two readings the same reading. The store answers null for the number that is none. */
export function identityOf(reading: Reading): string {
  return `${reading.sensorId}\t${reading.time}\t${reading.value}`
}

/** Of the given readings, the identities of those that are stored already. */
export async function storedIdentities(telemetry: Telemetry, readings: readonly Reading[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const table of ['numeric_readings', 'text_readings'] as const) {
    const wanted = readings.filter((reading) => tableOf(reading) === table)
    for (let start = 0; start < wanted.length; start += lookupSize) {
      for (const identity of await lookUp(telemetry, table, wanted.slice(start, start + lookupSize))) found.add(identity)
    }
  }
  return found
}
const lookupSize = 5_000

async function lookUp(telemetry: Telemetry, table: ReadingTable, readings: readonly Reading[]): Promise<string[]> {
  const pairs = readings.map(({ sensorId, time }) => `(${sensorId},fromUnixTimestamp64Milli(${time},'UTC'))`).join(',')
  const rows = await telemetry.rows<{ sensor: number; at: number; value: number | string | null }>(
    `SELECT sensor, toUnixTimestamp64Milli(time) AS at, value FROM ${table} WHERE (sensor, time) IN (${pairs})
     SETTINGS output_format_json_quote_64bit_integers = 0, max_query_size = 2000000`,
  )
  return rows.map(({ sensor, at, value }) => `${sensor}\t${at}\t${value}`)
}

interface LastRow {
  readonly sensor: number
  readonly at: number
  readonly value: number | string | null
  readonly quality: number
}

const quoting = 'SETTINGS output_format_json_quote_64bit_integers = 0'

/**
 * The last reading of every sensor. Numbers come from the hourly rollup, texts from their table; recent ones first, so that the
 * usual start reads two days of it and only sensors that have been silent for longer cost a wider look.
 */
export async function lastReadings(telemetry: Telemetry, sensorIds: readonly number[]): Promise<Reading[]> {
  const recent = await newest(telemetry, 'AND time >= now() - INTERVAL 2 DAY', [])
  const known = new Set(recent.map((row) => row.sensor))
  const silent = sensorIds.filter((id) => !known.has(id))
  const older = silent.length === 0 ? [] : await newest(telemetry, 'AND sensor IN {sensors:Array(UInt32)}', silent)
  return newestOfEach([...recent, ...older]).map(({ sensor, at, value, quality }) => ({
    sensorId: sensor,
    time: at,
    value,
    quality: qualities[quality] ?? 'uncertain',
  }))
}

async function newest(telemetry: Telemetry, condition: string, sensors: readonly number[]): Promise<LastRow[]> {
  const numeric = await telemetry.rows<LastRow>(
    `SELECT sensor, newest.1 AS at, newest.2 AS value, newest.3 AS quality FROM (
       SELECT sensor, max((toUnixTimestamp(time) * 1000 + last.offset, last.value, quality)) AS newest
       FROM numeric_rollup_hour WHERE 1 ${condition} GROUP BY sensor
     ) ${quoting}`,
    { sensors },
  )
  const texts = await telemetry.rows<LastRow>(
    `SELECT sensor, newest.1 AS at, newest.2 AS value, newest.3 AS quality FROM (
       SELECT sensor, max((toUnixTimestamp64Milli(time), value, quality)) AS newest
       FROM text_readings WHERE 1 ${condition} GROUP BY sensor
     ) ${quoting}`,
    { sensors },
  )
  return [...numeric, ...texts]
}

function newestOfEach(rows: readonly LastRow[]): LastRow[] {
  const bySensor = new Map<number, LastRow>()
  for (const row of rows) {
    const other = bySensor.get(row.sensor)
    if (!other || row.at > other.at) bySensor.set(row.sensor, row)
  }
  return [...bySensor.values()]
}

/** Time of the oldest stored reading of every sensor that has one, ms UTC. */
export async function firstTimes(telemetry: Telemetry): Promise<Map<number, number>> {
  const rows = await telemetry.rows<{ sensor: number; at: number }>(
    `SELECT sensor, min(oldest) AS at FROM (
       SELECT sensor, toInt64(min(toUnixTimestamp(time) * 1000 + first.offset)) AS oldest FROM numeric_rollup_hour GROUP BY sensor
       UNION ALL
       SELECT sensor, toUnixTimestamp64Milli(min(time)) FROM text_readings GROUP BY sensor
     ) GROUP BY sensor ${quoting}`,
  )
  return new Map(rows.map(({ sensor, at }) => [sensor, at]))
}
