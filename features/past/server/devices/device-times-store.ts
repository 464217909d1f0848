import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { expiredSpans, hasExpired, spanParameters, type ExpiredSensors } from '../expired.ts'
import { settings } from '../settings.ts'
import type { OfflineReport } from './offline-reports.ts'

/** Sensors and the device of each, in the same order. */
export interface SensorsOfDevices {
  readonly sensors: readonly number[]
  readonly devices: readonly number[]
}

export const deviceOfSensor =
  'transform(sensor, {sensors:Array(UInt32)}, {devices:Array(UInt32)}, toUInt32(0))'

/**
 * When anything of each device was read last, at or before `until` (ms UTC), by device. Within a
 * minute or an hour that is left of what has expired, that is `until` itself.
 */
export async function readLastTimes(
  telemetry: TelemetryReader,
  sensors: SensorsOfDevices,
  until: number,
  expired: ExpiredSensors,
): Promise<ReadonlyMap<number, number>> {
  const spans = hasExpired(expired)
    ? `UNION ALL
       SELECT ${deviceOfSensor} AS device, max(least(end, {until:Int64})) AS newest
       FROM (${expiredSpans}) WHERE begin <= {until:Int64} GROUP BY device`
    : ''
  const rows = await telemetry.rows<{ device: number; last: number }>(
    `SELECT device, max(newest) AS last FROM (
       SELECT ${deviceOfSensor} AS device,
         toUnixTimestamp64Milli(max(numeric_readings.time)) AS newest
       FROM numeric_readings WHERE sensor IN {sensors:Array(UInt32)}
         AND numeric_readings.time >= fromUnixTimestamp64Milli({hour:Int64}, 'UTC')
         AND numeric_readings.time <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')
       GROUP BY device
       UNION ALL
       SELECT ${deviceOfSensor} AS device,
         max(toInt64(toUnixTimestamp(rollup.time)) * 1000 + last.offset) AS newest
       FROM numeric_rollup_hour AS rollup WHERE sensor IN {sensors:Array(UInt32)}
         AND rollup.time < fromUnixTimestamp64Milli({hour:Int64}, 'UTC')
       GROUP BY device
       UNION ALL
       SELECT ${deviceOfSensor} AS device, toUnixTimestamp64Milli(max(text_readings.time)) AS newest
       FROM text_readings WHERE sensor IN {sensors:Array(UInt32)}
         AND text_readings.time <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')
       GROUP BY device
       ${spans}
     ) GROUP BY device ${settings}`,
    {
      ...{ ...sensors, until, hour: Math.floor(until / 3_600_000) * 3_600_000 },
      ...(spans && spanParameters(expired, until)),
    },
  )
  return new Map(rows.map(({ device, last }) => [device, last]))
}

/** A device is read again after a silence: when, and when before (0: not within the span). */
export interface Arrival {
  readonly device: number
  readonly at: number
  readonly before: number
}

interface ArrivalSpan {
  /** ms UTC; exclusive, and inclusive. */
  readonly from: number
  readonly until: number
  /** Shorter silences do not count. */
  readonly minimumMs: number
  readonly expired: ExpiredSensors
}

const readTimesIn = (table: string) =>
  `SELECT ${deviceOfSensor} AS device, toUnixTimestamp64Milli(${table}.time) AS read FROM ${table}
   WHERE sensor IN {sensors:Array(UInt32)}
     AND ${table}.time > fromUnixTimestamp64Milli({from:Int64}, 'UTC')
     AND ${table}.time <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')`

/** In which seconds devices were read, from the first to the last reading of each. */
const readSeconds = `SELECT device, min(read) AS begin, max(read) AS end
   FROM (${readTimesIn('numeric_readings')} UNION ALL ${readTimesIn('text_readings')})
   GROUP BY device, intDiv(read, 1000)`

/** The same with the minutes and hours that are left of what has expired. */
const readSpans = (expired: ExpiredSensors) =>
  hasExpired(expired)
    ? `${readSeconds} UNION ALL
       SELECT ${deviceOfSensor} AS device, begin, end FROM (${expiredSpans})
       WHERE end > {from:Int64} AND begin <= {until:Int64}`
    : readSeconds

const parametersOf = ({ from, until, expired }: Omit<ArrivalSpan, 'minimumMs'>) => ({
  ...{ from, until },
  ...(hasExpired(expired) && spanParameters(expired, from)),
})

/** First readings of devices and those after a silence, oldest first; and the newest of each. */
export async function readArrivals(
  telemetry: TelemetryReader,
  sensors: SensorsOfDevices,
  span: ArrivalSpan,
): Promise<{ readonly arrivals: readonly Arrival[]; readonly last: ReadonlyMap<number, number> }> {
  const rows = await telemetry.rows<Arrival & { newest: number }>(
    `SELECT device, at, before, newest FROM (
       SELECT device, begin AS at, max(end) OVER (past
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before,
         row_number() OVER past AS position, max(end) OVER (PARTITION BY device) AS newest
       FROM (${readSpans(span.expired)}) WINDOW past AS (PARTITION BY device ORDER BY begin)
     ) WHERE position = 1 OR at - before > {minimumMs:Int64} ORDER BY at ${settings}`,
    { ...sensors, ...parametersOf(span), minimumMs: span.minimumMs },
  )
  return { arrivals: rows, last: new Map(rows.map(({ device, newest }) => [device, newest])) }
}

/** When each of these devices was read again after each of these reports; exact to a second. */
export async function readResumed(
  telemetry: TelemetryReader,
  sensors: SensorsOfDevices,
  span: Omit<ArrivalSpan, 'minimumMs'>,
  reported: readonly OfflineReport[],
): Promise<OfflineReport[]> {
  return telemetry.rows<OfflineReport>(
    `SELECT device AS deviceId, min(read) AS at FROM (
       SELECT device, read, arrayMax(arrayMap(
         (id, reported) -> if(id = device AND reported < read, reported, 0),
         {ids:Array(UInt32)}, {times:Array(Int64)})) AS report
       FROM (
         SELECT device, arrayJoin([begin, end]) AS read FROM (
           SELECT device, begin, end FROM (${readSpans(span.expired)})
           WHERE has({ids:Array(UInt32)}, device)
         )
       )
     ) WHERE report > 0 GROUP BY device, report ORDER BY at ${settings}`,
    {
      ...{ ...sensors, ...parametersOf(span) },
      ids: reported.map(({ deviceId }) => deviceId),
      times: reported.map(({ at }) => at),
    },
  )
}
