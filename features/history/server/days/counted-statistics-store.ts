import type { Range } from '#kit/model/time/period.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { nextSlice } from '#kit/server/process/slices.ts'
import type { CountedDay } from './counts-store.ts'
import { where, type SensorRange } from '../history-store.ts'
import { usable, type StatisticsRow } from '../statistics-store.ts'
import { valuesStatistics, type CountedValues } from '../values-statistics.ts'

/** More different values than these are not worth counting one by one. */
const manyValues = { ofShortRange: 20_000, ofReadings: 100_000, ofDays: 1_000_000 }
const fewValues = 10_000
const shortRangeMs = 2 * 86_400_000
/** With more spans of time between counted days nothing is won. */
const manySpans = 50
const dayMs = 86_400_000

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
  const others = spansBetween(range, days)
  if (others.length > manySpans) return null
  try {
    // Figures of these are computed here: each expression costs the engine more than thousands of
    // values do.
    const [readings = none, numbers = none, bads = none, newest = none, ofDays = none] =
      await telemetry.numberColumns(
        `${valuesOf(days, others)} ORDER BY reading SETTINGS
         max_rows_to_group_by = ${maximumValues(range, days)},
         group_by_overflow_mode = 'throw'`,
        { ...range },
      )
    // Each part takes half a millisecond or more where values are many.
    const letOthersIn = () => (readings.length > fewValues ? nextSlice() : undefined)
    if (sumOf(ofDays) !== usableOf(days)) return null
    const badCount = sumOf(bads) + days.reduce((sum, { bad }) => sum + bad, 0)
    await letOthersIn()
    const last = lastOf({ readings, numbers, newest }, days)
    await letOthersIn()
    return await valuesStatistics(usableValues(readings, numbers), { badCount, last })
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'TOO_MANY_ROWS') return null
    throw error
  }
}

function maximumValues({ from, to }: Range, days: readonly CountedDay[]): number {
  if (days.length > 0) return manyValues.ofDays
  return to - from > shortRangeMs ? manyValues.ofReadings : manyValues.ofShortRange
}

const none = new Float64Array()
const usableOf = (days: readonly CountedDay[]) => days.reduce((sum, { usable }) => sum + usable, 0)

/** A function that is called for each of a hundred thousand takes several times as long. */
function sumOf(numbers: Float64Array): number {
  let sum = 0
  for (let index = 0; index < numbers.length; index++) sum += numbers[index] ?? 0
  return sum
}

/** Values of bad readings alone are left out. */
function usableValues(readings: Float64Array, numbers: Float64Array): CountedValues {
  if (!numbers.includes(0)) return { values: readings, numbers }
  const isUsable = (_: number, index: number) => (numbers[index] ?? 0) > 0
  return { values: readings.filter(isUsable), numbers: numbers.filter(isUsable) }
}

interface ReadValues {
  readonly readings: Float64Array
  readonly numbers: Float64Array
  /** When each occurred last, ms UTC; 0 on counted days. */
  readonly newest: Float64Array
}

/** The last usable value, of what was read or of the counted days. */
function lastOf(
  { readings, numbers, newest }: ReadValues,
  days: readonly CountedDay[],
): number | null {
  const day = days.findLast(({ usable }) => usable > 0)
  let [last, lastTime] = [day?.lastValue ?? null, day?.lastTime ?? 0]
  for (let index = 0; index < readings.length; index++) {
    const time = newest[index] ?? 0
    if ((numbers[index] ?? 0) === 0 || time === 0 || time < lastTime) continue
    // In ascending order: the greatest of one time is the last.
    ;[last, lastTime] = [readings[index] ?? null, time]
  }
  return last
}

/** SQL: the values of a range, each once, with how often it occurs and when it did last. */
function valuesOf(days: readonly CountedDay[], others: readonly Range[]): string {
  if (days.length === 0)
    return `SELECT value AS reading, countIf(${usable}) AS number, countIf(quality = 2) AS bad,
        maxIf(time, ${usable}) AS newest, toUInt64(0) AS ofDays
      FROM numeric_readings WHERE ${where} GROUP BY value`
  const rows = days.map(({ start, usable: count }) => `(${start / 1000},${count})`).join(',')
  const [first = 0, last = 0] = [days[0]?.start, days.at(-1)?.start]
  // A list of pairs takes the engine 2 ms; what has got readings since has been counted again.
  const isUnbroken = last - first === (days.length - 1) * dayMs
  const newestOfDays = 'AND notEmpty(value) ORDER BY count DESC'
  const spans = others.map(({ from, to }) => `time >= ${exact(from)} AND time < ${exact(to)}`)
  const rest = spans.length > 0 ? `((${spans.join(') OR (')}))` : '0'
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

/** The spans of a range that lie on none of these days, which are in order. */
function spansBetween({ from, to }: Range, days: readonly CountedDay[]): readonly Range[] {
  const begins = [from, ...days.map(({ start }) => start + dayMs)]
  const ends = [...days.map(({ start }) => start), to]
  return begins.flatMap((begin, index) => {
    const end = ends[index] ?? to
    return begin < end ? [{ from: begin, to: end }] : []
  })
}
