import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { deviceOfSensor, type SensorsOfDevices } from '../devices/device-times-store.ts'
import { settings } from '../settings.ts'

/** What is looked at of each sensor, by its place in the lists. */
export interface EventSensors {
  readonly sensors: readonly number[]
  /** The limits of each as text; `inf` and `-inf`: none. */
  readonly uppers: readonly string[]
  readonly lowers: readonly string[]
  /** Silence that counts as a gap, ms; 0: none does. */
  readonly gaps: readonly number[]
  /** 1: its changes are counted. */
  readonly states: readonly number[]
}

interface EventSpan {
  /** ms UTC; `until` exclusive. */
  readonly from: number
  readonly until: number
}

export interface EventRow {
  readonly bucket: number
  readonly limits: number
  readonly qualities: number
  readonly gaps: number
  readonly states: number
}

/** Up to this long a span is looked at minute by minute, longer ones by the hour. */
const byMinuteMs = 2 * 86_400_000

const rollupOf = ({ from, until }: EventSpan) =>
  until - from <= byMinuteMs ? 'numeric_minutes' : 'numeric_rollup_hour'

const own = (name: string, type: string) =>
  `transform(sensor, {sensors:Array(UInt32)}, ${type}, ${name})`
const limit = (name: string) =>
  own('0.', `arrayMap(each -> toFloat64(each), {${name}:Array(String)})`)

const within = `sensor IN {sensors:Array(UInt32)}
  AND rollup.time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND rollup.time < fromUnixTimestamp64Milli({until:Int64}, 'UTC')`

/** A rollup's minute (or hour) of a sensor, whatever the quality, beside the one before it. */
const minutes = (rollup: string) =>
  `SELECT sensor, start, begin, end, usable AND (high > ${limit('uppers')}
       OR low < ${limit('lowers')}) AS beyond, isPoor, low != high AS moves, opening, closing,
     row_number() OVER past AS position, lagInFrame(beyond) OVER past AS wasBeyond,
     lagInFrame(isPoor) OVER past AS wasPoor, lagInFrame(end) OVER past AS before,
     lagInFrame(closing) OVER past AS closed
   FROM (
     SELECT sensor, toInt64(toUnixTimestamp(rollup.time)) * 1000 AS start,
       min(start + first.offset) AS begin, max(start + last.offset) AS end,
       countIf(quality < 2) > 0 AS usable, max(quality) > 0 AS isPoor,
       maxIf(maximum, quality < 2) AS high, minIf(minimum, quality < 2) AS low,
       minIf((first.offset, first.value), quality < 2).2 AS opening,
       maxIf((last.offset, last.value), quality < 2).2 AS closing
     FROM ${rollup} AS rollup WHERE ${within} GROUP BY sensor, rollup.time
   ) WINDOW past AS (PARTITION BY sensor ORDER BY start
     ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`

/**
 * A sensor that sends less often than expected has no gap at each reading: a gap is so many times
 * the silence before it.
 */
const usualSilences = 3

/** How often something happened, by bucket; buckets in which nothing did are left out. */
export function readEventCounts(
  telemetry: TelemetryReader,
  looked: EventSensors,
  span: EventSpan & { readonly bucketMs: number },
): Promise<EventRow[]> {
  const gap = own('toUInt32(0)', '{gaps:Array(UInt32)}')
  const hasStates = own('toUInt32(0)', '{states:Array(UInt32)}')
  return telemetry.rows<EventRow>(
    `SELECT intDiv(if(isGap, before, begin) - {from:Int64}, {bucketMs:Int64}) AS bucket,
       countIf(beyond AND NOT (position > 1 AND wasBeyond)) AS limits,
       countIf(position > 1 AND isPoor != wasPoor) AS qualities, countIf(isGap) AS gaps,
       countIf(hasStates AND (moves OR (position > 1 AND opening != closed))) AS states
     FROM (
       SELECT *, ${gap} AS gapMs, ${hasStates} = 1 AS hasStates, begin - before AS silence,
         lagInFrame(begin - before) OVER past AS usual,
         position > 2 AND gapMs > 0 AND silence > gapMs
           AND silence > ${usualSilences} * usual AS isGap
       FROM (${minutes(rollupOf(span))})
       WINDOW past AS (PARTITION BY sensor ORDER BY start
         ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
     ) GROUP BY bucket HAVING limits + qualities + gaps + states > 0 ORDER BY bucket ${settings}`,
    { ...looked, ...span },
  )
}

/**
 * How often lamps and detectors that send words changed, by bucket; buckets in which none did are
 * left out. Words have no rollup: their minutes, of longer spans their hours, are made here.
 */
export function readWordCounts(
  telemetry: TelemetryReader,
  sensors: readonly number[],
  span: EventSpan & { readonly bucketMs: number },
): Promise<Pick<EventRow, 'bucket' | 'states'>[]> {
  const partOf = span.until - span.from <= byMinuteMs ? 'toStartOfMinute' : 'toStartOfHour'
  return telemetry.rows<Pick<EventRow, 'bucket' | 'states'>>(
    `SELECT intDiv(begin - {from:Int64}, {bucketMs:Int64}) AS bucket, count() AS states
     FROM (
       SELECT begin, moves, opening, row_number() OVER past AS position,
         lagInFrame(closing) OVER past AS closed
       FROM (
         SELECT sensor, toUnixTimestamp64Milli(min(time)) AS begin,
           min(value) != max(value) AS moves,
           argMin(value, time) AS opening, argMax(value, time) AS closing
         FROM text_readings WHERE sensor IN {sensors:Array(UInt32)} AND quality < 2
           AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
           AND time < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
         GROUP BY sensor, ${partOf}(time)
       ) WINDOW past AS (PARTITION BY sensor ORDER BY begin
         ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
     ) WHERE moves OR (position > 1 AND opening != closed)
     GROUP BY bucket ORDER BY bucket ${settings}`,
    { ...span, sensors },
  )
}

/** A time in which nothing of a device was read; `before` is 0 where nothing was read before. */
export interface SilenceRow {
  readonly device: number
  readonly before: number
  readonly next: number
}

/** Devices, and after which silence each of them counts as gone, ms; in the same order. */
export interface DeviceSilences {
  readonly ids: readonly number[]
  readonly silences: readonly number[]
}

const hourMs = 3_600_000
const hourOf = (time: number) => Math.max(0, Math.floor(time / hourMs) * hourMs)

/** When devices were read, by the minutes or hours that begin between two parameters. */
const readTimesIn = (rollup: string, first: string, end: string) =>
  `SELECT ${deviceOfSensor} AS device,
     min(toInt64(toUnixTimestamp(rollup.time)) * 1000 + first.offset) AS begin,
     max(toInt64(toUnixTimestamp(rollup.time)) * 1000 + last.offset) AS end
   FROM ${rollup} AS rollup WHERE sensor IN {sensors:Array(UInt32)}
     AND rollup.time >= fromUnixTimestamp64Milli({${first}:Int64}, 'UTC')
     AND rollup.time < fromUnixTimestamp64Milli({${end}:Int64}, 'UTC')
   GROUP BY device, rollup.time`

/**
 * Silences of devices, each longer than that of its device, which end in the span or with it. One
 * may begin before the span: when a device was read last the hours before that say.
 */
export function readSilences(
  telemetry: TelemetryReader,
  sensors: SensorsOfDevices,
  span: EventSpan & DeviceSilences,
): Promise<SilenceRow[]> {
  // What was read before is too old to show that a device was there when the span began.
  const since = hourOf(span.from - Math.max(...span.silences))
  return telemetry.rows<SilenceRow>(
    `SELECT device, before, next FROM (
       SELECT device, max(end) OVER past AS before, begin AS next FROM (
         ${readTimesIn('numeric_rollup_hour', 'since', 'hour')}
         UNION ALL
         ${readTimesIn(rollupOf(span), 'hour', 'until')}
         UNION ALL
         SELECT ${deviceOfSensor} AS device, toUnixTimestamp64Milli(min(text_readings.time)),
           toUnixTimestamp64Milli(max(text_readings.time))
         FROM text_readings WHERE sensor IN {sensors:Array(UInt32)}
           AND text_readings.time >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
           AND text_readings.time < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
         GROUP BY device, toStartOfMinute(text_readings.time)
         UNION ALL
         SELECT arrayJoin(arrayDistinct({devices:Array(UInt32)})), {until:Int64}, {until:Int64}
       ) WINDOW past AS (PARTITION BY device ORDER BY begin
         ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
     ) WHERE next > {from:Int64} AND next - before >
       transform(device, {ids:Array(UInt32)}, {silences:Array(UInt32)}, toUInt32(0))
     ORDER BY next DESC, device LIMIT 500 ${settings}`,
    { ...sensors, ...span, since, hour: hourOf(span.from) },
  )
}
