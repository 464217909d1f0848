import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
import type { Reduction } from './reductions.ts'
import { edgeStatement, plainStatement, severalStatement, within } from './edge-statements.ts'

interface Range {
  readonly sensorIds: readonly number[]
  /** ms UTC: `from` inclusive, `to` exclusive. */
  readonly from: number
  readonly to: number
}

export interface RawReading {
  readonly sensor: number
  readonly at: number
  readonly value: string | null
  readonly quality: number
  /** 1: the value is a number as text. */
  readonly isNumber: number
}

/** Readings of one answer. */
export const readingsAtOnce = 200_000
const rowsAtOnce = 20_000

/** Of one question: the engine holds what it sorts in memory. */
const spanMs = 10 * 86_400_000

/** Readings as rows of numbers, one after the other. */
export interface RawNumbers {
  /** What times count from, ms UTC. */
  readonly base: number
  /** Time, value, quality; where there are several sensors also the sensor. */
  readonly fields: 3 | 4
  readonly rows: Float64Array<ArrayBuffer>
}

/** What of a sensor's numbers a reduction needs, in the order of time, part by part. */
export async function* numberParts(
  reader: TelemetryReader,
  range: Range,
  reduction: Reduction,
): AsyncGenerator<RawNumbers> {
  const isPlain = reduction.kind === 'numbers' && range.sensorIds.length === 1
  const fields = isPlain ? 3 : 4
  const [statement, values] =
    reduction.kind === 'edges'
      ? edgeStatement(reduction)
      : [isPlain ? plainStatement : severalStatement, {}]
  const { sensorIds: sensors, to: end } = range
  let span = spanMs
  for (let { from } = range; from < end;) {
    const to = Math.min(end, from + span)
    const limit = readingsAtOnce
    const rows = await reader.numbers(statement, { sensors, from, to, limit, ...values })
    const count = rows.length / fields
    const last = count >= limit ? from + (rows[(count - 1) * fields] ?? 0) : null
    yield { base: from, fields, rows }
    // What is cut off is read once more: the next span is one of which all is taken.
    if (reduction.kind === 'numbers') {
      if (last !== null) span = Math.max(1, Math.floor((last - from) * 0.9))
      else if (count < limit / 3) span = Math.min(spanMs, span * 2)
    }
    from = last === null ? to : last + 1
  }
}

/** The readings of sensors of any type in the order of time, part by part. */
export async function* readingParts(
  reader: TelemetryReader,
  sensors: readonly Sensor[],
  { from: start, to }: Pick<Range, 'from' | 'to'>,
  reduction: Reduction,
): AsyncGenerator<RawReading[]> {
  const tables = tablesOf(sensors)
  const ids = sensors.map(({ id }) => id)
  for (let from = start; ;) {
    const parameters = { sensors: ids, from, to, limit: rowsAtOnce }
    const sources = tables.map(source).join(' UNION ALL ')
    const statement = `SELECT sensor, at, value, quality, isNumber FROM (${sources})`
    const chosen =
      reduction.kind === 'changes' && ids.length === 1 ? changesOf(statement) : statement
    const rows = await reader.rows<RawReading>(
      `${chosen} ORDER BY at, sensor, ${counting} LIMIT {limit:UInt32}`,
      parameters,
    )
    yield rows
    const last = rows.length < rowsAtOnce ? undefined : rows.at(-1)
    if (!last) return
    from = last.at + 1
  }
}

/** Of readings of one time the first counts here: that which counts in history (HI137). */
const counting = `quality = 2 OR isNull(value), toFloat64OrNull(value) DESC, value DESC,
  quality DESC, isNumber DESC`

const changesOf = (statement: string) => `SELECT sensor, at, value, quality, isNumber FROM (
  SELECT *, lagInFrame(value, 1) OVER ordered AS former,
    lagInFrame(toNullable(quality), 1) OVER ordered AS formerQuality,
    lagInFrame(at, 1) OVER ordered AS before, lagInFrame(at, 2) OVER ordered AS earlier,
    leadInFrame(at, 1) OVER ordered AS next
  FROM (${statement})
  WINDOW ordered AS (ORDER BY at ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING)
) WHERE formerQuality IS NULL OR quality != formerQuality OR value IS DISTINCT FROM former
  OR at = before OR before = earlier OR at = next`

const source = (table: string) => {
  const isNumber = table === 'numeric_readings'
  const text = isNumber
    ? 'if(isNaN(reading.value), NULL, toString(reading.value))'
    : 'reading.value'
  return `SELECT sensor, toUnixTimestamp64Milli(time) AS at, toNullable(${text}) AS value, quality,
    ${isNumber ? 1 : 0} AS isNumber FROM ${table} AS reading WHERE ${within}`
}

function tablesOf(sensors: readonly Sensor[]): string[] {
  const isText = sensors.some(({ type }) => !isMeasuring(type))
  const isNumber = sensors.some(({ type }) => type !== 'string')
  return [...(isNumber ? ['numeric_readings'] : []), ...(isText ? ['text_readings'] : [])]
}
