import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

const quoting = 'SETTINGS output_format_json_quote_64bit_integers = 0'

/**
 * A sensor has minutes from so many readings in an average hour with readings on: a row of a minute
 * takes about as much as ten readings.
 */
const readingsAnHour = 600
/** A burst of fewer readings says nothing. */
const minimumReadings = 1_000

/** The sensors that have minutes; the readings of all others serve as theirs. */
export async function readMinuteSensors(telemetry: Telemetry): Promise<number[]> {
  const rows = await telemetry.rows<{ sensor: number }>('SELECT sensor FROM minute_sensors')
  return rows.map(({ sensor }) => sensor)
}

export interface FastSensor {
  readonly sensor: number
  readonly readings: number
}

/** Sensors without minutes that have been fast in the hours since `from`, ms UTC. */
export function readFastSensors(telemetry: Telemetry, from: number): Promise<FastSensor[]> {
  return telemetry.rows<FastSensor>(
    `SELECT sensor, toInt64(sum(count)) AS readings FROM numeric_rollup_hour
     WHERE time >= toDateTime({from:UInt32}, 'UTC')
       AND sensor NOT IN (SELECT sensor FROM minute_sensors)
     GROUP BY sensor
     HAVING readings >= ${readingsAnHour} * uniqExact(time) AND readings >= ${minimumReadings}
     ORDER BY sensor ${quoting}`,
    { from: Math.max(0, Math.floor(from / 1000)) },
  )
}

/**
 * Makes the minutes of these sensors from their readings, of which nothing may be on its way to the
 * store meanwhile. What a crash cut short is done again: the sensors count as having minutes only
 * when all of them are on disk.
 */
export async function buildMinutes(telemetry: Telemetry, sensors: readonly number[]) {
  const list = sensors.map(Number).join(',')
  const [left] = await telemetry.rows<{ rows: number }>(
    `SELECT count() AS rows FROM numeric_rollup_minute WHERE sensor IN (${list}) ${quoting}`,
  )
  if ((left?.rows ?? 0) > 0)
    await telemetry.command(
      `ALTER TABLE numeric_rollup_minute DELETE WHERE sensor IN (${list})
       SETTINGS mutations_sync = 1`,
    )
  await telemetry.command(
    `INSERT INTO numeric_rollup_minute (sensor, time, quality, count, total, minimum, maximum,
       first, last)
     SELECT sensor, toStartOfMinute(reading.time) AS bucket, quality, toInt64(count()),
       sum(value), min(value), max(value), min((${offset}, value)), max((${offset}, value))
     FROM numeric_readings AS reading WHERE sensor IN (${list})
     GROUP BY sensor, bucket, quality
     SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0, max_threads = 2`,
  )
  await telemetry.command(`INSERT INTO minute_sensors VALUES (${sensors.map(Number).join('),(')})`)
}

const offset = 'toUInt16(toUnixTimestamp64Milli(reading.time) % 60000)'
