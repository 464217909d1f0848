import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

export interface Plant {
  readonly sensors: readonly number[]
  /** ms UTC of the first readings. */
  readonly from: number
  /** Readings of each sensor, and their distance in ms. */
  readonly rows: number
  readonly stepMs: number
}

/** Readings of many sensors that swing and are noisy; rollups come by themselves. */
export async function insertPlantReadings(
  telemetry: Telemetry,
  { sensors, from, rows, stepMs }: Plant,
): Promise<void> {
  for (const sensor of sensors)
    await telemetry.command(
      `INSERT INTO numeric_readings (sensor, time, value, quality)
       SELECT ${sensor},
         fromUnixTimestamp64Milli(${from} + toInt64(number) * ${stepMs} + ${sensor % 997}, 'UTC'),
         round(60 + 20 * sin(number / 40 + ${sensor}) + randCanonical(), 2), 0
       FROM numbers(${rows}) SETTINGS max_partitions_per_insert_block = 0`,
    )
  for (const table of ['numeric_readings', 'numeric_rollup_minute', 'numeric_rollup_hour'])
    await telemetry.command(`OPTIMIZE TABLE ${table} FINAL`)
}
