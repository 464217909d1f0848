import type { BadRuns } from '#kit/model/live/messages.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'

/** What sensors said in the recent past, oldest first. */
export interface Trends {
  /** Sensor id, times and values; a sensor that said only what is bad has none. */
  readonly series: readonly Series[]
  /** Where it was bad, of the sensors that said such. */
  readonly bad: readonly BadRuns[]
}
type Series = [sensorId: number, times: number[], values: number[]]

interface TrendRow {
  readonly sensor: number
  readonly good: number
  readonly minimumAt: number
  readonly minimum: number
  readonly maximumAt: number
  readonly maximum: number
  readonly bad: number
  readonly badFrom: number
  readonly badTo: number
}

/**
 * The recent past of numeric sensors: the least and the greatest usable reading of every
 * `columnMs`, so that no extreme is lost, and the first and the last bad one.
 */
export async function readTrends(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  from: number,
  columnMs: number,
): Promise<Trends> {
  const rows = await telemetry.rows<TrendRow>(
    `SELECT sensor, intDiv(at, {columnMs:UInt32}) AS column,
       countIf(isGood) AS good,
       argMinIf(at, value, isGood) AS minimumAt, minIf(value, isGood) AS minimum,
       argMaxIf(at, value, isGood) AS maximumAt, maxIf(value, isGood) AS maximum,
       countIf(NOT isGood) AS bad, minIf(at, NOT isGood) AS badFrom, maxIf(at, NOT isGood) AS badTo
     FROM (
       SELECT sensor, toUnixTimestamp64Milli(time) AS at, value, quality < 2 AS isGood
       FROM numeric_readings
       WHERE sensor IN {sensors:Array(UInt32)}
         AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
     )
     GROUP BY sensor, column ORDER BY sensor, column
     SETTINGS output_format_json_quote_64bit_integers = 0`,
    { sensors, from, columnMs },
  )
  const series = new Map<number, Series>()
  const bad = new Map<number, BadRuns>()
  for (const row of rows) {
    const one = series.get(row.sensor) ?? [row.sensor, [], []]
    series.set(row.sensor, one)
    if (row.good > 0) addColumn(one, row)
    if (row.bad === 0) continue
    const runs = bad.get(row.sensor) ?? [row.sensor, []]
    bad.set(row.sensor, runs)
    runs[1].push(...runsOf(row))
  }
  return { series: [...series.values()], bad: [...bad.values()] }
}

/** Good readings may lie between the first and the last bad one of a column. */
function runsOf({ good, badFrom, badTo }: TrendRow): BadRuns[1] {
  if (good === 0 || badFrom === badTo) return [[badFrom, badTo]]
  return [
    [badFrom, badFrom],
    [badTo, badTo],
  ]
}

function addColumn(
  [, times, values]: Series,
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
