import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { hasExpired, pointsWithin, spanParameters, type ExpiredSensors } from '../expired.ts'
import { settings } from '../settings.ts'

const hourMs = 3_600_000

interface NextAfter {
  /** ms UTC */
  readonly at: number
  readonly now: number
  readonly expired: ExpiredSensors
}

/** Of what has expired in the hour of `at` the first and last readings of minutes are left. */
const expiredTimes = (end: 'minOrNull' | 'maxOrNull', side: '<' | '>') =>
  `UNION ALL SELECT ${end}(point.1) FROM (${pointsWithin('numeric_rollup_minute', 'expiredMinutes')}
     UNION ALL ${pointsWithin('numeric_rollup_hour', 'expiredHours')})
   WHERE point.1 ${side} {at:Int64}`

/**
 * When any of these sensors was read next after `at` until `now`, both ms UTC; null: never. Beyond
 * the hour of `at` the rollup of an hour says it, so that years of silence cost no more than
 * minutes.
 */
export async function readNext(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  { at, now, expired }: NextAfter,
): Promise<number | null> {
  const left = hasExpired(expired) ? expiredTimes('minOrNull', '>') : ''
  const hour = (Math.floor(at / hourMs) + 1) * hourMs
  const rows = await telemetry.rows<{ found: number | null }>(
    `SELECT min(read) AS found FROM (
       SELECT minOrNull(toUnixTimestamp64Milli(numeric_readings.time)) AS read
       FROM numeric_readings WHERE sensor IN {sensors:Array(UInt32)}
         AND numeric_readings.time > fromUnixTimestamp64Milli({at:Int64}, 'UTC')
         AND numeric_readings.time < fromUnixTimestamp64Milli({hour:Int64}, 'UTC')
       UNION ALL
       SELECT minOrNull(toInt64(toUnixTimestamp(rollup.time)) * 1000 + first.offset)
       FROM numeric_rollup_hour AS rollup WHERE sensor IN {sensors:Array(UInt32)}
         AND rollup.time >= fromUnixTimestamp64Milli({hour:Int64}, 'UTC')
       UNION ALL
       SELECT minOrNull(toUnixTimestamp64Milli(text_readings.time))
       FROM text_readings WHERE sensor IN {sensors:Array(UInt32)}
         AND text_readings.time > fromUnixTimestamp64Milli({at:Int64}, 'UTC')
       ${left}
     ) ${settings}`,
    { sensors, at, hour, ...(left && { ...spanParameters(expired, at), until: hour }) },
  )
  const found = rows[0]?.found ?? null
  return found !== null && found <= now ? found : null
}

/** When any of these sensors was read last before `at`, ms UTC; null: never. */
export async function readLast(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  at: number,
  expired: ExpiredSensors,
): Promise<number | null> {
  const left = hasExpired(expired) ? expiredTimes('maxOrNull', '<') : ''
  const hour = Math.floor(at / hourMs) * hourMs
  const rows = await telemetry.rows<{ found: number | null }>(
    `SELECT max(read) AS found FROM (
       SELECT maxOrNull(toUnixTimestamp64Milli(numeric_readings.time)) AS read
       FROM numeric_readings WHERE sensor IN {sensors:Array(UInt32)}
         AND numeric_readings.time >= fromUnixTimestamp64Milli({hour:Int64}, 'UTC')
         AND numeric_readings.time < fromUnixTimestamp64Milli({at:Int64}, 'UTC')
       UNION ALL
       SELECT maxOrNull(toInt64(toUnixTimestamp(rollup.time)) * 1000 + last.offset)
       FROM numeric_rollup_hour AS rollup WHERE sensor IN {sensors:Array(UInt32)}
         AND rollup.time < fromUnixTimestamp64Milli({hour:Int64}, 'UTC')
       UNION ALL
       SELECT maxOrNull(toUnixTimestamp64Milli(text_readings.time))
       FROM text_readings WHERE sensor IN {sensors:Array(UInt32)}
         AND text_readings.time < fromUnixTimestamp64Milli({at:Int64}, 'UTC')
       ${left}
     ) ${settings}`,
    { sensors, at, hour, ...(left && { ...spanParameters(expired, at), until: at }) },
  )
  return rows[0]?.found ?? null
}
