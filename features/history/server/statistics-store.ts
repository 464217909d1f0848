import { finiteMean, scaled, scaledSettings } from '#kit/server/clickhouse/finite.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings, where, type SensorRange } from './history-store.ts'

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

/** The engine takes milliseconds to begin with each part of a statement: one pass has it all. */
const usable = 'quality < 2'

/**
 * Statistics over the good and uncertain readings of the range, from the readings; figures are null
 * where there are none.
 */
export async function readStatistics(
  telemetry: TelemetryReader,
  range: SensorRange,
): Promise<StatisticsRow> {
  const average = finiteMean({
    sum: `sumIf(value, ${usable})`,
    scaledSum: `sumIf(${scaled('value')}, ${usable})`,
    count: `countIf(${usable})`,
    minimum: `minIf(value, ${usable})`,
    maximum: `maxIf(value, ${usable})`,
  })
  const [row] = await telemetry.rows<Row>(
    `SELECT countIf(${usable}) AS count, countIf(quality = 2) AS badCount, ${average} AS average,
       maxIf(value, ${usable}) AS maximum, minIf(value, ${usable}) AS minimum,
       quantilesExactInclusiveIf(0.25, 0.5, 0.75)(value, ${usable}) AS quartiles,
       tupleElement(maxIf((time, value), ${usable}), 2) AS last
     FROM numeric_readings WHERE ${where} ${settings}, ${scaledSettings}`,
    { ...range },
  )
  return statisticsOf(row, async () => {
    const [halves] = await telemetry.rows<Pick<Row, 'quartiles'>>(
      `SELECT quantilesExactInclusive(0.25, 0.5, 0.75)(value / 2) AS quartiles
       FROM numeric_readings WHERE ${where} AND ${usable} ${settings}`,
      { ...range },
    )
    return halves
  })
}

/** More different values than this are not worth counting one by one. */
const manyValues = 100_000

/**
 * The same statistics for a long range, by counting how often each value occurs: signals of a fixed
 * number of decimals repeat few values. Of several at the last time the greatest is the last one.
 * Null when the values are too many.
 */
export async function readStatisticsByValue(
  telemetry: TelemetryReader,
  range: SensorRange,
): Promise<StatisticsRow | null> {
  const has = 'number > 0'
  const average = finiteMean({
    sum: `sumIf(number * reading, ${has})`,
    scaledSum: `sumIf(${scaled('reading')} * number, ${has})`,
    count: 'sum(number)',
    minimum: `minIf(reading, ${has})`,
    maximum: `maxIf(reading, ${has})`,
  })
  const counted = `FROM (SELECT value AS reading, countIf(${usable}) AS number,
      countIf(quality = 2) AS bad, maxIf(time, ${usable}) AS newest
    FROM numeric_readings WHERE ${where} GROUP BY value)
     SETTINGS max_rows_to_group_by = ${manyValues}, group_by_overflow_mode = 'throw',
       ${scaledSettings}, output_format_json_quote_64bit_integers = 0`
  const weighted = `quantilesExactWeightedInterpolatedIf(0.25, 0.5, 0.75)`
  const rows = telemetry.rows<Row>(
    `SELECT sum(number) AS count, sum(bad) AS badCount, ${average} AS average,
       maxIf(reading, ${has}) AS maximum, minIf(reading, ${has}) AS minimum,
       ${weighted}(reading, number, ${has}) AS quartiles,
       tupleElement(maxIf((newest, reading), ${has}), 2) AS last
     ${counted}`,
    { ...range },
  )
  try {
    return await statisticsOf((await rows)[0], async () => {
      const [halves] = await telemetry.rows<Pick<Row, 'quartiles'>>(
        `SELECT ${weighted}(reading / 2, number, ${has}) AS quartiles ${counted}`,
        { ...range },
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
