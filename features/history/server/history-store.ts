import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { timeAndValue } from '#kit/server/clickhouse/sql/time-and-value.ts'
import { bucketMs, rowsOf, type StoredPart } from './stored-parts.ts'

/** One sensor between two moments, ms UTC; `to` is exclusive. */
export interface SensorRange {
  readonly sensorId: number
  readonly from: number
  readonly to: number
}

/** A JSON array for each named column. */
export type ColumnArrays<Name extends string> = Readonly<Record<Name, Buffer | readonly Buffer[]>>

export const where = `sensor = {sensorId:UInt32}
  AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`
export const settings = 'SETTINGS output_format_json_quote_64bit_integers = 0'

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

/** The number of the pixel column of a time (ms), by the rule of `pixel-column.ts` in kit/model. */
const pixelColumnOf = (time: string) =>
  `intDiv((${time} - {from:Int64}) * {width:Int64}, {to:Int64} - {from:Int64})`
const columnOfReading = pixelColumnOf('toUnixTimestamp64Milli(time)')
/** Where all rows are of minutes or hours these begin with a minute, and none before the range. */
function columnOfMinute(parts: readonly StoredPart[], { from }: SensorRange): string {
  const isWhole = parts.every(
    ({ source }) => source !== 'readings' && from % bucketMs[source] === 0,
  )
  return isWhole
    ? pixelColumnOf('start')
    : `greatest(0, ${pixelColumnOf('intDiv(start, 60000) * 60000')})`
}

const orderOfReadings = timeAndValue('toUnixTimestamp64Milli(time)', 'value')

/** M4: at most `width` columns, one for each pixel that holds readings, from the readings. */
export async function readColumns(
  telemetry: TelemetryReader,
  range: SensorRange,
  width: number,
): Promise<ColumnArrays<ColumnName>> {
  const arrays = await telemetry.columns(
    `SELECT toUnixTimestamp64Milli(min(time)), toUnixTimestamp64Milli(max(time)),
       argMin(value, ${orderOfReadings}), min(value), max(value),
       argMax(value, ${orderOfReadings}), count()
     FROM numeric_readings WHERE ${where} AND quality < 2
     GROUP BY ${columnOfReading} AS column
       ORDER BY column ${settings}`,
    { ...range, width },
  )
  return named(arrays, columnNames)
}

/**
 * The same from readings and rollups, by the minutes of the readings: for pixels of
 * `longPixelMs` and longer. A minute or hour of which no readings are kept is in the column in
 * which it begins; where the range cuts it, it is in none.
 */
export async function readColumnsFromParts(
  telemetry: TelemetryReader,
  range: SensorRange,
  parts: readonly StoredPart[],
  width: number,
): Promise<ColumnArrays<ColumnName>> {
  const arrays = await telemetry.columns(
    `SELECT min(firstAt), max(lastAt), argMin(firstValue, ${timeAndValue('firstAt', 'firstValue')}),
       min(low), max(high), argMax(lastValue, ${timeAndValue('lastAt', 'lastValue')}), sum(number)
     FROM (${rowsOf(parts)}) WHERE inside AND quality < 2
     GROUP BY ${columnOfMinute(parts, range)} AS column
       ORDER BY column ${settings}`,
    { ...range, width },
  )
  return named(arrays, columnNames)
}

const flaggedNames = ['quality', 'firstTime', 'lastTime', 'count'] as const
export type FlaggedArrays = ColumnArrays<(typeof flaggedNames)[number]>

/** Where the columns of `readColumns` hold bad and uncertain readings, by column and quality. */
export async function readFlagged(
  telemetry: TelemetryReader,
  range: SensorRange,
  width: number,
): Promise<FlaggedArrays> {
  const arrays = await telemetry.columns(
    `SELECT quality, toUnixTimestamp64Milli(min(time)), toUnixTimestamp64Milli(max(time)), count()
     FROM numeric_readings WHERE ${where} AND quality > 0
     GROUP BY ${columnOfReading} AS column, quality
     ORDER BY column, quality ${settings}`,
    { ...range, width },
  )
  return named(arrays, flaggedNames)
}

/** The same of the columns of `readColumnsFromParts`. */
export async function readFlaggedFromParts(
  telemetry: TelemetryReader,
  range: SensorRange,
  parts: readonly StoredPart[],
  width: number,
): Promise<FlaggedArrays> {
  const arrays = await telemetry.columns(
    `SELECT quality, min(firstAt), max(lastAt), sum(number)
     FROM (${rowsOf(parts)}) WHERE inside AND quality > 0
     GROUP BY ${columnOfMinute(parts, range)} AS column, quality
       ORDER BY column, quality ${settings}`,
    { ...range, width },
  )
  return named(arrays, flaggedNames)
}

/** An array without numbers, which the engine answers with nothing at all. */
export const none = Buffer.from('[]')

/** No reading is bad or uncertain. */
export const noneFlagged: FlaggedArrays = named([], flaggedNames)

function named<Name extends string>(
  arrays: readonly (Buffer | readonly Buffer[])[],
  names: readonly Name[],
): ColumnArrays<Name> {
  return Object.fromEntries(
    names.map((name, index) => [name, arrays[index] ?? none]),
  ) as ColumnArrays<Name>
}
