import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import { settings, where, type SensorRange } from './history-store.ts'
import { partsOf, rolledUntil } from './stored-parts.ts'

export interface ChangeRow {
  readonly time: number
  /** null: "no value", or nothing before in the range. */
  readonly previous: string | null
  /** null: "no value". */
  readonly current: string | null
  readonly quality: 0 | 1 | 2
}

/** "No value" is stored as a bad number that is none, whatever the type of its sensor. */
const noValue = 'quality = 2 AND isNaN(value)'

/**
 * Changes of a text sensor, newest first, at most `limit`; "no value" is one of its values. The
 * first reading of the range counts as a change.
 */
export async function readChanges(
  telemetry: TelemetryReader,
  range: SensorRange,
  limit: number,
): Promise<ChangeRow[]> {
  return telemetry.rows<ChangeRow>(
    `SELECT toUnixTimestamp64Milli(at) AS time,
       if(position = 1 OR before.1 = 0, NULL, before.2) AS previous,
       if(content.1 = 0, NULL, content.2) AS current, quality
     FROM (
       SELECT at, content, quality, row_number() OVER past AS position,
         lagInFrame(content) OVER past AS before
       FROM (
         SELECT time AS at, (1, value) AS content, quality FROM text_readings WHERE ${where}
         UNION ALL
         SELECT time AS at, (0, '') AS content, quality FROM numeric_readings
         WHERE ${where} AND ${noValue}
       ) WINDOW past AS (ORDER BY at, content ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
     ) WHERE position = 1 OR content != before
     ORDER BY at DESC, content DESC LIMIT {limit:UInt32} ${settings}`,
    { ...range, limit },
  )
}

/** How many text readings the range holds, and how many of them, and of "no value", are bad. */
export async function countTexts(
  telemetry: TelemetryReader,
  range: SensorRange,
): Promise<{ count: number; badCount: number }> {
  const [row] = await telemetry.rows<{ count: number; badCount: number }>(
    `SELECT countIf(quality < 2) AS count, countIf(quality = 2)
       + (SELECT count() FROM numeric_readings WHERE ${where} AND ${noValue}) AS badCount
     FROM text_readings WHERE ${where} ${settings}`,
    { ...range },
  )
  return row ?? { count: 0, badCount: 0 }
}

/**
 * How many usable texts the range holds that are not stored as numbers too; null where readings
 * have expired: texts have, too.
 */
export async function textsBesideNumbers(
  telemetry: TelemetryReader,
  range: SensorRange,
  retained: RetainedReadings,
): Promise<number | null> {
  if (rolledUntil(partsOf(range, retained)) !== null) return null
  // The times of all numbers are looked at only where there is a text.
  const any = `SELECT 1 FROM text_readings WHERE ${where} AND quality < 2 LIMIT 1 ${settings}`
  if ((await telemetry.rows(any, { ...range })).length === 0) return 0
  const [row] = await telemetry.rows<{ count: number }>(
    `SELECT count() AS count FROM text_readings WHERE ${where} AND quality < 2
       AND time NOT IN (SELECT time FROM numeric_readings WHERE ${where}) ${settings}`,
    { ...range },
  )
  return row?.count ?? 0
}

/** Whether the range holds usable texts that are not stored as numbers too. */
export async function hasTextsAlone(
  telemetry: TelemetryReader,
  range: SensorRange,
): Promise<boolean> {
  const rows = await telemetry.rows(
    `SELECT 1 FROM text_readings WHERE ${where} AND quality < 2
       AND time NOT IN (SELECT time FROM numeric_readings WHERE ${where}) LIMIT 1 ${settings}`,
    { ...range },
  )
  return rows.length > 0
}
