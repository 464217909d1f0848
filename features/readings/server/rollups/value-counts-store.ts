import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'

const quoting = 'output_format_json_quote_64bit_integers = 0'
const at = (moment: number) => `toDateTime(${Math.floor(moment / 1000)}, 'UTC')`

/** Of fewer usable readings a day they are read as quickly one by one. */
const minimumReadings = 10_000
/** Counts pay where a value occurs so many times in the mean. */
const minimumRepetition = 8

/** A day of a sensor whose values are not counted, or have been before its last reading came. */
export interface UncountedDay {
  readonly sensor: number
  /** Beginning of the day, seconds UTC. */
  readonly start: number
  /** Its usable readings, by the hours. */
  readonly readings: number
}

/**
 * Days in a span (ms UTC, of whole days) of sensors that send often, whose readings are whole and
 * not counted by value, the newest first; at most `limit`. One thread, so that it does not slow
 * others.
 */
export function readUncountedDays(
  telemetry: Telemetry,
  { from, to }: { readonly from: number; readonly to: number },
  limit: number,
): Promise<UncountedDay[]> {
  const within = `time >= ${at(from)} AND time < ${at(to)}`
  return telemetry.rows<UncountedDay>(
    `SELECT sensor, start, readings FROM (
       SELECT sensor, toUnixTimestamp(toStartOfDay(time)) AS start,
         sumIf(count, quality < 2) AS readings
       FROM numeric_rollup_hour
       WHERE ${within} AND sensor IN (SELECT sensor FROM minute_sensors)
       GROUP BY sensor, start HAVING readings >= ${minimumReadings}
     ) AS days
     LEFT JOIN (SELECT sensor, max(kept_from.readings) AS kept FROM kept_from GROUP BY sensor)
       AS whole USING sensor
     WHERE start >= kept AND (sensor, start, readings) NOT IN (
       SELECT sensor, toUnixTimestamp(time), count FROM numeric_value_counts WHERE ${within})
     ORDER BY start DESC, sensor LIMIT ${limit} SETTINGS max_threads = 1, ${quoting}`,
  )
}

/**
 * Counts how often each value occurs on these days. What a crash leaves of it is whole: a row is
 * written at once. Of days whose values hardly repeat it is recorded that they were counted.
 */
export async function countValues(
  telemetry: Telemetry,
  days: readonly UncountedDay[],
): Promise<void> {
  const sensors = [...new Set(days.map(({ sensor }) => sensor))].join(',')
  const starts = days.map(({ start }) => start)
  const [first, last] = [Math.min(...starts), Math.max(...starts)]
  const pairs = days.map(({ sensor, start }) => `(${sensor},${at(start * 1000)})`).join(',')
  await telemetry.command(
    `INSERT INTO numeric_value_counts (sensor, time, count, value, number)
     SELECT sensor, day, readings, if(pays, sorted.1, []), if(pays, sorted.2, []) FROM (
       SELECT sensor, day, toInt64(sum(each)) AS readings,
         arraySort(groupArray((reading, each))) AS sorted,
         length(sorted) * ${minimumRepetition} <= readings AS pays
       FROM (
         SELECT sensor, toStartOfDay(stored.time) AS day, value AS reading,
           toUInt32(count()) AS each
         FROM numeric_readings AS stored
         WHERE sensor IN (${sensors}) AND stored.time >= ${at(first * 1000)}
           AND stored.time < ${at((last + 86_400) * 1000)} AND quality < 2
         GROUP BY sensor, day, reading HAVING (sensor, day) IN (${pairs})
       ) GROUP BY sensor, day
     )
     SETTINGS max_threads = 1, max_partitions_per_insert_block = 0`,
  )
}
