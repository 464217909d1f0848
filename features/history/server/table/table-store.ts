import type { Range } from '#kit/model/time/period.ts'
import { repeatedMidnights } from '#kit/model/time/repeated-midnights.ts'
import { day } from '#kit/model/time/zone.ts'
import { finiteMean, scaled, scaledSettings } from '#kit/server/clickhouse/finite.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { mayBeCut, withinTextBytes } from '#kit/server/clickhouse/texts-within.ts'
import { settings, where, type SensorRange } from '../history-store.ts'
import { rowsOf, type StoredPart } from '../stored-parts.ts'

/** One reading. */
export interface StoredReading {
  /** ms UTC */
  readonly at: number
  readonly value: number | string | null
  readonly quality: 0 | 1 | 2
}

interface StoredReadings {
  readonly readings: readonly StoredReading[]
  /** There may be more. */
  readonly isCut: boolean
}

/**
 * Readings one by one, oldest first; "no value" is null. At most `limit`, and no more texts than
 * fit an answer, but for those of the last time, which are all there.
 */
export async function readReadings(
  telemetry: TelemetryReader,
  range: SensorRange,
  limit: number,
  isText: boolean,
): Promise<StoredReadings> {
  const numbers = (filter: string, kind: string) =>
    `SELECT toUnixTimestamp64Milli(time) AS at, if(isNaN(value), NULL, ${kind}) AS reading, quality
     FROM numeric_readings WHERE ${where} ${filter}`
  const readings = isText
    ? `SELECT toUnixTimestamp64Milli(time) AS at, toNullable(value) AS reading, quality
       FROM text_readings WHERE ${where}
       UNION ALL ${numbers('AND quality = 2 AND isNaN(value)', 'toString(value)')}`
    : numbers('', 'value')
  const some = `SELECT * FROM (${readings}) ORDER BY at LIMIT {limit:UInt32} WITH TIES`
  const rows = await telemetry.rows<StoredReading>(
    `SELECT at, reading AS value, quality FROM (${isText ? withinTextBytes(some, 'reading') : some})
     ORDER BY at, quality, value ${settings}`,
    { ...range, limit },
  )
  return { readings: rows, isCut: rows.length >= limit || mayBeCut(rows) }
}

/** The good and uncertain readings of a step. */
export interface StoredStep {
  /** Its start, ms UTC. */
  readonly at: number
  readonly count: number
  readonly average: number | null
  readonly minimum: number
  readonly maximum: number
  readonly last: number
}

/**
 * Steps of `seconds` on the clock of `timezone` that have readings, oldest first, from these parts
 * of a sensor; a minute or hour of which no readings are kept is in the step in which it begins.
 */
export async function readSteps(
  telemetry: TelemetryReader,
  { sensorId, parts }: { readonly sensorId: number; readonly parts: readonly StoredPart[] },
  limit: number,
  { seconds, timezone }: { readonly seconds: number; readonly timezone: string },
): Promise<StoredStep[]> {
  if (parts.length === 0) return []
  // On the wall clock: the offset of a zone need not be whole hours.
  const time = `toDateTime(intDiv(start, 1000), {timezone:String})`
  const offset = `timeZoneOffset(${time})`
  const step =
    seconds === 86_400
      ? startOfDay(time, repeatedMidnights(rangeOf(parts), timezone))
      : `intDiv(intDiv(start, 1000) + ${offset}, {seconds:UInt32}) * {seconds:UInt32} - ${offset}`
  const average = finiteMean({
    ...{ sum: 'sum(sum)', scaledSum: `sum(${scaled('sum')})`, count: 'sum(number)' },
    ...{ minimum: 'min(low)', maximum: 'max(high)' },
  })
  return telemetry.rows<StoredStep>(
    `SELECT toInt64(${step}) * 1000 AS at, sum(number) AS count,
       if(countIf(NOT isFinite(sum)) > 0, NULL, ${average}) AS average,
       min(low) AS minimum, max(high) AS maximum, argMax(lastValue, (lastAt, lastValue)) AS last
     FROM (${rowsOf(parts)}) WHERE inside AND quality < 2
     GROUP BY at ORDER BY at LIMIT {limit:UInt32} ${settings}, ${scaledSettings}`,
    { sensorId, limit, seconds, timezone },
  )
}

const rangeOf = (parts: readonly StoredPart[]): Range => ({
  from: Math.min(...parts.map(({ from }) => from)),
  to: Math.max(...parts.map(({ to }) => to)),
})

/**
 * SQL for the start of the day of a time, s UTC. Where a clock shows a midnight twice the engine
 * has the day begin with the second one.
 */
function startOfDay(time: string, repeated: readonly Range[]): string {
  return repeated.reduce(
    (others, { from, to }) =>
      `if(start >= ${from} AND start < ${to + day}, ${from / 1000}, ${others})`,
    `toUnixTimestamp(toStartOfDay(${time}))`,
  )
}
