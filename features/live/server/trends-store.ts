import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'

/** Sensor id, times and values of a trend, oldest first. */
export type Trend = [sensorId: number, times: number[], values: number[]]

interface TrendRow {
  readonly sensor: number
  readonly minimumAt: number
  readonly minimum: number
  readonly maximumAt: number
  readonly maximum: number
}

/**
 * The recent past of numeric sensors: the least and the greatest usable reading of every
 * `columnMs`, so that no extreme is lost.
 */
export async function readTrends(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  from: number,
  columnMs: number,
): Promise<Trend[]> {
  const rows = await telemetry.rows<TrendRow>(
    `SELECT sensor, intDiv(toUnixTimestamp64Milli(time), {columnMs:UInt32}) AS column,
       argMin(toUnixTimestamp64Milli(time), value) AS minimumAt, min(value) AS minimum,
       argMax(toUnixTimestamp64Milli(time), value) AS maximumAt, max(value) AS maximum
     FROM numeric_readings
     WHERE sensor IN {sensors:Array(UInt32)} AND time >= fromUnixTimestamp64Milli({from:Int64},
     'UTC') AND quality < 2
     GROUP BY sensor, column ORDER BY sensor, column
     SETTINGS output_format_json_quote_64bit_integers = 0`,
    { sensors, from, columnMs },
  )
  const trends = new Map<number, Trend>()
  for (const row of rows) {
    const trend = trends.get(row.sensor) ?? [row.sensor, [], []]
    trends.set(row.sensor, trend)
    addColumn(trend, row)
  }
  return [...trends.values()]
}

function addColumn(
  [, times, values]: Trend,
  { minimum, minimumAt, maximum, maximumAt }: TrendRow,
): void {
  if (minimum === maximum) {
    times.push(Math.max(minimumAt, maximumAt))
    values.push(minimum)
  } else if (minimumAt < maximumAt) {
    times.push(minimumAt, maximumAt)
    values.push(minimum, maximum)
  } else {
    times.push(maximumAt, minimumAt)
    values.push(maximum, minimum)
  }
}
