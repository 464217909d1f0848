import {
  countValues,
  readUncountedDays,
} from '#features/readings/server/rollups/value-counts-store.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

export interface Oscillation {
  readonly sensor: number
  /** ms UTC of the first reading. */
  readonly from: number
  /** One reading a second. */
  readonly rows: number
}

/**
 * Readings of a sensor that swings within the day and is noisy, one a second; rollups come by
 * themselves.
 */
export async function insertOscillation(
  telemetry: Telemetry,
  { sensor, from, rows }: Oscillation,
): Promise<void> {
  await telemetry.command(
    `INSERT INTO numeric_readings (sensor, time, value, quality)
     SELECT ${sensor}, fromUnixTimestamp64Milli(${from} + toInt64(number) * 1000, 'UTC'),
       round(60 + 20 * sin(number / 86400 * 2 * pi()) + 3 * sin(number / 600) + randCanonical() -
       0.5, 2), 0
     FROM numbers(${rows})
     SETTINGS max_partitions_per_insert_block = 0`,
  )
}

/**
 * Merges what was inserted at once, as the readings of a month have been long merged: merges must
 * not run while somebody measures.
 */
export async function mergeParts(telemetry: Telemetry): Promise<void> {
  for (const table of ['numeric_readings', 'numeric_rollup_minute', 'numeric_rollup_hour'])
    await telemetry.command(`OPTIMIZE TABLE ${table} FINAL`)
}

/** Counts the values of the days that have ended, as a server does within the hour. */
export async function countDays(telemetry: Telemetry): Promise<void> {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const days = await readUncountedDays(telemetry, { from: 0, to: today }, 10_000)
  for (let start = 0; start < days.length; start += daysAtOnce)
    await countValues(telemetry, days.slice(start, start + daysAtOnce))
}

const dayMs = 86_400_000
const daysAtOnce = 10
