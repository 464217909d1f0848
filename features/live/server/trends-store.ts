import type { QualityRuns } from '#kit/model/live/messages.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'

/** What sensors reported in the recent past, oldest first. */
export interface Trends {
  /** Sensor id, times and values; a sensor that reported only what is bad has none. */
  readonly series: readonly Series[]
  /** Where it was bad, and where uncertain, of the sensors that reported such. */
  readonly bad: readonly QualityRuns[]
  readonly uncertain: readonly QualityRuns[]
}
type Series = [sensorId: number, times: number[], values: number[]]

interface TrendRow {
  readonly sensor: number
  /** How many readings; of them such that are points: numbers that are not bad. */
  readonly all: number
  readonly points: number
  readonly minimumAt: number
  readonly minimum: number
  readonly maximumAt: number
  readonly maximum: number
  readonly bad: number
  readonly badFrom: number
  readonly badTo: number
  readonly uncertain: number
  readonly uncertainFrom: number
  readonly uncertainTo: number
}

const runOf = (name: string, code: number) => `countIf(code = ${code}) AS ${name},
  minIf(at, code = ${code}) AS ${name}From, maxIf(at, code = ${code}) AS ${name}To`

const within = `sensor IN {sensors:Array(UInt32)}
  AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`

/**
 * The recent past of sensors: the least and the greatest usable number of every `columnMs`, so that
 * no extreme is lost, and the first and the last bad and uncertain reading, be it in words.
 */
export async function readTrends(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  from: number,
  columnMs: number,
): Promise<Trends> {
  const rows = await telemetry.rows<TrendRow>(
    `SELECT sensor, intDiv(at, {columnMs:UInt32}) AS column, count() AS all,
       countIf(isPoint) AS points,
       argMinIf(at, value, isPoint) AS minimumAt, minIf(value, isPoint) AS minimum,
       argMaxIf(at, value, isPoint) AS maximumAt, maxIf(value, isPoint) AS maximum,
       ${runOf('bad', 2)}, ${runOf('uncertain', 1)}
     FROM (
       SELECT sensor, toUnixTimestamp64Milli(time) AS at, value, quality AS code,
         quality < 2 AS isPoint
       FROM numeric_readings WHERE ${within}
       UNION ALL
       SELECT sensor, toUnixTimestamp64Milli(time) AS at, 0. AS value, quality AS code,
         0 AS isPoint
       FROM text_readings WHERE ${within}
     )
     GROUP BY sensor, column ORDER BY sensor, column
     SETTINGS output_format_json_quote_64bit_integers = 0`,
    { sensors, from, columnMs },
  )
  const series = new Map<number, Series>()
  const bad = new Map<number, QualityRuns>()
  const uncertain = new Map<number, QualityRuns>()
  for (const row of rows) {
    const one = series.get(row.sensor) ?? [row.sensor, [], []]
    series.set(row.sensor, one)
    if (row.points > 0) addColumn(one, row)
    addRuns(bad, row, row.bad, row.badFrom, row.badTo)
    addRuns(uncertain, row, row.uncertain, row.uncertainFrom, row.uncertainTo)
  }
  return {
    series: [...series.values()],
    bad: [...bad.values()],
    uncertain: [...uncertain.values()],
  }
}

/** Others may lie between the first and the last of `number` such readings of a column. */
function addRuns(
  runs: Map<number, QualityRuns>,
  { sensor, all }: TrendRow,
  number: number,
  from: number,
  to: number,
): void {
  if (number === 0) return
  const own = runs.get(sensor) ?? [sensor, []]
  runs.set(sensor, own)
  if (number === all || from === to) own[1].push([from, to])
  else own[1].push([from, from], [to, to])
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
