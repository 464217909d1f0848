import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

interface Days {
  /** Beginning of the first day, ms UTC. */
  readonly from: number
  readonly days: number
  /** Readings a day; every hundredth is a bad one. */
  readonly aDay: number
  /** SQL, of `number`. */
  readonly value: string
}

/** Stores readings of some days, equally spaced. */
export async function insertDays(
  telemetry: Telemetry,
  sensor: number,
  { from, days, aDay, value }: Days,
): Promise<void> {
  await telemetry.command(
    `INSERT INTO numeric_readings (sensor, time, value, quality)
     SELECT ${sensor}, fromUnixTimestamp64Milli(
         ${from} + intDiv(toInt64(number) * 86400000, ${aDay}), 'UTC'),
       ${value}, if(number % 100 = 0, 2, number % 7 = 0) FROM numbers(${days * aDay})`,
  )
}

export interface DayOfValues {
  /** Seconds UTC. */
  readonly start: number
  readonly count: number
  readonly values: readonly number[]
  readonly numbers: readonly number[]
}

const quoting = 'SETTINGS output_format_json_quote_64bit_integers = 0'

/** How often values occur by day, as it is stored. */
export function daysOf(telemetry: Telemetry, sensor: number): Promise<DayOfValues[]> {
  return telemetry.rows<DayOfValues>(
    `SELECT toUnixTimestamp(time) AS start, count, value AS values, number AS numbers
     FROM numeric_value_counts FINAL WHERE sensor = ${sensor} ORDER BY start ${quoting}`,
  )
}

/** The same by the readings before a moment, ms UTC. */
export function valuesOfDays(
  telemetry: Telemetry,
  sensor: number,
  until: number,
): Promise<DayOfValues[]> {
  return telemetry.rows<DayOfValues>(
    `SELECT start, sum(each) AS count, groupArray(reading) AS values, groupArray(each) AS numbers
     FROM (
       SELECT toUnixTimestamp(toStartOfDay(time)) AS start, value AS reading, count() AS each
       FROM numeric_readings WHERE sensor = ${sensor} AND quality < 2
         AND toUnixTimestamp64Milli(time) < ${until}
       GROUP BY start, reading ORDER BY start, reading
     ) GROUP BY start ORDER BY start ${quoting}`,
  )
}

/** As if the values of a day of these sensors had been counted. */
export async function markCounted(telemetry: Telemetry, sensors: readonly number[]) {
  const rows = sensors.map(
    (sensor) => `(${sensor}, toDateTime('2026-03-01 00:00:00', 'UTC'), 1, [1], [1])`,
  )
  await telemetry.command(`INSERT INTO numeric_value_counts VALUES ${rows.join(',')}`)
}
