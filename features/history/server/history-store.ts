import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

/** One sensor between two moments, ms UTC; `to` is exclusive. */
export interface SensorRange {
  readonly sensorId: number
  readonly from: number
  readonly to: number
}

/** A JSON array for each named column. */
export type ColumnArrays<Name extends string> = Readonly<Record<Name, Buffer>>

export const where = `sensor = {sensorId:UInt32} AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`
export const settings = 'SETTINGS output_format_json_quote_64bit_integers = 0'

/** Readings one by one, oldest first, at most `limit`. */
export async function readRaw(
  telemetry: Telemetry,
  range: SensorRange,
  limit: number,
): Promise<ColumnArrays<'time' | 'value' | 'quality'>> {
  const arrays = await telemetry.columns(
    `SELECT toUnixTimestamp64Milli(time), value, quality FROM numeric_readings WHERE ${where} ORDER BY time LIMIT {limit:UInt32} ${settings}`,
    { ...range, limit },
  )
  return named(arrays, ['time', 'value', 'quality'])
}

const columnNames = ['firstTime', 'lastTime', 'first', 'minimum', 'maximum', 'last', 'count'] as const
export type ColumnName = (typeof columnNames)[number]

/** M4 columns of `columnMs` from `from` on, computed from the readings. */
export async function readColumns(telemetry: Telemetry, range: SensorRange, columnMs: number): Promise<ColumnArrays<ColumnName>> {
  const arrays = await telemetry.columns(
    `SELECT toUnixTimestamp64Milli(min(time)), toUnixTimestamp64Milli(max(time)), argMin(value, time), min(value), max(value), argMax(value, time), count()
     FROM numeric_readings WHERE ${where} AND quality < 2
     GROUP BY intDiv(toUnixTimestamp64Milli(time) - {from:Int64}, {columnMs:Int64}) AS column ORDER BY column ${settings}`,
    { ...range, columnMs },
  )
  return named(arrays, columnNames)
}

/**
 * Columns from the rollup of a minute; `columnMs` must be whole minutes, and the first column begins with the minute in which `from`
 * lies. They hold the readings of the range and no others: minutes that it cuts are taken from the readings.
 */
export async function readColumnsFromMinutes(
  telemetry: Telemetry,
  range: SensorRange,
  columnMs: number,
): Promise<ColumnArrays<ColumnName>> {
  const arrays = await telemetry.columns(
    `SELECT min(firstAt), max(lastAt), argMin(firstValue, firstAt), min(low), max(high), argMax(lastValue, lastAt), sum(number)
     FROM (
       SELECT toInt64(toUnixTimestamp(time)) * 1000 AS start, start + first.offset AS firstAt, first.value AS firstValue,
         start + last.offset AS lastAt, last.value AS lastValue, minimum AS low, maximum AS high, toInt64(count) AS number
       FROM numeric_rollup_minute
       WHERE sensor = {sensorId:UInt32} AND quality < 2
         AND time >= toDateTime({firstWhole:UInt32}, 'UTC') AND time < toDateTime({endWhole:UInt32}, 'UTC')
       UNION ALL
       SELECT toUnixTimestamp64Milli(time) AS at, at, value, at, value, value, value, toInt64(1)
       FROM numeric_readings
       WHERE ${where} AND quality < 2
         AND (time < toDateTime({firstWhole:UInt32}, 'UTC') OR time >= toDateTime({endWhole:UInt32}, 'UTC'))
     ) GROUP BY intDiv(start - {origin:Int64}, {columnMs:Int64}) AS column ORDER BY column ${settings}`,
    { ...range, columnMs, origin: Math.floor(range.from / 60_000) * 60_000, ...wholeMinutes(range) },
  )
  return named(arrays, columnNames)
}

/** The minutes that lie wholly in the range, in seconds. */
function wholeMinutes({ from, to }: SensorRange): { firstWhole: number; endWhole: number } {
  return { firstWhole: Math.ceil(from / 60_000) * 60, endWhole: Math.floor(to / 60_000) * 60 }
}

/** Ranges longer than this are counted by the hour. */
const countByHourMs = 2 * 86_400_000

/** About how many readings the range holds; exact but for the minutes, in a long range the hours, at its ends. */
export async function countAbout(telemetry: Telemetry, { sensorId, from, to }: SensorRange): Promise<number> {
  const [rollup, start] =
    to - from > countByHourMs ? ['numeric_rollup_hour', 'toStartOfHour'] : ['numeric_rollup_minute', 'toStartOfMinute']
  const [row] = await telemetry.rows<{ number: number }>(
    `SELECT sum(count) AS number FROM ${rollup}
     WHERE sensor = {sensorId:UInt32} AND time >= ${start}(toDateTime({from:UInt32}, 'UTC')) AND time <= toDateTime({to:UInt32}, 'UTC') ${settings}`,
    { sensorId, from: Math.floor(from / 1000), to: Math.floor(to / 1000) },
  )
  return row?.number ?? 0
}

export interface StatisticsRow {
  readonly count: number
  readonly badCount: number
  readonly average: number | null
  readonly maximum: number | null
  readonly median: number | null
  readonly minimum: number | null
  readonly lowerQuartile: number | null
  readonly upperQuartile: number | null
  /** Of running totals only. */
  readonly last: number | null
  readonly accumulated: number | null
}

/** Statistics over the good and uncertain readings of the range, from the readings; figures are null where there are none. */
export async function readStatistics(telemetry: Telemetry, range: SensorRange): Promise<StatisticsRow> {
  const [row] = await telemetry.rows<StatisticsRow & { quartiles: number[] }>(
    `SELECT countIf(quality < 2) AS count, countIf(quality = 2) AS badCount, avgOrNullIf(value, quality < 2) AS average,
       maxOrNullIf(value, quality < 2) AS maximum, minOrNullIf(value, quality < 2) AS minimum,
       quantilesExactInclusiveIf(0.25, 0.5, 0.75)(value, quality < 2) AS quartiles
     FROM numeric_readings WHERE ${where} ${settings}`,
    { ...range },
  )
  return statisticsOf(row)
}

/** More different values than this are not worth counting one by one. */
const manyValues = 100_000

/**
 * The same statistics for a long range, by counting how often each value occurs: signals of a fixed number of decimals repeat few
 * values. The quartiles are values that occurred, without interpolation between neighbours. Null when the values are too many.
 */
export async function readStatisticsByValue(telemetry: Telemetry, range: SensorRange): Promise<StatisticsRow | null> {
  const rows = telemetry.rows<StatisticsRow & { quartiles: number[] }>(
    `SELECT sum(number) AS count, sumOrNull(number * reading) / sum(number) AS average, maxOrNull(reading) AS maximum,
       minOrNull(reading) AS minimum, quantilesExactWeighted(0.25, 0.5, 0.75)(reading, number) AS quartiles,
       (SELECT sum(count) FROM numeric_rollup_minute WHERE sensor = {sensorId:UInt32} AND quality = 2
          AND time >= toDateTime({firstWhole:UInt32}, 'UTC') AND time < toDateTime({endWhole:UInt32}, 'UTC'))
         + (SELECT count() FROM numeric_readings WHERE ${where} AND quality = 2
          AND (time < toDateTime({firstWhole:UInt32}, 'UTC') OR time >= toDateTime({endWhole:UInt32}, 'UTC'))) AS badCount
     FROM (
       SELECT value AS reading, count() AS number FROM numeric_readings WHERE ${where} AND quality < 2 GROUP BY value
     ) SETTINGS max_rows_to_group_by = ${manyValues}, group_by_overflow_mode = 'throw', output_format_json_quote_64bit_integers = 0`,
    { ...range, ...wholeMinutes(range) },
  )
  try {
    return statisticsOf((await rows)[0])
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'TOO_MANY_ROWS') return null
    throw error
  }
}

function statisticsOf(row: (StatisticsRow & { readonly quartiles: readonly number[] }) | undefined): StatisticsRow {
  if (!row || row.count === 0) return { ...noStatistics, badCount: row?.badCount ?? 0 }
  const { quartiles, ...figures } = row
  return {
    ...noStatistics,
    ...figures,
    lowerQuartile: quartiles[0] ?? null,
    median: quartiles[1] ?? null,
    upperQuartile: quartiles[2] ?? null,
  }
}

export const noStatistics: StatisticsRow = {
  count: 0,
  badCount: 0,
  average: null,
  maximum: null,
  median: null,
  minimum: null,
  lowerQuartile: null,
  upperQuartile: null,
  last: null,
  accumulated: null,
}

export interface ChangeRow {
  readonly time: number
  readonly previous: string | null
  readonly current: string
  readonly quality: 0 | 1 | 2
}

/** Changes of a text sensor, newest first, at most `limit`. The first reading of the range counts as a change. */
export async function readChanges(telemetry: Telemetry, range: SensorRange, limit: number): Promise<ChangeRow[]> {
  return telemetry.rows<ChangeRow>(
    `SELECT toUnixTimestamp64Milli(time) AS time, if(position = 1, NULL, before) AS previous, value AS current, quality
     FROM (
       SELECT time, value, quality, row_number() OVER past AS position, lagInFrame(value) OVER past AS before
       FROM text_readings WHERE ${where}
       WINDOW past AS (ORDER BY time, value ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
     ) WHERE position = 1 OR value != before
     ORDER BY time DESC LIMIT {limit:UInt32} ${settings}`,
    { ...range, limit },
  )
}

/** How many text readings the range holds, and how many of them are bad. */
export async function countTexts(telemetry: Telemetry, range: SensorRange): Promise<{ count: number; badCount: number }> {
  const [row] = await telemetry.rows<{ count: number; badCount: number }>(
    `SELECT countIf(quality < 2) AS count, countIf(quality = 2) AS badCount FROM text_readings WHERE ${where} ${settings}`,
    { ...range },
  )
  return row ?? { count: 0, badCount: 0 }
}

function named<Name extends string>(arrays: readonly Buffer[], names: readonly Name[]): ColumnArrays<Name> {
  return Object.fromEntries(names.map((name, index) => [name, arrays[index] ?? none])) as ColumnArrays<Name>
}
const none = Buffer.from('[]')
