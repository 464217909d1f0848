import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings, where, type SensorRange } from '../history-store.ts'

/** One reading. */
export interface StoredReading {
  /** ms UTC */
  readonly at: number
  readonly value: number | string | null
  readonly quality: 0 | 1 | 2
}

/**
 * Readings one by one, oldest first; "no value" is null. At most `limit`, but for those of the last
 * time, which are all there.
 */
export function readReadings(
  telemetry: TelemetryReader,
  range: SensorRange,
  limit: number,
  isText: boolean,
): Promise<StoredReading[]> {
  const numbers = (filter: string, kind: string) =>
    `SELECT toUnixTimestamp64Milli(time) AS at, if(isNaN(value), NULL, ${kind}) AS reading, quality
     FROM numeric_readings WHERE ${where} ${filter}`
  const readings = isText
    ? `SELECT toUnixTimestamp64Milli(time) AS at, toNullable(value) AS reading, quality
       FROM text_readings WHERE ${where}
       UNION ALL ${numbers('AND quality = 2 AND isNaN(value)', 'toString(value)')}`
    : numbers('', 'value')
  return telemetry.rows<StoredReading>(
    `SELECT at, reading AS value, quality
     FROM (SELECT * FROM (${readings}) ORDER BY at LIMIT {limit:UInt32} WITH TIES)
     ORDER BY at, quality, value ${settings}`,
    { ...range, limit },
  )
}

/** The good and uncertain readings of a step. */
export interface StoredStep {
  /** Its start, ms UTC. */
  readonly at: number
  readonly count: number
  readonly average: number | null
  readonly minimum: number
  readonly maximum: number
  readonly last: number
}

/** Steps of `seconds` on the clock of `timezone` that have readings, oldest first. */
export function readSteps(
  telemetry: TelemetryReader,
  range: SensorRange,
  limit: number,
  { seconds, timezone }: { readonly seconds: number; readonly timezone: string },
): Promise<StoredStep[]> {
  // On the wall clock: the offset of a zone need not be whole hours.
  const offset = 'timeZoneOffset(toTimeZone(time, {timezone:String}))'
  const start =
    seconds === 86_400
      ? 'toUnixTimestamp(toStartOfDay(time, {timezone:String}))'
      : `intDiv(toUnixTimestamp(time) + ${offset}, {seconds:UInt32}) * {seconds:UInt32} - ${offset}`
  return telemetry.rows<StoredStep>(
    `SELECT toInt64(${start}) * 1000 AS at, count() AS count,
       avg(value) AS average, min(value) AS minimum, max(value) AS maximum,
       argMax(value, time) AS last
     FROM numeric_readings WHERE ${where} AND quality < 2
     GROUP BY at ORDER BY at LIMIT {limit:UInt32} ${settings}`,
    { ...range, limit, seconds, timezone },
  )
}
