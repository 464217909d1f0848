import { gainOf } from '#kit/model/numbers/running-total.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { storedSecond } from '#kit/server/clickhouse/sql/stored-second.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings, type SensorRange } from './history-store.ts'

/**
 * The last usable value of a sensor before the range, also where its reading has expired; null when
 * there is none.
 */
export async function readValueBefore(
  telemetry: TelemetryReader,
  { sensorId, from }: Pick<SensorRange, 'sensorId' | 'from'>,
): Promise<number | null> {
  const [row] = await telemetry.rows<{ value: number }>(
    `SELECT value FROM numeric_readings
     WHERE sensor = {sensorId:UInt32} AND quality < 2
       AND time < fromUnixTimestamp64Milli({from:Int64}, 'UTC')
     ORDER BY sensor DESC, time DESC, value DESC LIMIT 1 ${settings}`,
    { sensorId, from },
  )
  if (row) return row.value
  return (await readRolledBefore(telemetry, { sensorId, from }))?.value ?? null
}

/**
 * The last value of the last minute or hour that lies before a moment with all its readings, of
 * those for which `condition` holds; `value` null: it is no number.
 */
export async function readRolledBefore(
  telemetry: TelemetryReader,
  { sensorId, from }: Pick<SensorRange, 'sensorId' | 'from'>,
  condition = 'quality < 2',
): Promise<{ readonly time: number; readonly value: number | null } | null> {
  const endsOf = (table: string) =>
    `SELECT toInt64(toUnixTimestamp(time)) * 1000 + last.offset AS at, last.value AS value, quality
     FROM ${table} WHERE sensor = {sensorId:UInt32} AND (${condition})
       AND time <= toDateTime({second:UInt32}, 'UTC')`
  const [row] = await telemetry.rows<{ time: number; value: number | null }>(
    `SELECT at AS time, value FROM (
       ${endsOf('numeric_rollup_hour')} UNION ALL ${endsOf('numeric_rollup_minute')}
     ) WHERE at < {from:Int64} ORDER BY at DESC, quality < 2 DESC, value DESC
       LIMIT 1 ${settings}`,
    { sensorId, from, second: storedSecond(from) },
  )
  return row ?? null
}

/**
 * What a running total gained in a range, of which `within` is what it gained between its readings
 * there, `first` being the first of them; null where no number says it.
 */
export function gainedSince(
  before: number | null,
  { first, within }: { readonly first: number | null; readonly within: number | null },
  total: Pick<Sensor, 'wrapAt' | 'offset'>,
): number | null {
  if (within === null) return null
  const sum = before === null || first === null ? within : within + gainOf(before, first, total)
  return Number.isFinite(sum) ? sum : null
}
