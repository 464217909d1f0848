import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

const settings = 'SETTINGS output_format_json_quote_64bit_integers = 0'

async function one(telemetry: Telemetry, query: string): Promise<number> {
  const [row] = await telemetry.rows<{ number: number }>(`${query} ${settings}`)
  return row?.number ?? 0
}

/** Stored numeric readings. */
export function countRows(telemetry: Telemetry): Promise<number> {
  return one(telemetry, 'SELECT count() AS number FROM numeric_readings')
}

/** Readings that a rollup speaks of. */
export function countRollup(telemetry: Telemetry, table: 'numeric_rollup_minute' | 'numeric_rollup_hour'): Promise<number> {
  return one(telemetry, `SELECT sum(count) AS number FROM ${table}`)
}

/** Readings that have a twin (same sensor, same time), without the first of each. */
export function countRepeated(telemetry: Telemetry): Promise<number> {
  return one(
    telemetry,
    'SELECT sum(rows - 1) AS number FROM (SELECT count() AS rows FROM numeric_readings GROUP BY sensor, time HAVING rows > 1)',
  )
}

/** For each time at which one of the sensors has a reading: how many of them have one. */
export async function readMessageSizes(telemetry: Telemetry, sensors: readonly number[]): Promise<Map<number, number>> {
  const rows = await telemetry.rows<{ at: number; sensors: number }>(
    `SELECT toUnixTimestamp64Milli(time) AS at, uniqExact(sensor) AS sensors FROM numeric_readings
     WHERE sensor IN {sensors:Array(UInt32)} GROUP BY at ${settings}`,
    { sensors },
  )
  return new Map(rows.map(({ at, sensors }) => [at, sensors]))
}
