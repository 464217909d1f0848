import { storedSecond } from '#kit/server/clickhouse/sql/stored-second.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { StoredChange } from '../../contract/routes.ts'
import type { ReadingTable } from '../store/readings-store.ts'

export interface ChangeRow extends StoredChange {
  readonly sensorId: number
}

const quoting = 'SETTINGS output_format_json_quote_64bit_integers = 0'

/**
 * The newest `limit` changes of each sensor among the usable readings of `table` that `condition`
 * leaves, newest first. The oldest reading of all counts as a change from null.
 */
async function changesAmong(
  telemetry: TelemetryReader,
  table: ReadingTable,
  condition: string,
  parameters: Readonly<Record<string, number | readonly number[]>>,
  limit: number,
): Promise<ChangeRow[]> {
  return telemetry.rows<ChangeRow>(
    `SELECT sensor AS sensorId, at AS time, if(position = 1, NULL, before) AS previous,
       value AS current
     FROM (
       SELECT sensor, toUnixTimestamp64Milli(time) AS at, value, row_number() OVER past AS position,
         lagInFrame(value) OVER past AS before
       FROM ${table} WHERE quality < 2 AND ${condition}
       WINDOW past AS (PARTITION BY sensor ORDER BY ${table}.time, value
         ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
     ) WHERE position = 1 OR value != before
     ORDER BY sensorId, time DESC LIMIT {limit:UInt32} BY sensorId ${quoting}`,
    { ...parameters, limit },
  )
}

/** ms UTC, both inclusive; `until` null: to the newest reading. */
export interface ChangeSpan {
  readonly from: number
  readonly until: number | null
}

const notAfter = (table: ReadingTable, until: number | null) =>
  until === null ? '' : `AND ${table}.time <= fromUnixTimestamp64Milli(${until}, 'UTC')`

/**
 * The newest `limit` changes of each sensor with texts within a span, newest first; its oldest
 * reading as one from null.
 */
export function readTextChanges(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  { from, until }: ChangeSpan,
  limit: number,
): Promise<ChangeRow[]> {
  return changesAmong(
    telemetry,
    'text_readings',
    `sensor IN {sensors:Array(UInt32)}
       AND text_readings.time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
       ${notAfter('text_readings', until)}`,
    { sensors, from },
    limit,
  )
}

interface HourRow {
  readonly sensorId: number
  /** Start of the hour, in seconds. */
  readonly hour: number
  /** Whether the change lies within the hour; else the hour's first reading is the change. */
  readonly isInside: 0 | 1
  readonly time: number
  readonly previous: number | null
  readonly current: number
}

/** The hour in which a span ends has no rollup of what lies in the span. */
const partOfHour = (hour: number, until: number) => `UNION ALL
           SELECT sensor, toUInt32(${hour}) AS start, min(value) AS low, max(value) AS high,
             min((toUnixTimestamp64Milli(numeric_readings.time), value)) AS begin,
             max((toUnixTimestamp64Milli(numeric_readings.time), value)) AS end
           FROM numeric_readings WHERE sensor IN {sensors:Array(UInt32)} AND quality < 2
             AND numeric_readings.time >= toDateTime(${hour}, 'UTC')
             ${notAfter('numeric_readings', until)}
           GROUP BY sensor`

/**
 * Of each sensor with numbers, the newest hour of the span that holds a change, else its oldest
 * hour; from the rollup.
 */
async function lastChangedHours(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  { from, until }: ChangeSpan,
): Promise<HourRow[]> {
  const lastHour = until === null ? null : Math.floor(until / 3_600_000) * 3600
  return telemetry.rows<HourRow>(
    `SELECT sensor AS sensorId, newest.1 AS hour, newest.2 AS isInside, newest.3 AS time,
       newest.4 AS previous, newest.5 AS current
     FROM (
       SELECT sensor, max((start, toUInt8(low != high), begin.1, if(position = 1, NULL, before),
         begin.2)) AS newest
       FROM (
         SELECT sensor, start, low, high, begin, row_number() OVER past AS position,
           lagInFrame(end.2) OVER past AS before
         FROM (
           SELECT sensor, toUnixTimestamp(time) AS start, min(minimum) AS low, max(maximum) AS high,
             min((toInt64(start) * 1000 + first.offset, first.value)) AS begin,
               max((toInt64(start) * 1000 + last.offset, last.value)) AS end
           FROM numeric_rollup_hour
           WHERE sensor IN {sensors:Array(UInt32)} AND time >= toDateTime({from:UInt32}, 'UTC')
             AND quality < 2
             ${lastHour === null ? '' : `AND time < toDateTime(${lastHour}, 'UTC')`}
           GROUP BY sensor, time
           ${lastHour === null || until === null ? '' : partOfHour(lastHour, until)}
         ) WINDOW past AS (PARTITION BY sensor ORDER BY start
           ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
       ) WHERE position = 1 OR low != high OR begin.2 != before
       GROUP BY sensor
     ) ${quoting}`,
    { sensors, from: storedSecond(from) },
  )
}

/**
 * The newest change of each sensor with numbers since the hour in which the span begins; the oldest
 * reading as one from null. The rollup says in which hour it lies, so that only the readings
 * of that hour are looked at, however long ago it was.
 */
export async function readNumberChanges(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  span: ChangeSpan,
): Promise<ChangeRow[]> {
  const hours = await lastChangedHours(telemetry, sensors, span)
  const inside = hours.filter(({ isInside }) => isInside === 1)
  const found: ChangeRow[] = []
  for (let start = 0; start < inside.length; start += hoursAtOnce) {
    const conditions = inside
      .slice(start, start + hoursAtOnce)
      .map(({ sensorId, hour }) => `(sensor = ${sensorId} AND ${within(hour)})`)
    const condition = `(${conditions.join(' OR ')}) ${notAfter('numeric_readings', span.until)}`
    found.push(...(await changesAmong(telemetry, 'numeric_readings', condition, {}, 1)))
  }
  const atEdge = hours.filter(({ isInside }) => isInside === 0)
  return [
    ...found,
    ...atEdge.map(({ sensorId, time, previous, current }) => ({
      sensorId,
      time,
      previous,
      current,
    })),
  ]
}

/** So many conditions stay below the engine's limits for the length of a query. */
const hoursAtOnce = 500

const within = (hour: number) =>
  `time >= toDateTime(${hour}, 'UTC') AND time < toDateTime(${hour + 3600}, 'UTC')`
