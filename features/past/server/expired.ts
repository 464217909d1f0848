import { readingPoint } from '#kit/server/clickhouse/sql/reading-order.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'

/** Sensors whose readings of some time have expired, by what is left of that time. */
export interface ExpiredSensors {
  /** First, last and extremes of each minute. */
  readonly minutes: readonly number[]
  /** The same of hours alone. */
  readonly hours: readonly number[]
}

export const noneExpired: ExpiredSensors = { minutes: [], hours: [] }

export const hasExpired = ({ minutes, hours }: ExpiredSensors): boolean =>
  minutes.length + hours.length > 0

/** Those of the sensors whose readings from `from` (ms UTC) on are not all stored any more. */
export function expiredSensors(
  retained: RetainedReadings,
  sensors: readonly number[],
  from: number,
): ExpiredSensors {
  const expired = sensors.filter((id) => retained.cutoffsOf(id).readings > from)
  const hasMinutes = (id: number) =>
    retained.hasMinutes(id) && retained.cutoffsOf(id).minutes <= from
  return {
    minutes: expired.filter(hasMinutes),
    hours: expired.filter((id) => !hasMinutes(id)),
  }
}

const rowTime = 'toInt64(toUnixTimestamp(rollup.time)) * 1000'

/** The first or the last reading of a row of a rollup, see `readingPoint`. */
export const pointOf = (end: 'first' | 'last') =>
  readingPoint(`${rowTime} + ${end}.offset`, `${end}.value`, 'quality')

/**
 * The first and the last readings of the rows of a rollup that begin in {firstRow} to {until}, both
 * ms UTC, of the sensors in the parameter `sensors`.
 */
export const pointsWithin = (table: string, sensors = 'sensors') =>
  `SELECT sensor, arrayJoin([${pointOf('first')}, ${pointOf('last')}]) AS point
   FROM ${table} AS rollup WHERE sensor IN {${sensors}:Array(UInt32)}
     AND rollup.time >= fromUnixTimestamp64Milli({firstRow:Int64}, 'UTC')
     AND rollup.time <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')`

const spansIn = (table: string, sensors: string) =>
  `SELECT sensor, any(${rowTime}) + min(first.offset) AS begin,
     any(${rowTime}) + max(last.offset) AS end
   FROM ${table} AS rollup WHERE sensor IN {${sensors}:Array(UInt32)}
     AND rollup.time >= fromUnixTimestamp64Milli({firstRow:Int64}, 'UTC')
     AND rollup.time <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')
   GROUP BY sensor, rollup.time`

/**
 * From the first to the last reading of each minute, or hour, of expired sensors: the device counts
 * as there in all of it. With the parameters of `spanParameters`.
 */
export const expiredSpans = `${spansIn('numeric_rollup_minute', 'expiredMinutes')}
   UNION ALL ${spansIn('numeric_rollup_hour', 'expiredHours')}`

const hourMs = 3_600_000

/** `from`: of the first row at the latest, ms UTC. */
export const spanParameters = ({ minutes, hours }: ExpiredSensors, from: number) => ({
  expiredMinutes: minutes,
  expiredHours: hours,
  firstRow: Math.max(0, Math.floor(from / hourMs) * hourMs),
})
