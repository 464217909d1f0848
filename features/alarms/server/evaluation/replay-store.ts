import { qualities } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'

interface Row {
  readonly sensor: number
  readonly at: number
  readonly value: number | string | null
  readonly quality: number
}

/** Sensors that one query asks for. */
const sensorsAtOnce = 2_000

/**
 * Stored readings of each sensor from its own moment on (ms UTC, exclusive), oldest first; what a
 * server evaluates again that was ended in the middle.
 */
export async function readingsSince(
  telemetry: TelemetryReader,
  moments: ReadonlyMap<number, number>,
): Promise<Reading[]> {
  const all = [...moments]
  const readings: Reading[] = []
  for (let start = 0; start < all.length; start += sensorsAtOnce) {
    const some = all.slice(start, start + sensorsAtOnce)
    const sensors = some.map(([id]) => id)
    const from = Math.floor(Math.min(...some.map(([, moment]) => moment)))
    for (const table of ['numeric_readings', 'text_readings']) {
      const value = table === 'numeric_readings' ? 'if(isNaN(value), NULL, value)' : 'value'
      const rows = await telemetry.rows<Row>(
        `SELECT DISTINCT sensor, toUnixTimestamp64Milli(time) AS at, ${value} AS value, quality
         FROM ${table}
         WHERE sensor IN {sensors:Array(UInt32)} AND time > fromUnixTimestamp64Milli({from:Int64})
         ORDER BY at`,
        { sensors, from },
      )
      for (const row of rows)
        if (row.at > (moments.get(row.sensor) ?? Infinity)) readings.push(readingOf(row))
    }
  }
  return readings.toSorted((one, other) => one.time - other.time)
}

function readingOf({ sensor, at, value, quality }: Row): Reading {
  return { sensorId: sensor, time: at, value, quality: qualities[quality] ?? 'bad' }
}
