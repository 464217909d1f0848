import type { Range } from '#kit/model/period.ts'
import { scaled, scaledSettings } from '#kit/server/clickhouse/finite.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { CountedDay } from './counts-store.ts'
import { where, type SensorRange } from './history-store.ts'
import {
  levels,
  middle,
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
const distances = (power: number) =>
  `arraySum((times, each) -> times * pow(each - ${middle}, ${power}), numbers, readings)`

const figures = `WITH groupArrayIf(number, ${has}) AS numbers,
    groupArrayIf(reading, ${has}) AS readings
  SELECT sum(number) AS count, sum(bad) AS badCount,
    sumIf(number * reading, ${has}) AS sum,
    sumIf(${scaled('reading')} * number, ${has}) AS scaledSum,
    maxIf(reading, ${has}) AS maximum, minIf(reading, ${has}) AS minimum,
    ${weighted}(reading, number, ${has}) AS percentiles,
    ${distances(1)} AS distances, ${distances(2)} AS squares,
    tupleElement(maxIf((newest, reading), ${has}) AS newestOfAll, 2) AS last,
    toUnixTimestamp64Milli(newestOfAll.1) AS lastTime, sum(ofDays) AS counted`

/** SQL: the values of a range, each once, with how often it occurs and when it did last. */
function valuesOf(days: readonly CountedDay[], others: readonly Range[]): string {
  if (days.length === 0)
    return `SELECT value AS reading, countIf(${usable}) AS number, countIf(quality = 2) AS bad,
        maxIf(time, ${usable}) AS newest, toUInt64(0) AS ofDays
      FROM numeric_readings WHERE ${where} GROUP BY value`
  const rows = days.map(({ start, usable: count }) => `(${start / 1000},${count})`).join(',')
  const [first = 0, last = 0] = [days[0]?.start, days.at(-1)?.start]
  // A list of pairs takes the engine 2 ms; what has got readings since has been counted anew.
  const isUnbroken = last - first === (days.length - 1) * dayMs
  const newestOfDays = 'AND notEmpty(value) ORDER BY count DESC'
  const stretches = others.map(({ from, to }) => `time >= ${exact(from)} AND time < ${exact(to)}`)
  const rest = stretches.length > 0 ? `((${stretches.join(') OR (')}))` : '0'
  // A row that was written twice has the same values twice.
  return `SELECT reading, sum(number) AS number, sum(bad) AS bad, max(newest) AS newest,
      sum(ofDays) AS ofDays
    FROM (
      SELECT value AS reading, ${usable} AS number, quality = 2 AS bad,
        if(${usable}, time, ${never}) AS newest, 0 AS ofDays
      FROM numeric_readings WHERE sensor = {sensorId:UInt32} AND ${rest}
      UNION ALL
      SELECT reading, times AS number, 0 AS bad, ${never} AS newest, times AS ofDays
      FROM (
        SELECT value AS list, number AS numbers FROM numeric_value_counts
        WHERE sensor = {sensorId:UInt32} AND time >= ${moment(first)} AND time <= ${moment(last)}
          ${isUnbroken ? newestOfDays : `AND (toUnixTimestamp(time), count) IN (${rows})`}
        LIMIT 1 BY time
      ) ARRAY JOIN list AS reading, numbers AS times
    ) GROUP BY reading`
}

const never = `fromUnixTimestamp64Milli(toInt64(0), 'UTC')`
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
  const newest = days.findLast(({ usable: number }) => number > 0)
  return {
    ...row,
    badCount: row.badCount + sumOf(days, 'bad'),
    last: newest && newest.lastTime > row.lastTime ? newest.lastValue : row.last,
  }
}

const sumOf = (days: readonly CountedDay[], figure: 'usable' | 'bad') =>
  days.reduce((sum, day) => sum + day[figure], 0)
