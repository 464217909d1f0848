import { readingPoint, textPoint } from '#kit/server/clickhouse/sql/reading-order.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { StoredReading } from '../moment/moment-store.ts'
import { hasExpired, pointsWithin, spanParameters, type ExpiredSensors } from '../expired.ts'
import { settings } from '../settings.ts'

/** The last reading of a sensor in a step of time. */
export interface SteppedReading extends StoredReading {
  /** Which step, from 0 on. */
  readonly step: number
}

export interface SteppedSpan {
  /** ms UTC; exclusive, and inclusive. */
  readonly from: number
  readonly until: number
  readonly stepMs: number
  /** The newest steps come first. */
  readonly backwards: boolean
}

const step = 'intDiv(at - {from:Int64} - 1, {stepMs:Int64})'

const readingsOf = (table: string) =>
  `SELECT sensor, toUnixTimestamp64Milli(time) AS at, value, quality FROM ${table}
   WHERE sensor IN {sensors:Array(UInt32)}
     AND time > fromUnixTimestamp64Milli({from:Int64}, 'UTC')
     AND time <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')`

const inOrder = ({ backwards }: SteppedSpan) => (backwards ? 'step DESC' : 'step')

/** Of what has expired the first and last readings of minutes and hours are left. */
const expiredOf = (rollup: string, sensors: string) =>
  `SELECT sensor, point.1 AS at, point.5 AS value, point.4 AS quality
   FROM (${pointsWithin(rollup, sensors)})
   WHERE at > {from:Int64} AND at <= {until:Int64}`
const expiredReadings = [
  expiredOf('numeric_rollup_minute', 'expiredMinutes'),
  expiredOf('numeric_rollup_hour', 'expiredMinutes'),
  expiredOf('numeric_rollup_hour', 'expiredHours'),
].join(' UNION ALL ')

/** What is read, and how much of it. */
interface SteppedNumbers {
  readonly expired: ExpiredSensors
  readonly limit: number
}

/** The last number of each sensor in each step, at most `limit` rows; steps in order. */
export function readSteppedNumbers(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  span: SteppedSpan,
  { expired, limit }: SteppedNumbers,
): Promise<SteppedReading[]> {
  const { from, until, stepMs } = span
  const left = hasExpired(expired) ? `UNION ALL ${expiredReadings}` : ''
  return telemetry.rows<SteppedReading>(
    `SELECT sensor AS sensorId, step, newest.1 AS time, newest.5 AS value, newest.4 AS quality
     FROM (
       SELECT sensor, ${step} AS step, max(${readingPoint('at', 'value', 'quality')}) AS newest
       FROM (${readingsOf('numeric_readings')} ${left}) GROUP BY sensor, step
       ORDER BY ${inOrder(span)} LIMIT {limit:UInt32}
     ) ${settings}`,
    { sensors, from, until, stepMs, limit, ...(left && spanParameters(expired, from)) },
  )
}

/**
 * The last text of each sensor in each step; steps in order. There are no more than `limit` rows,
 * and those of a step only while all before it are less than `maximumBytes`. `total`: how many
 * there would be without that.
 */
export async function readSteppedTexts(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  span: SteppedSpan,
  { limit, maximumBytes }: { readonly limit: number; readonly maximumBytes: number },
): Promise<{ readonly rows: SteppedReading[]; readonly total: number }> {
  const { from, until, stepMs } = span
  const rows = await telemetry.rows<SteppedReading & { total: number }>(
    `SELECT sensorId, step, newest.1 AS time, newest.3 AS value, newest.4 AS quality, total
     FROM (
       SELECT sensorId, step, newest, count() OVER () AS total,
         sum(length(newest.3)) OVER (ORDER BY ${inOrder(span)}
           RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
           - sum(length(newest.3)) OVER (PARTITION BY step) AS before
       FROM (
         SELECT sensor AS sensorId, ${step} AS step,
           max(${textPoint('at', 'value', 'quality')}) AS newest
         FROM (${readingsOf('text_readings')}) GROUP BY sensor, step
         ORDER BY ${inOrder(span)} LIMIT {limit:UInt32}
       )
     ) WHERE before < {maximumBytes:Int64} ORDER BY ${inOrder(span)} ${settings}`,
    { sensors, from, until, stepMs, limit, maximumBytes },
  )
  return { rows, total: rows[0]?.total ?? 0 }
}
