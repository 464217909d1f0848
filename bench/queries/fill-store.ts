import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

/** These sensors are known to send often: what is inserted for them has minutes. */
export async function addMinuteSensors(
  telemetry: Telemetry,
  sensors: readonly number[],
): Promise<void> {
  await telemetry.command(`INSERT INTO minute_sensors VALUES (${sensors.join('),(')})`)
}

/** One reading a second of each sensor, `rows` of them from `from` (ms UTC) on. */
export async function insertSeconds(
  telemetry: Telemetry,
  sensors: readonly number[],
  from: number,
  rows: number,
): Promise<void> {
  await telemetry.command(
    `INSERT INTO numeric_readings (sensor, time, value, quality)
     SELECT sensor, fromUnixTimestamp64Milli(${from} + toInt64(number) * 1000, 'UTC'),
       round(60 + 20 * sin(number / 86400 * 2 * pi()) + 3 * sin(number / 600) + randCanonical() -
       0.5, 2), 0
     FROM numbers(${rows}) ARRAY JOIN [${sensors.join(',')}] AS sensor
     SETTINGS max_partitions_per_insert_block = 0`,
  )
}
