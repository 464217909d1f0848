import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { mayBeCut, withinTextBytes } from '#kit/server/clickhouse/queries/texts-within.ts'
import { timeAndValue } from '#kit/server/clickhouse/sql/time-and-value.ts'
import type { TextReading } from '../file/reading-rows.ts'
import type { StepPart } from '../file/step-rows.ts'

/** Sensors between two moments, ms UTC; `to` is exclusive. */
export interface SensorsRange {
  readonly sensors: readonly number[]
  readonly from: number
  readonly to: number
}

const settings = 'SETTINGS output_format_json_quote_64bit_integers = 0'
const within = `time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`

/** A single sensor's readings are read in their order, without sorting. */
const ofSensors = (sensors: readonly number[]) =>
  sensors.length === 1 ? 'sensor = {sensor:UInt32}' : 'sensor IN {sensors:Array(UInt32)}'
const named = (range: SensorsRange) => ({ ...range, sensor: range.sensors[0] ?? 0 })

/** How many readings an hour of UTC holds. */
export interface HourCount {
  /** ms UTC */
  readonly start: number
  readonly numbers: number
  readonly texts: number
}

/** The hours of the range that hold readings, in their order; those at its ends count whole. */
export function readHours(telemetry: TelemetryReader, range: SensorsRange): Promise<HourCount[]> {
  return telemetry.rows<HourCount>(
    `SELECT toInt64(toUnixTimestamp(hour)) * 1000 AS start, sum(number) AS numbers,
       sum(text_number) AS texts
     FROM (
       SELECT time AS hour, toInt64(sum(count)) AS number, toInt64(0) AS text_number
       FROM numeric_rollup_hour
       WHERE ${ofSensors(range.sensors)}
         AND time >= toStartOfHour(toDateTime({firstSecond:UInt32}, 'UTC'))
         AND time < toDateTime({endSecond:UInt32}, 'UTC')
       GROUP BY hour
       UNION ALL
       SELECT toDateTime(toStartOfHour(time), 'UTC') AS hour, toInt64(0), toInt64(count())
       FROM text_readings WHERE ${ofSensors(range.sensors)} AND ${within} GROUP BY hour
     ) GROUP BY hour ORDER BY hour ${settings}`,
    {
      ...named(range),
      firstSecond: Math.floor(range.from / 1000),
      endSecond: Math.ceil(range.to / 1000),
    },
  )
}

/**
 * Times (ms UTC), sensors, values and qualities of numbers, by time, as JSON arrays: at least as
 * many as there are up to `limit`, and all of the time of the last one.
 */
export function readNumbers(
  telemetry: TelemetryReader,
  range: SensorsRange,
  limit: number,
): Promise<Buffer[]> {
  return telemetry.columns(
    `SELECT toUnixTimestamp64Milli(time), sensor, value, quality FROM (
       SELECT time, sensor, value, quality FROM numeric_readings
       WHERE ${ofSensors(range.sensors)} AND ${within}
       ORDER BY time LIMIT {limit:UInt32} WITH TIES
     ) ORDER BY time, sensor, quality, value ${settings}`,
    { ...named(range), limit },
  )
}

/** Texts by time: the same, or no more than fit an answer. */
export async function readTexts(
  telemetry: TelemetryReader,
  range: SensorsRange,
  limit: number,
): Promise<{ readonly texts: readonly TextReading[]; readonly isFull: boolean }> {
  const some = `SELECT time AS at, sensor, value, quality FROM text_readings
    WHERE ${ofSensors(range.sensors)} AND ${within}
    ORDER BY time LIMIT {limit:UInt32} WITH TIES`
  const texts = await telemetry.rows<TextReading>(
    `SELECT sensor, toUnixTimestamp64Milli(at) AS time, value, quality
     FROM (${withinTextBytes(some, 'value')}) ORDER BY at, sensor, quality, value ${settings}`,
    { ...named(range), limit },
  )
  return { texts, isFull: texts.length >= limit || mayBeCut(texts) }
}

/** Steps of a length, on a wall clock that is `offset` ms before UTC. */
export interface StepsRange extends SensorsRange {
  readonly stepMs: number
  readonly offset: number
}

const bucket = `intDiv(at + {offset:Int64}, {stepMs:Int64}) * {stepMs:Int64}`

/**
 * What the numbers of each step were, by time, from the rollup of a minute; minutes that the range
 * cuts from the readings. Starts are on the wall clock.
 */
export async function readNumberSteps(
  telemetry: TelemetryReader,
  range: StepsRange,
): Promise<StepPart[]> {
  const usable = 'quality < 2'
  return telemetry.rows<StepPart>(
    `SELECT sensor, ${bucket} AS start, sumIf(number, ${usable}) AS count,
       sumIf(number, quality = 2) AS bad, sumIf(sum, ${usable}) AS total,
       minIf(low, ${usable}) AS minimum, maxIf(high, ${usable}) AS maximum,
       argMaxIf(value, ${timeAndValue('valueAt', 'value')}, ${usable}) AS last,
       maxIf(valueAt, ${usable}) AS lastAt
     FROM (
       SELECT sensor, quality, toInt64(toUnixTimestamp(time)) * 1000 AS at,
         toInt64(count) AS number, total AS sum, minimum AS low, maximum AS high,
         last.value AS value, at + last.offset AS valueAt
       FROM numeric_minutes
       WHERE ${ofSensors(range.sensors)} AND time >= toDateTime({firstWhole:UInt32}, 'UTC')
         AND time < toDateTime({endWhole:UInt32}, 'UTC')
       UNION ALL
       SELECT sensor, quality, toUnixTimestamp64Milli(time) AS at, toInt64(1), value, value, value,
         value, at
       FROM numeric_readings
       WHERE ${ofSensors(range.sensors)} AND ${within}
         AND (time < toDateTime({firstWhole:UInt32}, 'UTC')
           OR time >= toDateTime({endWhole:UInt32}, 'UTC'))
     ) GROUP BY sensor, start ORDER BY start, sensor ${settings}`,
    {
      ...named(range),
      firstWhole: Math.ceil(range.from / 60_000) * 60,
      endWhole: Math.floor(range.to / 60_000) * 60,
    },
  )
}

/** What the texts of each step were; their last one is the only figure that they have. */
export function readTextSteps(telemetry: TelemetryReader, range: StepsRange): Promise<StepPart[]> {
  return telemetry.rows<StepPart>(
    `SELECT sensor, ${bucket} AS start, countIf(quality < 2) AS count, countIf(quality = 2) AS bad,
       NULL AS total, NULL AS minimum, NULL AS maximum,
       argMaxIf(value, (at, value), quality < 2) AS last, maxIf(at, quality < 2) AS lastAt
     FROM (
       SELECT sensor, quality, value, toUnixTimestamp64Milli(time) AS at FROM text_readings
       WHERE ${ofSensors(range.sensors)} AND ${within}
     ) GROUP BY sensor, start ORDER BY start, sensor ${settings}`,
    named(range),
  )
}
