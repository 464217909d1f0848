import type { QualityCode } from '#kit/model/quality.ts'
import { readingPoint, textPoint } from '#kit/server/clickhouse/sql/reading-order.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { pointOf, pointsWithin } from '../expired.ts'
import { settings } from '../settings.ts'

/** A stored reading; null: the sensor had no value. */
export interface StoredReading {
  readonly sensorId: number
  readonly time: number
  readonly value: number | string | null
  readonly quality: QualityCode
}

/** The newest number of a sensor, with the different one that it replaced, where there is one. */
export interface NumberAt extends StoredReading {
  readonly value: number | null
  readonly previous: number | null
  readonly changedAt: number
}

/** ms UTC, both inclusive. */
interface Span {
  readonly from: number
  readonly until: number
}

const point = readingPoint('toUnixTimestamp64Milli(numeric_readings.time)', 'value', 'quality')
const text = textPoint('toUnixTimestamp64Milli(text_readings.time)', 'value', 'quality')

const within = (table: string) => `sensor IN {sensors:Array(UInt32)}
    AND ${table}.time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND ${table}.time <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')`

/**
 * The newest number of each sensor within a short span, of one time the one that counts (see
 * `readingPoint`), and what it replaced.
 */
export function readNumbersAt(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  span: Span,
): Promise<NumberAt[]> {
  return telemetry.rows<NumberAt>(
    `SELECT sensor AS sensorId, newest.1 AS time, newest.5 AS value, newest.4 AS quality,
       if(isNaN(newest.5), if(empty(known), NULL, known[-1].5),
         if(other = 0, NULL, known[other].5)) AS previous,
       if(isNaN(newest.5),
         arrayFirst(each -> isNaN(each.5) AND (each.1, each.2) > (known[-1].1, known[-1].2),
           past).1,
         if(other = 0, 0, known[other + 1].1)) AS changedAt
     FROM (
       SELECT sensor, arraySort(each -> (each.1, each.2, each.3, each.4),
           groupArray(${point})) AS past,
         past[-1] AS newest, arrayFilter(each -> NOT isNaN(each.5), past) AS known,
         arrayLastIndex(each -> each.3 != known[-1].3, known) AS other
       FROM numeric_readings WHERE ${within('numeric_readings')} GROUP BY sensor
     ) ${settings}`,
    { sensors, ...span },
  )
}

/** The newest text of each sensor within a span. */
export function readTextsAt(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  span: Span,
): Promise<StoredReading[]> {
  return telemetry.rows<StoredReading>(
    `SELECT sensor AS sensorId, newest.1 AS time, newest.3 AS value, newest.4 AS quality FROM (
       SELECT sensor, max(${text}) AS newest
       FROM text_readings WHERE ${within('text_readings')} GROUP BY sensor
     ) ${settings}`,
    { sensors, ...span },
  )
}

/**
 * The newest number of each sensor at or before `at` (ms UTC) that the rollups have, however long
 * ago. Before `hour`, a whole hour, the last ones of hours are enough, so that a sensor which was
 * silent for months costs no more than others. From then on there are readings, unless they have
 * expired: the first and the last ones of minutes and hours are what is left of those.
 */
export function readRolledNumbers(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  { hour, at }: { readonly hour: number; readonly at: number },
): Promise<StoredReading[]> {
  return telemetry.rows<StoredReading>(
    `SELECT sensor AS sensorId, newest.1 AS time, newest.5 AS value, newest.4 AS quality FROM (
       SELECT sensor, max(point) AS newest FROM (
         SELECT sensor, max(${pointOf('last')}) AS point FROM numeric_rollup_hour AS rollup
         WHERE sensor IN {sensors:Array(UInt32)}
           AND rollup.time < fromUnixTimestamp64Milli({hour:Int64}, 'UTC')
         GROUP BY sensor
         UNION ALL ${pointsWithin('numeric_rollup_hour')}
         UNION ALL ${pointsWithin('numeric_rollup_minute')}
       ) WHERE point.1 <= {until:Int64} GROUP BY sensor
     ) ${settings}`,
    { sensors, hour, firstRow: hour, until: at },
  )
}

/** When each of these sensors was read for the first time, ms UTC; those that ever were. */
export async function readFirstTimes(
  telemetry: TelemetryReader,
  sensors: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await telemetry.rows<{ sensorId: number; first: number }>(
    `SELECT sensor AS sensorId, min(oldest) AS first FROM (
       SELECT sensor, min(toInt64(toUnixTimestamp(rollup.time)) * 1000 + first.offset) AS oldest
       FROM numeric_rollup_hour AS rollup WHERE sensor IN {sensors:Array(UInt32)} GROUP BY sensor
       UNION ALL
       SELECT sensor, toUnixTimestamp64Milli(min(text_readings.time))
       FROM text_readings WHERE sensor IN {sensors:Array(UInt32)} GROUP BY sensor
     ) GROUP BY sensor ${settings}`,
    { sensors },
  )
  return new Map(rows.map(({ sensorId, first }) => [sensorId, first]))
}
