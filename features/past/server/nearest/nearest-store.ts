import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings } from '../settings.ts'

const hourMs = 3_600_000

/**
 * When any of these sensors was read next after `at` until `now`, both ms UTC; null: never. Beyond
 * the hour of `at` the rollup of an hour says it, so that years of silence cost no more than
 * minutes.
 */
export async function readNext(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  { at, now }: { readonly at: number; readonly now: number },
): Promise<number | null> {
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
     ) ${settings}`,
    { sensors, at, hour: (Math.floor(at / hourMs) + 1) * hourMs },
  )
  const found = rows[0]?.found ?? null
  return found !== null && found <= now ? found : null
}

/** When any of these sensors was read last before `at`, ms UTC; null: never. */
export async function readLast(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  at: number,
): Promise<number | null> {
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
     ) ${settings}`,
    { sensors, at, hour: Math.floor(at / hourMs) * hourMs },
  )
  return rows[0]?.found ?? null
}
