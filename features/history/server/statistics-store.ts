import { scaled, scaledSettings } from '#kit/server/clickhouse/sql/finite.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings, where, type SensorRange } from './history-store.ts'

/** Of which percentiles, in the order of the engine's answer. */
export const percentileLevels = [0.05, 0.25, 0.5, 0.75, 0.95, 0.99]
/** SQL: the same. */
const levels = percentileLevels.join(', ')

export interface StatisticsRow {
  readonly count: number
  readonly badCount: number
  readonly average: number | null
  readonly standardDeviation: number | null
  readonly maximum: number | null
  readonly median: number | null
  readonly minimum: number | null
  readonly lowerQuartile: number | null
  readonly upperQuartile: number | null
  readonly percentile5: number | null
  readonly percentile95: number | null
  readonly percentile99: number | null
  readonly last: number | null
  /** Of running totals only. */
  readonly accumulated: number | null
}

/**
 * What the engine says of usable readings; null: no number. What is put together from these here
 * it need not: each expression costs it more than thousands of readings do.
 */
export interface Row extends Pick<
  StatisticsRow,
  'count' | 'badCount' | 'maximum' | 'minimum' | 'last'
> {
  readonly sum: number | null
  /** The same sum of scaled values, whose sum is finite. */
  readonly scaledSum: number | null
  /** Null where the engine left the range of numbers between two neighbours. */
  readonly percentiles: readonly (number | null)[]
  /** Sums of the distances from the median, and of their squares; */
  readonly distances?: number | null
  readonly squares?: number | null
  /** or the standard deviation itself, of readings that are too many for such sums. */
  readonly deviation?: number | null
}

/** What only further statements say. */
interface FurtherQueries {
  /** The percentiles of the halved values, whose differences are all finite. */
  readonly halves: () => Promise<Pick<Row, 'percentiles'> | undefined>
  /** The standard deviation of the values times `factor`. */
  readonly deviation: (factor: number) => Promise<number | null>
}

export const usable = 'quality < 2'
/** SQL: the median, as the distances are measured from it. */
const middle = 'percentiles[3]'

/** Deviations in ranges as short as this are summed up in memory, ms. */
const listedMs = 2 * 86_400_000

/**
 * Statistics over the good and uncertain readings of the range, from the readings in one pass;
 * figures are null where there are none. Deviations are measured from the median, or, where values
 * are too many to be listed, from the first value: of values that are great and differ little the
 * engine's own sum of squares would have no digit left.
 */
export async function readStatistics(
  telemetry: TelemetryReader,
  range: SensorRange,
  isListed = range.to - range.from <= listedMs,
): Promise<StatisticsRow> {
  const [row] = await telemetry.rows<Row>(
    `WITH groupArrayIf(value, ${usable}) AS list
     SELECT countIf(${usable}) AS count, countIf(quality = 2) AS badCount,
       sumIf(value, ${usable}) AS sum, sumIf(${scaled('value')}, ${usable}) AS scaledSum,
       maxIf(value, ${usable}) AS maximum, minIf(value, ${usable}) AS minimum,
       quantilesExactInclusiveIf(${levels})(value, ${usable}) AS percentiles,
       ${isListed ? listedDistances : `${deviationFromFirst} AS deviation`},
       tupleElement(maxIf((time, value), ${usable}), 2) AS last
     FROM numeric_readings WHERE ${where} ${settings}, ${scaledSettings}`,
    { ...range },
  )
  return statisticsOf(row, {
    halves: async () => {
      const [halves] = await telemetry.rows<Pick<Row, 'percentiles'>>(
        `SELECT quantilesExactInclusive(${levels})(value / 2) AS percentiles
         FROM numeric_readings WHERE ${where} AND ${usable} ${settings}`,
        { ...range },
      )
      return halves
    },
    deviation: (factor) => readDeviation(telemetry, range, factor),
  })
}

const listedDistances = `arraySum(each -> each - ${middle}, list) AS distances,
  arraySum(each -> pow(each - ${middle}, 2), list) AS squares`

const firstValue = `(SELECT any(value) FROM (SELECT value FROM numeric_readings
  WHERE ${where} AND ${usable} ORDER BY time LIMIT 1))`

const deviationFromFirst = `stddevSampStableIf(value - ${firstValue}, ${usable})`

/** The standard deviation of the values times a factor. */
async function readDeviation(
  telemetry: TelemetryReader,
  range: SensorRange,
  factor: number,
): Promise<number | null> {
  const scale = `* toFloat64({factor:String})`
  const [row] = await telemetry.rows<{ deviation: number | null }>(
    `SELECT stddevSampStable(value ${scale} - ${firstValue} ${scale}) AS deviation
     FROM numeric_readings WHERE ${where} AND ${usable} ${settings}, ${scaledSettings}`,
    { ...range, factor: String(factor) },
  )
  return row?.deviation ?? null
}

/** The figures of a row, and what only further statements say where numbers are extreme. */
export async function statisticsOf(
  row: Row | undefined,
  queries: FurtherQueries,
): Promise<StatisticsRow> {
  if (!row || row.count === 0) return { ...noStatistics, badCount: row?.badCount ?? 0 }
  const { percentiles, count, badCount, minimum, maximum, last } = row
  const between = (value: number) => Math.min(maximum ?? value, Math.max(minimum ?? value, value))
  const finite = percentiles.includes(null)
    ? ((await queries.halves())?.percentiles ?? []).map((half) =>
        half === null ? null : between(half * 2),
      )
    : percentiles
  const [percentile5 = null, lowerQuartile = null, median = null, ...upper] = finite
  const [upperQuartile = null, percentile95 = null, percentile99 = null] = upper
  return {
    ...{ ...noStatistics, count, badCount, minimum, maximum, last, average: between(meanOf(row)) },
    ...{ percentile5, lowerQuartile, median, upperQuartile, percentile95, percentile99 },
    standardDeviation: await deviationOf(row, queries),
  }
}

/** The sum by the count wherever the sum is finite; scaled by 2^-64 it always is. */
const meanOf = ({ sum, scaledSum, count }: Row) =>
  sum === null ? ((scaledSum ?? Number.NaN) / count) * 2 ** 64 : sum / count

/** Beyond these sizes squares leave the range of numbers. */
const [tiny, huge, step] = [1e-140, 1e140, 2 ** 600]

/** Null of fewer than two readings, and where no number says it. */
async function deviationOf(row: Row, { deviation }: FurtherQueries): Promise<number | null> {
  const { count, minimum, maximum } = row
  if (count < 2) return null
  if (minimum === maximum) return 0
  const size = Math.max(Math.abs(minimum ?? 0), Math.abs(maximum ?? 0))
  if (size > tiny && size < huge)
    return row.deviation === undefined ? deviationBy(row) : row.deviation
  const factor = size < 1 ? step : 1 / step
  const scaledDeviation = await deviation(factor)
  const exact = scaledDeviation === null ? null : scaledDeviation / factor
  return exact !== null && Number.isFinite(exact) ? exact : null
}

/** What the median lies beside the mean is taken out again. */
function deviationBy({ count, distances = null, squares = null }: Row): number | null {
  if (distances === null || squares === null) return null
  return Math.sqrt(Math.max(0, squares - distances ** 2 / count) / (count - 1))
}

export const noStatistics: StatisticsRow = {
  count: 0,
  badCount: 0,
  average: null,
  standardDeviation: null,
  maximum: null,
  median: null,
  minimum: null,
  lowerQuartile: null,
  upperQuartile: null,
  percentile5: null,
  percentile95: null,
  percentile99: null,
  last: null,
  accumulated: null,
}
