import type { Range } from '#kit/model/period.ts'
import { finiteMean, scaled, scaledSettings } from '#kit/server/clickhouse/finite.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { CountedDay } from './counts-store.ts'
import { where, type SensorRange } from './history-store.ts'
import {
  levels,
  readDeviation,
  statisticsOf,
  usable,
  type Row,
  type StatisticsRow,
} from './statistics-store.ts'

/** More different values than these are not worth counting one by one. */
const manyValues = { ofReadings: 100_000, ofDays: 1_000_000 }
/** With more stretches of time between counted days nothing is won. */
const manyStretches = 50
const dayMs = 86_400_000

interface CountedRow extends Row {
  /** Time of the last usable reading, ms UTC; 0: none was read. */
  readonly lastTime: number
  /** Readings of the counted days. */
  readonly counted: number
}

/**
 * The statistics of `readStatistics` for a long range, by counting how often each value occurs:
 * signals of a fixed number of decimals repeat few values. Readings of `days`, whose values are
 * counted already, are not read again. Of several at the last time the greatest is the last one.
 * Null when the values are too many, or when the values of a day are not there any more.
 */
export async function readStatisticsByValue(
  telemetry: TelemetryReader,
  range: SensorRange,
  days: readonly CountedDay[] = [],
): Promise<StatisticsRow | null> {
  const others = stretchesBetween(range, days)
  if (others.length > manyStretches) return null
  const counted = `FROM (${valuesOf(days, others)}) SETTINGS ${scaledSettings},
    max_rows_to_group_by = ${days.length > 0 ? manyValues.ofDays : manyValues.ofReadings},
    group_by_overflow_mode = 'throw', output_format_json_quote_64bit_integers = 0`
  try {
    const [row] = await telemetry.rows<CountedRow>(`${figures} ${counted}`, { ...range })
    if (row && row.counted !== sumOf(days, 'usable')) return null
    return await statisticsOf(row && withDays(row, days), {
      halves: async () => {
        const [halves] = await telemetry.rows<Pick<Row, 'percentiles'>>(
          `SELECT ${weighted}(reading / 2, number, ${has}) AS percentiles ${counted}`,
          { ...range },
        )
        return halves
      },
      deviation: (factor) => readDeviation(telemetry, range, factor),
    })
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'TOO_MANY_ROWS') return null
    throw error
  }
}

const has = 'number > 0'
const weighted = `quantilesExactWeightedInterpolatedIf(${levels})`
const average = finiteMean({
  sum: `sumIf(number * reading, ${has})`,
  scaledSum: `sumIf(${scaled('reading')} * number, ${has})`,
  count: 'sum(number)',
  minimum: `minIf(reading, ${has})`,
  maximum: `maxIf(reading, ${has})`,
})
const deviations = (power: number) =>
  `arraySum((times, each) -> times * pow(each - average, ${power}),
    groupArrayIf(number, ${has}), groupArrayIf(reading, ${has}))`
// What the mean lost when it was rounded is taken out again.
const squares = `(${deviations(2)} - pow(${deviations(1)}, 2) / count)`

const figures = `SELECT sum(number) AS count, sum(bad) AS badCount, ${average} AS average,
    sqrt(${squares} / (count - 1)) AS standardDeviation,
    maxIf(reading, ${has}) AS maximum, minIf(reading, ${has}) AS minimum,
    ${weighted}(reading, number, ${has}) AS percentiles,
    tupleElement(maxIf((newest, reading), ${has}) AS newestOfAll, 2) AS last,
    toUnixTimestamp64Milli(newestOfAll.1) AS lastTime, sum(ofDays) AS counted`

/** SQL: the values of a range, each once, with how often it occurs and when it did last. */
function valuesOf(days: readonly CountedDay[], others: readonly Range[]): string {
  const readings = (condition: string) =>
    `SELECT value AS reading, countIf(${usable}) AS number, countIf(quality = 2) AS bad,
       maxIf(time, ${usable}) AS newest, toUInt64(0) AS ofDays
     FROM numeric_readings WHERE ${condition} GROUP BY value`
  if (days.length === 0) return readings(where)
  const rows = days.map(({ start, usable: count }) => `(${start / 1000},${count})`).join(',')
  const [first = 0, last = 0] = [days[0]?.start, days.at(-1)?.start]
  const stretches = others.map(({ from, to }) => `time >= ${exact(from)} AND time < ${exact(to)}`)
  const rest = stretches.length > 0 ? `((${stretches.join(') OR (')}))` : '0'
  // A row that was written twice has the same values twice.
  return `SELECT reading, sum(number) AS number, sum(bad) AS bad, max(newest) AS newest,
      sum(ofDays) AS ofDays
    FROM (
      ${readings(`sensor = {sensorId:UInt32} AND ${rest}`)}
      UNION ALL
      SELECT reading, toUInt64(times) AS number, toUInt64(0) AS bad,
        fromUnixTimestamp64Milli(toInt64(0), 'UTC') AS newest, toUInt64(times) AS ofDays
      FROM (
        SELECT value AS list, number AS numbers FROM numeric_value_counts
        WHERE sensor = {sensorId:UInt32} AND time >= ${moment(first)} AND time <= ${moment(last)}
          AND (toUnixTimestamp(time), count) IN (${rows}) LIMIT 1 BY time
      ) ARRAY JOIN list AS reading, numbers AS times
    ) GROUP BY reading`
}

const moment = (at: number) => `toDateTime(${at / 1000}, 'UTC')`
const exact = (at: number) => `fromUnixTimestamp64Milli(toInt64(${Math.floor(at)}), 'UTC')`

/** The stretches of a range that lie on none of these days, which are in order. */
function stretchesBetween({ from, to }: Range, days: readonly CountedDay[]): readonly Range[] {
  const begins = [from, ...days.map(({ start }) => start + dayMs)]
  const ends = [...days.map(({ start }) => start), to]
  return begins.flatMap((begin, index) => {
    const end = ends[index] ?? to
    return begin < end ? [{ from: begin, to: end }] : []
  })
}

/** What the days know of themselves but for their values: bad readings, and the last one. */
function withDays(row: CountedRow, days: readonly CountedDay[]): Row {
  const { count, average: mean, standardDeviation, maximum, minimum, percentiles } = row
  const newest = days.findLast(({ usable: number }) => number > 0)
  return {
    ...{ count, average: mean, standardDeviation, maximum, minimum, percentiles },
    badCount: row.badCount + sumOf(days, 'bad'),
    last: newest && newest.lastTime > row.lastTime ? newest.lastValue : row.last,
  }
}

const sumOf = (days: readonly CountedDay[], figure: 'usable' | 'bad') =>
  days.reduce((sum, day) => sum + day[figure], 0)
