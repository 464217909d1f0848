import { storedSecond } from '#kit/server/clickhouse/sql/stored-second.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { DeviceActivity } from '../contract/sensor-report.ts'
import { settings } from './history-store.ts'
import { readRolledBefore } from './value-before-store.ts'

/**
 * The last usable reading of a sensor before `time` (ms UTC), a number or a text, also where it has
 * expired; null when there is none, or when the sensor has had "no value" since.
 */
export async function readBefore(
  telemetry: TelemetryReader,
  sensorId: number,
  time: number,
): Promise<{ time: number; value: number | string } | null> {
  const last = (table: string, condition: string, greatest: string) =>
    telemetry.rows<{ time: number; value: number | string | null }>(
      `SELECT toUnixTimestamp64Milli(time) AS time, value FROM ${table}
       WHERE sensor = {sensorId:UInt32} AND ${condition}
         AND ${table}.time < fromUnixTimestamp64Milli({before:Int64}, 'UTC')
       ORDER BY sensor DESC, ${table}.time DESC, ${greatest} LIMIT 1 ${settings}`,
      { sensorId, before: time },
    )
  const [numbers, texts] = await Promise.all([
    last('numeric_readings', '(quality < 2 OR isNaN(value))', 'quality < 2 DESC, value DESC'),
    last('text_readings', 'quality < 2', 'value DESC'),
  ])
  const range = { sensorId, from: time }
  const rolled =
    numbers.length === 0 &&
    (await readRolledBefore(telemetry, range, 'quality < 2 OR isNaN(last.value)'))
  // A text that is a number too is its own last word.
  const [newest] = [...texts, ...numbers, ...(rolled ? [rolled] : [])].toSorted(
    (one, other) => other.time - one.time,
  )
  if (!newest) return null
  const { value } = newest
  return value === null ? null : { time: newest.time, value }
}

const minute = { ms: 60_000, rollup: 'numeric_minutes', startOf: 'toStartOfMinute' }
const hour = { ms: 3_600_000, rollup: 'numeric_rollup_hour', startOf: 'toStartOfHour' }
/** Columns at least this long are put together from hours. */
const longColumnMs = 2 * hour.ms

/**
 * When any of these sensors sent anything, bad or not, in at most `maximumColumns` columns of whole
 * minutes that cover the range; of hours where columns are long, or `byHours`.
 */
export async function readActivity(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
  maximumColumns: number,
  byHours = false,
): Promise<Omit<DeviceActivity, 'silenceMs'>> {
  const isLong = (to - from) / maximumColumns >= longColumnMs
  const bucket = byHours || isLong ? hour : minute
  const columnMs = Math.ceil((to - from) / maximumColumns / bucket.ms) * bucket.ms
  const parameters = {
    sensors,
    columnMs,
    from: storedSecond(Math.floor(from / bucket.ms) * bucket.ms),
    to: storedSecond(Math.ceil(to / 1000) * 1000),
  }
  const within = `sensor IN {sensors:Array(UInt32)} AND time >= toDateTime({from:UInt32}, 'UTC')
    AND time < toDateTime({to:UInt32}, 'UTC')`
  const rows = await telemetry.rows<Record<'first' | 'last' | 'buckets', number>>(
    `SELECT min(begin) AS first, max(end) AS last, uniqExact(start) AS buckets
     FROM (
       SELECT toInt64(toUnixTimestamp(time)) * 1000 AS start, start + first.offset AS begin,
         start + last.offset AS end
       FROM ${bucket.rollup} WHERE ${within}
       UNION ALL
       SELECT toInt64(toUnixTimestamp(${bucket.startOf}(time))) * 1000,
         toUnixTimestamp64Milli(time) AS at, at
       FROM text_readings WHERE ${within}
     ) GROUP BY intDiv(start - toInt64({from:UInt32}) * 1000, {columnMs:Int64}) AS column
       ORDER BY column ${settings}`,
    parameters,
  )
  return {
    columnMs,
    firstTime: rows.map(({ first }) => first),
    lastTime: rows.map(({ last }) => last),
    count: rows.map(({ buckets }) => buckets),
  }
}
