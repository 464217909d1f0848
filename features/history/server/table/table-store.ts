import type { Sensor } from '#kit/model/sensor.ts'
import type { Range } from '#kit/model/time/period.ts'
import { clockChanges } from '#kit/model/time/clock-changes.ts'
import { repeatedMidnights } from '#kit/model/time/repeated-midnights.ts'
import { day } from '#kit/model/time/zone.ts'
import { finiteMean, scaled, scaledSettings } from '#kit/server/clickhouse/sql/finite.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { mayBeCut, withinTextBytes } from '#kit/server/clickhouse/queries/texts-within.ts'
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

/** Which of a sensor's texts and numbers are readings of their own. */
export type StoredKind = 'numbers' | 'texts-first' | 'numbers-first'

/** A sensor of texts may hold numbers of before it was one, and any other sensor texts. */
export async function kindOf(
  telemetry: TelemetryReader,
  { type }: Pick<Sensor, 'type'>,
  range: SensorRange,
): Promise<StoredKind> {
  if (type === 'string') return 'texts-first'
  const sql = `SELECT 1 FROM text_readings WHERE ${where} LIMIT 1 ${settings}`
  return (await telemetry.rows(sql, { ...range })).length > 0 ? 'numbers-first' : 'numbers'
}

const texts = (filter: string) =>
  `SELECT toUnixTimestamp64Milli(time) AS at, toNullable(value) AS text,
     CAST(NULL, 'Nullable(Float64)') AS number, quality
   FROM text_readings WHERE ${where} ${filter}`
const numbers = (filter: string) =>
  `SELECT toUnixTimestamp64Milli(time) AS at, CAST(NULL, 'Nullable(String)') AS text,
     if(isNaN(value), NULL, value) AS number, quality
   FROM numeric_readings WHERE ${where} ${filter}`
const notBeside = (table: string) => `time NOT IN (SELECT time FROM ${table} WHERE ${where})`

/** What is stored as text and as number at one time is one reading. */
const readingsOf: Readonly<Record<StoredKind, string>> = {
  numbers: numbers(''),
  'texts-first': `${texts('')} UNION ALL ${numbers(
    `AND (quality = 2 AND isNaN(value) OR ${notBeside('text_readings')})`,
  )}`,
  'numbers-first': `${numbers('')} UNION ALL ${texts(`AND ${notBeside('numeric_readings')}`)}`,
}

/**
 * Readings one by one, oldest first; "no value" is null. At most `limit`, and no more texts than
 * fit an answer, but for those of the last time, which are all there.
 */
export async function readReadings(
  telemetry: TelemetryReader,
  range: SensorRange,
  limit: number,
  kind: StoredKind,
): Promise<StoredReadings> {
  const some = `SELECT * FROM (${readingsOf[kind]}) ORDER BY at LIMIT {limit:UInt32} WITH TIES`
  const rows = await telemetry.rows<{
    readonly at: number
    readonly text: string | null
    readonly number: number | null
    readonly quality: StoredReading['quality']
  }>(
    `SELECT at, text, number, quality
     FROM (${kind === 'numbers' ? some : withinTextBytes(some, 'text')})
     ORDER BY at, quality, number, text ${settings}`,
    { ...range, limit },
  )
  const readings = rows.map(({ at, text, number, quality }) => ({
    ...{ at, value: text ?? number, quality },
  }))
  return { readings, isCut: rows.length >= limit || mayBeCut(readings) }
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

/** The length of steps, and the zone on whose clock they begin. */
export interface StepClock {
  readonly seconds: number
  readonly timezone: string
}

/**
 * Steps of `seconds` on the clock of `timezone` that have readings, oldest first, from these parts
 * of a sensor; a minute or hour of which no readings are kept is in the step in which it begins.
 */
export async function readSteps(
  telemetry: TelemetryReader,
  { sensorId, parts }: { readonly sensorId: number; readonly parts: readonly StoredPart[] },
  limit: number,
  { seconds, timezone }: StepClock,
): Promise<StoredStep[]> {
  if (parts.length === 0) return []
  // On the wall clock: the offset of a zone need not be whole hours.
  const time = `toDateTime(intDiv(start, 1000), {timezone:String})`
  const offset = `timeZoneOffset(${time})`
  const onClock = `intDiv(intDiv(start, 1000) + ${offset}, {seconds:UInt32}) * {seconds:UInt32}`
  const step =
    seconds === 86_400
      ? startOfDay(time, repeatedMidnights(rangeOf(parts), timezone))
      : startOfStep(`${onClock} - ${offset}`, rangeOf(parts), { seconds, timezone })
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
 * SQL for the start of a step, s UTC: where a change of the clock cuts one (Lord Howe Island
 * changes its by half an hour) the step behind it begins with the change, and not before it.
 */
function startOfStep(step: string, { from, to }: Range, { seconds, timezone }: StepClock): string {
  const stepMs = seconds * 1000
  return clockChanges({ from: from - stepMs, to }, timezone)
    .filter(({ at, after }) => (at + after) % stepMs !== 0)
    .reduce(
      (others, { at }) =>
        `if(start >= ${at} AND start < ${at + stepMs}, greatest(${at / 1000}, ${step}), ${others})`,
      step,
    )
}

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
