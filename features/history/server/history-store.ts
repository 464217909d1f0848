import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'

/** One sensor between two moments, ms UTC; `to` is exclusive. */
export interface SensorRange {
  readonly sensorId: number
  readonly from: number
  readonly to: number
}

/** A JSON array for each named column. */
export type ColumnArrays<Name extends string> = Readonly<Record<Name, Buffer>>

export const where = `sensor = {sensorId:UInt32}
  AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`
export const settings = 'SETTINGS output_format_json_quote_64bit_integers = 0'

/** Readings one by one, oldest first, at most `limit`. */
export async function readRaw(
  telemetry: TelemetryReader,
  range: SensorRange,
  limit: number,
): Promise<ColumnArrays<'time' | 'value' | 'quality'>> {
  const arrays = await telemetry.columns(
    `SELECT toUnixTimestamp64Milli(time), value, quality FROM numeric_readings WHERE ${where}
       ORDER BY time LIMIT {limit:UInt32} ${settings}`,
    { ...range, limit },
  )
  return named(arrays, ['time', 'value', 'quality'])
}

const columnNames = [
  'firstTime',
  'lastTime',
  'first',
  'minimum',
  'maximum',
  'last',
  'count',
] as const
export type ColumnName = (typeof columnNames)[number]

/** M4 columns of `columnMs` from `from` on, computed from the readings. */
export async function readColumns(
  telemetry: TelemetryReader,
  range: SensorRange,
  columnMs: number,
): Promise<ColumnArrays<ColumnName>> {
  const arrays = await telemetry.columns(
    `SELECT toUnixTimestamp64Milli(min(time)), toUnixTimestamp64Milli(max(time)),
       argMin(value, time), min(value), max(value), argMax(value, time), count()
     FROM numeric_readings WHERE ${where} AND quality < 2
     GROUP BY intDiv(toUnixTimestamp64Milli(time) - {from:Int64}, {columnMs:Int64}) AS column
       ORDER BY column ${settings}`,
    { ...range, columnMs },
  )
  return named(arrays, columnNames)
}

/**
 * Columns from the rollup of a minute; `columnMs` must be whole minutes, and the first column
 * begins with the minute in which `from` lies. They hold the readings of the range and no others:
 * minutes that it cuts are taken from the readings.
 */
export async function readColumnsFromMinutes(
  telemetry: TelemetryReader,
  range: SensorRange,
  columnMs: number,
): Promise<ColumnArrays<ColumnName>> {
  const arrays = await telemetry.columns(
    `SELECT min(firstAt), max(lastAt), argMin(firstValue, firstAt), min(low), max(high),
       argMax(lastValue, lastAt), sum(number)
     FROM (
       SELECT toInt64(toUnixTimestamp(time)) * 1000 AS start, start + first.offset AS firstAt,
         first.value AS firstValue,
         start + last.offset AS lastAt, last.value AS lastValue, minimum AS low, maximum AS high,
           toInt64(count) AS number
       FROM numeric_minutes
       WHERE sensor = {sensorId:UInt32} AND quality < 2
         AND time >= toDateTime({firstWhole:UInt32}, 'UTC')
           AND time < toDateTime({endWhole:UInt32}, 'UTC')
       UNION ALL
       SELECT toUnixTimestamp64Milli(time) AS at, at, value, at, value, value, value, toInt64(1)
       FROM numeric_readings
       WHERE ${where} AND quality < 2
         AND (time < toDateTime({firstWhole:UInt32}, 'UTC')
           OR time >= toDateTime({endWhole:UInt32}, 'UTC'))
     ) GROUP BY intDiv(start - {origin:Int64}, {columnMs:Int64}) AS column
       ORDER BY column ${settings}`,
    {
      ...range,
      columnMs,
      origin: originOf(range),
      ...wholeMinutes(range),
    },
  )
  return named(arrays, columnNames)
}

const flaggedNames = ['quality', 'firstTime', 'lastTime', 'count'] as const
export type FlaggedArrays = ColumnArrays<(typeof flaggedNames)[number]>

/** Where the columns of `readColumns` hold bad and uncertain readings, by column and quality. */
export async function readFlagged(
  telemetry: TelemetryReader,
  range: SensorRange,
  columnMs: number,
): Promise<FlaggedArrays> {
  const arrays = await telemetry.columns(
    `SELECT quality, toUnixTimestamp64Milli(min(time)), toUnixTimestamp64Milli(max(time)), count()
     FROM numeric_readings WHERE ${where} AND quality > 0
     GROUP BY intDiv(toUnixTimestamp64Milli(time) - {from:Int64}, {columnMs:Int64}) AS column,
       quality
     ORDER BY column, quality ${settings}`,
    { ...range, columnMs },
  )
  return named(arrays, flaggedNames)
}

/** The same of the columns of `readColumnsFromMinutes`. */
export async function readFlaggedFromMinutes(
  telemetry: TelemetryReader,
  range: SensorRange,
  columnMs: number,
): Promise<FlaggedArrays> {
  const arrays = await telemetry.columns(
    `SELECT quality, min(firstAt), max(lastAt), sum(number)
     FROM (
       SELECT toInt64(toUnixTimestamp(time)) * 1000 AS start, quality,
         start + first.offset AS firstAt, start + last.offset AS lastAt, toInt64(count) AS number
       FROM numeric_minutes
       WHERE sensor = {sensorId:UInt32} AND quality > 0
         AND time >= toDateTime({firstWhole:UInt32}, 'UTC')
           AND time < toDateTime({endWhole:UInt32}, 'UTC')
       UNION ALL
       SELECT toUnixTimestamp64Milli(time) AS at, quality, at, at, toInt64(1)
       FROM numeric_readings
       WHERE ${where} AND quality > 0
         AND (time < toDateTime({firstWhole:UInt32}, 'UTC')
           OR time >= toDateTime({endWhole:UInt32}, 'UTC'))
     ) GROUP BY intDiv(start - {origin:Int64}, {columnMs:Int64}) AS column, quality
       ORDER BY column, quality ${settings}`,
    { ...range, columnMs, origin: originOf(range), ...wholeMinutes(range) },
  )
  return named(arrays, flaggedNames)
}

const none = Buffer.from('[]')

/** No reading is bad or uncertain. */
export const noneFlagged: FlaggedArrays = named([], flaggedNames)

/** The minute in which columns of whole minutes begin, ms UTC. */
const originOf = ({ from }: SensorRange) => Math.floor(from / 60_000) * 60_000

/** The minutes that lie wholly in the range, in seconds. */
function wholeMinutes({ from, to }: SensorRange): { firstWhole: number; endWhole: number } {
  return { firstWhole: Math.ceil(from / 60_000) * 60, endWhole: Math.floor(to / 60_000) * 60 }
}

/** How many readings there are, and how many of them are bad or uncertain. */
export interface AboutCounts {
  readonly number: number
  readonly flagged: number
}

/** Ranges longer than this are counted by the hour. */
const countByHourMs = 2 * 86_400_000

/**
 * About how many readings the range holds, and how many of them are bad or uncertain; exact but for
 * the minutes, in a long range the hours, at its ends, which count whole.
 */
export async function countAbout(
  telemetry: TelemetryReader,
  { sensorId, from, to }: SensorRange,
): Promise<AboutCounts> {
  const [rollup, start] =
    to - from > countByHourMs
      ? ['numeric_rollup_hour', 'toStartOfHour']
      : ['numeric_minutes', 'toStartOfMinute']
  const [row] = await telemetry.rows<AboutCounts>(
    `SELECT sum(count) AS number, sumIf(count, quality > 0) AS flagged FROM ${rollup}
     WHERE sensor = {sensorId:UInt32} AND time >= ${start}(toDateTime({from:UInt32}, 'UTC'))
       AND time <= toDateTime({to:UInt32}, 'UTC') ${settings}`,
    { sensorId, from: Math.floor(from / 1000), to: Math.floor(to / 1000) },
  )
  return row ?? { number: 0, flagged: 0 }
}

function named<Name extends string>(
  arrays: readonly Buffer[],
  names: readonly Name[],
): ColumnArrays<Name> {
  return Object.fromEntries(
    names.map((name, index) => [name, arrays[index] ?? none]),
  ) as ColumnArrays<Name>
}
