import type { Sensor } from '#kit/model/sensor.ts'
import { scaledSettings } from '#kit/server/clickhouse/sql/finite.ts'
import { summedGain } from '#kit/server/clickhouse/sql/gain.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'

const quoting = 'SETTINGS output_format_json_quote_64bit_integers = 0'

/**
 * What running totals gained from their first usable reading since `from` (ms UTC) on, up to and
 * including `until`, by sensor; null: more than a number can hold.
 */
export async function readGainedSince(
  telemetry: TelemetryReader,
  sensors: readonly Pick<Sensor, 'id' | 'wrapAt' | 'offset'>[],
  from: number,
  until: number,
): Promise<ReadonlyMap<number, number | null>> {
  const ofSensor = (name: string) =>
    `transform(sensor, {sensors:Array(UInt32)},
       arrayMap(each -> toFloat64(each), {${name}:Array(String)}), 0.)`
  const terms = { value: 'value', before: 'before', wrapAt: 'wrapAt', offset: 'start' }
  const rows = await telemetry.rows<{ sensorId: number; gained: number | null }>(
    `SELECT sensor AS sensorId, ${summedGain(terms, 'position > 1')} AS gained
     FROM (
       SELECT sensor, value, row_number() OVER past AS position,
         lagInFrame(value) OVER past AS before,
         ${ofSensor('wraps')} AS wrapAt, ${ofSensor('offsets')} AS start
       FROM numeric_readings
       WHERE sensor IN {sensors:Array(UInt32)} AND quality < 2
         AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
         AND time <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')
       WINDOW past AS (PARTITION BY sensor ORDER BY time, value
         ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
     ) GROUP BY sensor ${quoting}, ${scaledSettings}`,
    {
      sensors: sensors.map(({ id }) => id),
      wraps: sensors.map(({ wrapAt }) => String(wrapAt ?? 0)),
      offsets: sensors.map(({ offset }) => String(offset)),
      from,
      until,
    },
  )
  return new Map(rows.map(({ sensorId, gained }) => [sensorId, gained]))
}

/**
 * Most totals have reported something within this time; only the others cost a look at all hours.
 */
const nearMs = 31 * 86_400_000

/** The last usable value of each of these sensors before `from` (ms UTC, a whole minute). */
export async function readValuesBefore(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  from: number,
): Promise<ReadonlyMap<number, number>> {
  const near = await readLast(telemetry, sensors, from - nearMs, from)
  const silent = sensors.filter((id) => !near.has(id))
  if (silent.length === 0) return near
  return new Map([...near, ...(await readLast(telemetry, silent, 0, from))])
}

/** From the rollups: whole hours, and the minutes of the hour in which the range ends. */
async function readLast(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, number>> {
  const lastHour = Math.floor(to / 3_600_000) * 3_600
  const part = (rollup: string, begin: number, end: number) =>
    `SELECT sensor, (toUnixTimestamp(time) * 1000 + last.offset, last.value) AS end
     FROM ${rollup} WHERE sensor IN {sensors:Array(UInt32)} AND quality < 2
       AND time >= toDateTime(${begin}, 'UTC') AND time < toDateTime(${end}, 'UTC')`
  const rows = await telemetry.rows<{ sensor: number; value: number }>(
    `SELECT sensor, max(end).2 AS value FROM (
       ${part('numeric_rollup_hour', Math.floor(from / 3_600_000) * 3_600, lastHour)}
       UNION ALL
       ${part('numeric_minutes', lastHour, Math.floor(to / 1000))}
     ) GROUP BY sensor ${quoting}`,
    { sensors },
  )
  return new Map(rows.map(({ sensor, value }) => [sensor, value]))
}
