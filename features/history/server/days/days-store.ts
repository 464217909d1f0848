import { storedSecond } from '#kit/server/clickhouse/sql/stored-second.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { Range } from '#kit/model/time/period.ts'
import { repeatedMidnights } from '#kit/model/time/repeated-midnights.ts'
import { settings, type SensorRange } from '../history-store.ts'

/**
 * The days of a zone (such as `2026-11-30`, in their order) on which a sensor has readings of any
 * quality within the range; of numbers by the first and last reading of each hour: no hour holds
 * more than one midnight.
 */
export async function readDays(
  telemetry: TelemetryReader,
  { sensorId, from, to }: SensorRange,
  timezone: string,
): Promise<string[]> {
  const repeated = repeatedMidnights({ from, to }, timezone)
  const rows = await telemetry.rows<{ day: string }>(
    `SELECT day FROM (
       SELECT DISTINCT ${dayOf('moment', repeated)} AS day FROM (
         SELECT toDateTime(toUnixTimestamp(time) + intDiv(arrayJoin([first.offset, last.offset]),
           1000), 'UTC') AS moment
         FROM numeric_rollup_hour WHERE sensor = {sensorId:UInt32}
           AND time >= toStartOfHour(toDateTime({from:UInt32}, 'UTC'))
           AND time < toDateTime({to:UInt32}, 'UTC')
       ) WHERE moment >= toDateTime({from:UInt32}, 'UTC')
         AND moment < toDateTime({to:UInt32}, 'UTC')
       UNION DISTINCT
       SELECT DISTINCT ${dayOf('time', repeated)} AS day
         FROM text_readings WHERE sensor = {sensorId:UInt32}
           AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')
     ) ORDER BY day ${settings}`,
    { sensorId, from: storedSecond(from), to: storedSecond(to), timezone },
  )
  return rows.map(({ day }) => day)
}

/** SQL for the date of a time; where a midnight is shown twice it begins with the first one. */
function dayOf(time: string, repeated: readonly Range[]): string {
  const shown = repeated.reduce(
    (others, { from, to }) =>
      `if(${time} >= ${at(from)} AND ${time} < ${at(to)}, ${at(to)}, ${others})`,
    `toDateTime(${time}, 'UTC')`,
  )
  return `toString(toDate(${shown}, {timezone:String}))`
}

const at = (moment: number) => `toDateTime(${moment / 1000}, 'UTC')`
