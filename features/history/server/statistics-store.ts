import { finiteMean, scaled, scaledSettings } from '#kit/server/clickhouse/finite.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings, where, wholeMinutes, type SensorRange } from './history-store.ts'

export interface StatisticsRow {
  readonly count: number
  readonly badCount: number
  readonly average: number | null
  readonly maximum: number | null
  readonly median: number | null
  readonly minimum: number | null
  readonly lowerQuartile: number | null
  readonly upperQuartile: number | null
  readonly last: number | null
  /** Of running totals only. */
  readonly accumulated: number | null
}

interface Row extends Pick<
  StatisticsRow,
  'count' | 'badCount' | 'average' | 'maximum' | 'minimum' | 'last'
> {
  /** Null where the engine left the range of numbers between two neighbours. */
  readonly quartiles: readonly (number | null)[]
}

/**
 * The newest usable reading of the range; of several at one time the greatest. The time comes
 * first: the engine finds it at the end of the order in which it stores, without reading the rest.
 */
const last = `(SELECT max(value) FROM numeric_readings
   WHERE sensor = {sensorId:UInt32} AND quality < 2
     AND time = (SELECT time FROM numeric_readings WHERE ${where} AND quality < 2
       ORDER BY sensor DESC, time DESC LIMIT 1))`

/**
 * Statistics over the good and uncertain readings of the range, from the readings; figures are null
 * where there are none.
 */
export async function readStatistics(
  telemetry: TelemetryReader,
  range: SensorRange,
): Promise<StatisticsRow> {
  const average = finiteMean({
    sum: 'sum(value)',
    scaledSum: `sum(${scaled('value')})`,
    count: 'count()',
    minimum: 'min(value)',
    maximum: 'max(value)',
  })
  const [row] = await telemetry.rows<Row>(
    `SELECT count() AS count, ${badReadings} AS badCount, ${average} AS average,
       max(value) AS maximum, min(value) AS minimum,
       quantilesExactInclusive(0.25, 0.5, 0.75)(value) AS quartiles, ${last} AS last
     FROM numeric_readings WHERE ${where} AND quality < 2 ${settings}, ${scaledSettings}`,
    { ...range },
  )
  return statisticsOf(row, async () => {
    const [halves] = await telemetry.rows<Pick<Row, 'quartiles'>>(
      `SELECT quantilesExactInclusive(0.25, 0.5, 0.75)(value / 2) AS quartiles
       FROM numeric_readings WHERE ${where} AND quality < 2 ${settings}`,
      { ...range },
    )
    return halves
  })
}

const badReadings = `(SELECT count() FROM numeric_readings WHERE ${where} AND quality = 2)`

/** More different values than this are not worth counting one by one. */
const manyValues = 100_000

/**
 * The same statistics for a long range, by counting how often each value occurs: signals of a fixed
 * number of decimals repeat few values. Null when the values are too many.
 */
export async function readStatisticsByValue(
  telemetry: TelemetryReader,
  range: SensorRange,
): Promise<StatisticsRow | null> {
  const average = finiteMean({
    sum: 'sum(number * reading)',
    scaledSum: `sum(${scaled('reading')} * number)`,
    count: 'sum(number)',
    minimum: 'min(reading)',
    maximum: 'max(reading)',
  })
  const counted = `FROM (SELECT value AS reading, count() AS number FROM numeric_readings
    WHERE ${where} AND quality < 2 GROUP BY value)
     SETTINGS max_rows_to_group_by = ${manyValues}, group_by_overflow_mode = 'throw',
       ${scaledSettings}, output_format_json_quote_64bit_integers = 0`
  const parameters = { ...range, ...wholeMinutes(range) }
  const rows = telemetry.rows<Row>(
    `SELECT sum(number) AS count, ${average} AS average, max(reading) AS maximum,
       min(reading) AS minimum,
       quantilesExactWeightedInterpolated(0.25, 0.5, 0.75)(reading, number) AS quartiles,
         ${last} AS last,
       (SELECT sum(count) FROM numeric_rollup_minute
         WHERE sensor = {sensorId:UInt32} AND quality = 2
          AND time >= toDateTime({firstWhole:UInt32}, 'UTC')
            AND time < toDateTime({endWhole:UInt32}, 'UTC'))
         + (SELECT count() FROM numeric_readings WHERE ${where} AND quality = 2
          AND (time < toDateTime({firstWhole:UInt32}, 'UTC')
            OR time >= toDateTime({endWhole:UInt32}, 'UTC'))) AS badCount
     ${counted}`,
    parameters,
  )
  try {
    return await statisticsOf((await rows)[0], async () => {
      const quartiles = 'quantilesExactWeightedInterpolated(0.25, 0.5, 0.75)(reading / 2, number)'
      const [halves] = await telemetry.rows<Pick<Row, 'quartiles'>>(
        `SELECT ${quartiles} AS quartiles ${counted}`,
        parameters,
      )
      return halves
    })
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'TOO_MANY_ROWS') return null
    throw error
  }
}

/** `halves`: the quartiles of the halved values, whose differences are all finite. */
async function statisticsOf(
  row: Row | undefined,
  halves: () => Promise<Pick<Row, 'quartiles'> | undefined>,
): Promise<StatisticsRow> {
  if (!row || row.count === 0) return { ...noStatistics, badCount: row?.badCount ?? 0 }
  const { quartiles, ...figures } = row
  const { minimum, maximum } = row
  const between = (value: number) => Math.min(maximum ?? value, Math.max(minimum ?? value, value))
  const finite = quartiles.includes(null)
    ? ((await halves())?.quartiles ?? []).map((half) => (half === null ? null : between(half * 2)))
    : quartiles
  return {
    ...noStatistics,
    ...figures,
    lowerQuartile: finite[0] ?? null,
    median: finite[1] ?? null,
    upperQuartile: finite[2] ?? null,
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
