import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'

/** One sensor between two moments, ms UTC; `to` is exclusive. */
export interface SensorRange {
  readonly sensorId: number
  readonly from: number
  readonly to: number
}

const where = `sensor = {sensorId:UInt32}
  AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND quality < 2`
const settings = 'SETTINGS output_format_json_quote_64bit_integers = 0'

export type Extreme = 'minimum' | 'maximum'

/** When a sensor first had its extreme of a range, ms UTC; null: no reading of it is stored. */
export async function readTimeOf(
  telemetry: TelemetryReader,
  range: SensorRange,
  extreme: Extreme,
): Promise<number | null> {
  const time = 'toUnixTimestamp64Milli(time)'
  const first =
    extreme === 'maximum'
      ? `argMax(${time}, (value, -${time}))`
      : `argMin(${time}, (value, ${time}))`
  const [row] = await telemetry.rows<{ readonly first: number; readonly count: number }>(
    `SELECT ${first} AS first, count() AS count FROM numeric_readings WHERE ${where} ${settings}`,
    { ...range },
  )
  return row && row.count > 0 ? row.first : null
}

export interface Regression {
  readonly count: number
  /** The slope, in the sensor's unit for an hour; null where there is none. */
  readonly perHour: number | null
  /** Pearson's coefficient of time and value, -1 to 1; null of values that are all the same. */
  readonly correlation: number | null
}

/** The straight line through the usable readings of a range, by least squares. */
export async function readRegression(
  telemetry: TelemetryReader,
  range: SensorRange,
): Promise<Regression> {
  const hours = '(toUnixTimestamp64Milli(time) - {from:Int64}) / 3600000'
  const [row] = await telemetry.rows<{
    readonly count: number
    readonly slope: number | null
    readonly correlation: number | null
  }>(
    `SELECT readings AS count,
       if(isFinite(line.1), line.1, NULL) AS slope,
       if(isFinite(coefficient), coefficient, NULL) AS correlation
     FROM (
       SELECT count() AS readings, simpleLinearRegression(${hours}, value) AS line,
         corrStable(${hours}, value) AS coefficient
       FROM numeric_readings WHERE ${where} AND isFinite(value)
     ) ${settings}`,
    { ...range },
  )
  return {
    count: row?.count ?? 0,
    perHour: row?.slope ?? null,
    correlation: row?.correlation ?? null,
  }
}
