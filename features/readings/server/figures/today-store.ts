import { finiteMean, scaled, scaledSettings } from '#kit/server/clickhouse/sql/finite.ts'
import { isPlainNumber } from '#kit/server/clickhouse/sql/plain-number.ts'
import { storedSecond } from '#kit/server/clickhouse/sql/stored-second.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { TodayFigures } from '../../contract/routes.ts'

const quoting = 'SETTINGS output_format_json_quote_64bit_integers = 0'

/** Figures of one sensor; bad readings are left out. */
export type DayFigures = Omit<TodayFigures, 'accumulated' | 'from' | 'until'>

interface TodayRow extends Omit<DayFigures, 'average'> {
  /** Null where the totals of the rollup are not finite. */
  readonly average: number | null
}

/** Of the minute in which a span ends there is no rollup: its readings are looked at. */
const lastMinute = `UNION ALL
       SELECT sensor, toInt64(count()) AS number, sum(value) AS whole,
         min(value) AS low, max(value) AS high,
         min((toUnixTimestamp64Milli(numeric_readings.time), value)) AS begin,
         max((toUnixTimestamp64Milli(numeric_readings.time), value)) AS end
       FROM numeric_readings WHERE sensor IN {sensors:Array(UInt32)} AND quality < 2
         AND numeric_readings.time >= toDateTime({minute:UInt32}, 'UTC')
         AND numeric_readings.time <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')
       GROUP BY sensor`

/** ms UTC: of readings before `end`, a whole minute, or up to and including `until`. */
export interface FiguresEnd {
  readonly end?: number
  readonly until?: number | null
}

/**
 * Figures of the usable readings since `from` (ms UTC, a whole minute), from the rollup of a
 * minute. Only the mean of values so great that a total of them is not finite is taken from the
 * readings themselves.
 */
export async function readFiguresSince(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  from: number,
  { end = Infinity, until = null }: FiguresEnd = {},
): Promise<DayFigures[]> {
  const minute = storedSecond(until === null ? end : Math.max(from, until - (until % 60_000)))
  const rows = await telemetry.rows<TodayRow>(
    `SELECT sensor AS sensorId, sum(number) AS count, min(low) AS minimum, max(high) AS maximum,
       if(isFinite(sum(whole)), greatest(min(low), least(max(high), sum(whole) / sum(number))),
         NULL) AS average,
       min(begin).2 AS first, max(end).2 AS last, max(end).1 AS lastTime
     FROM (
       SELECT sensor, toInt64(count) AS number, toFloat64(total) AS whole,
         toFloat64(minimum) AS low, toFloat64(maximum) AS high,
         (toInt64(toUnixTimestamp(time)) * 1000 + first.offset, first.value) AS begin,
           (toInt64(toUnixTimestamp(time)) * 1000 + last.offset, last.value) AS end
       FROM numeric_minutes
       WHERE sensor IN {sensors:Array(UInt32)} AND time >= toDateTime({from:UInt32}, 'UTC')
         AND quality < 2 AND time < toDateTime({minute:UInt32}, 'UTC')
       ${until === null ? '' : lastMinute}
     ) GROUP BY sensor ${quoting}`,
    { sensors, from: storedSecond(from), minute, until: until ?? 0 },
  )
  const extreme = rows.flatMap(({ sensorId, average }) => (average === null ? [sensorId] : []))
  const means =
    extreme.length === 0
      ? new Map<number, number>()
      : await readMeansSince(telemetry, extreme, from, until ?? storedSecond(end) * 1000 - 1)
  return rows.flatMap((row) => {
    const average = row.average ?? means.get(row.sensorId)
    return average === undefined ? [] : [{ ...row, average }]
  })
}

async function readMeansSince(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  from: number,
  until: number,
): Promise<Map<number, number>> {
  const mean = finiteMean({
    sum: 'sum(value)',
    scaledSum: `sum(${scaled('value')})`,
    count: 'count()',
    minimum: 'min(value)',
    maximum: 'max(value)',
  })
  const rows = await telemetry.rows<{ sensor: number; average: number }>(
    `SELECT sensor, ${mean} AS average FROM numeric_readings
     WHERE sensor IN {sensors:Array(UInt32)} AND time >= toDateTime({from:UInt32}, 'UTC')
       AND quality < 2 AND time <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')
     GROUP BY sensor ${quoting}, ${scaledSettings}`,
    { sensors, from: storedSecond(from), until },
  )
  return new Map(rows.map(({ sensor, average }) => [sensor, average]))
}

/**
 * Readings stored in a time range (ms UTC; `to` exclusive), of one sensor or all. A text that is
 * stored as a number too is one reading.
 */
export async function countReadings(
  telemetry: TelemetryReader,
  range: { readonly from: number; readonly to: number; readonly sensors: readonly number[] | null },
): Promise<{ numeric: number; text: number }> {
  const within = `time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    ${range.sensors ? 'AND sensor IN {sensors:Array(UInt32)}' : ''}`
  const count = async (source: string) => {
    const [row] = await telemetry.rows<{ number: number }>(
      `SELECT count() AS number FROM ${source} ${quoting}`,
      { from: range.from, to: range.to, sensors: range.sensors ?? [] },
    )
    return row?.number ?? 0
  }
  const texts = `SELECT sensor, time FROM text_readings WHERE ${within} AND ${isPlainNumber}`
  return {
    numeric: await count(`numeric_readings WHERE ${within} AND (sensor, time) NOT IN (${texts})`),
    text: await count(`text_readings WHERE ${within}`),
  }
}
