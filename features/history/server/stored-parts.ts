import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { SensorRange } from './history-store.ts'

/** A part of a range and where it is read from, ms UTC; `to` is exclusive. */
export interface StoredPart {
  readonly source: 'readings' | 'minutes' | 'hours'
  readonly from: number
  readonly to: number
}

const minuteMs = 60_000
const hourMs = 3_600_000
export const bucketMs = { readings: 1, minutes: minuteMs, hours: hourMs } as const

/**
 * Where a range of a sensor is read from: readings where they are kept, before them minutes, before
 * these hours. In order; empty spans are left out.
 */
export function partsOf(
  { sensorId, from: begin, to }: SensorRange,
  retained: RetainedReadings,
): readonly StoredPart[] {
  // Nothing is stored of before 1970, and nothing of that has expired.
  const from = Math.max(begin, 0)
  const { readings, minutes } = retained.cutoffsOf(sensorId)
  const minutesFrom = retained.hasMinutes(sensorId) ? minutes : readings
  return [
    { source: 'hours', from, to: Math.min(to, minutesFrom, readings) } as const,
    { source: 'minutes', from: Math.max(from, minutesFrom), to: Math.min(to, readings) } as const,
    { source: 'readings', from: Math.max(from, readings), to } as const,
  ].filter((part) => part.from < part.to)
}

/** The same for columns of whole minutes: where there are minutes they are read, the rest not. */
export function wholeMinuteParts(
  range: SensorRange,
  retained: RetainedReadings,
): readonly StoredPart[] {
  const parts = partsOf(range, retained)
  if (!retained.hasMinutes(range.sensorId)) return parts
  return parts.flatMap((part) => {
    if (part.source !== 'readings') return [part]
    const begin = Math.ceil(part.from / minuteMs) * minuteMs
    const end = Math.floor(part.to / minuteMs) * minuteMs
    if (begin >= end) return [part]
    return [
      { source: 'readings' as const, from: part.from, to: begin },
      { source: 'minutes' as const, from: begin, to: end },
      { source: 'readings' as const, from: end, to: part.to },
    ].filter(({ from, to }) => from < to)
  })
}

/** From when on there are readings, where some of the range are left as rollups alone; or null. */
export function rolledUntil(parts: readonly StoredPart[]): number | null {
  const rolled = parts.filter(({ source }) => source !== 'readings')
  return rolled.at(-1)?.to ?? null
}

/**
 * SQL for what is stored in these parts, a row for each reading, minute or hour: `start` of the
 * bucket, `firstAt`, `firstValue`, `lastAt`, `lastValue`, `low`, `high`, `number`, `sum`,
 * `quality`, and `inside`: whether all of it is known to lie in its part, as the first and last
 * reading of a bucket say, also where the part cuts the bucket.
 */
export function rowsOf(parts: readonly StoredPart[]): string {
  return parts.map(sqlOf).join('\n UNION ALL ')
}

const at = (moment: number) => `fromUnixTimestamp64Milli(toInt64(${Math.floor(moment)}), 'UTC')`

function sqlOf({ source, from, to }: StoredPart): string {
  if (source === 'readings')
    return `SELECT toUnixTimestamp64Milli(time) AS start, quality, start AS firstAt,
        value AS firstValue, start AS lastAt, value AS lastValue, value AS low, value AS high,
        toInt64(1) AS number, value AS sum, toUInt8(1) AS inside, toUInt8(0) AS isRolled
      FROM numeric_readings
      WHERE sensor = {sensorId:UInt32} AND time >= ${at(from)} AND time < ${at(to)}`
  const size = bucketMs[source]
  const begin = Math.floor(from / size) * (size / 1000)
  const isWhole = from % size === 0 && to % size === 0
  const inside = `firstAt >= ${Math.floor(from)} AND lastAt < ${Math.floor(to)}`
  const table = source === 'minutes' ? 'numeric_rollup_minute' : 'numeric_rollup_hour'
  return `SELECT toInt64(toUnixTimestamp(time)) * 1000 AS start, quality,
      start + first.offset AS firstAt, first.value AS firstValue,
      start + last.offset AS lastAt, last.value AS lastValue, minimum AS low, maximum AS high,
      toInt64(count) AS number, toFloat64(total) AS sum,
      toUInt8(${isWhole ? '1' : inside}) AS inside,
      toUInt8(1) AS isRolled
    FROM ${table}
    WHERE sensor = {sensorId:UInt32} AND time >= toDateTime(${begin}, 'UTC')
      AND time < toDateTime(${Math.ceil(to / 1000)}, 'UTC')`
}
