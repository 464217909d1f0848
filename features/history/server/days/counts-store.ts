import type { Range } from '#kit/model/time/period.ts'
import { storedSecond } from '#kit/server/clickhouse/sql/stored-second.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings, where, type SensorRange } from '../history-store.ts'

/** A day of UTC that lies in a range with all its readings. */
export interface CountedDay {
  /** Beginning, ms UTC. */
  readonly start: number
  /** Its usable readings, and the bad ones. */
  readonly usable: number
  readonly bad: number
  /** Of the last usable reading: time, ms UTC, and value. */
  readonly lastTime: number
  readonly lastValue: number
}

/** What a range holds, counted from rollups where it is long. */
export interface AboutCounts {
  /** About how many readings there are. */
  readonly number: number
  /** About how many of them are bad or uncertain. */
  readonly flagged: number
  /** Days whose values are counted already (`numeric_value_counts`), in order. */
  readonly days: readonly CountedDay[]
  /** Different values of these days, added up. */
  readonly values: number
}

/** Counts where how many readings there are decides nothing. */
export const noCounts: AboutCounts = { number: 0, flagged: 0, days: [], values: 0 }

/** Ranges longer than this are counted by the hour. */
const countByHourMs = 2 * 86_400_000
const [hourMs, dayMs] = [3_600_000, 86_400_000]

/**
 * About how many readings the range holds, and how many of them are bad or uncertain; a short range
 * by the readings that are kept, in a long one the hours at its ends count whole.
 */
export function countAbout(telemetry: TelemetryReader, range: SensorRange): Promise<AboutCounts> {
  return range.to - range.from > countByHourMs
    ? countByHours(telemetry, range)
    : countReadings(telemetry, range)
}

async function countReadings(telemetry: TelemetryReader, range: SensorRange): Promise<AboutCounts> {
  const [row] = await telemetry.rows<Pick<AboutCounts, 'number' | 'flagged'>>(
    `SELECT count() AS number, countIf(quality > 0) AS flagged
     FROM numeric_readings WHERE ${where} ${settings}`,
    { ...range },
  )
  return { ...noCounts, ...row }
}

/** A day of UTC, from its hours. */
interface Day {
  number: number
  flagged: number
  bad: number
  /** Of the last usable reading, ms UTC and value. */
  lastTime: number
  lastValue: number
}

/** In the place of a quality: the row is a day whose values are counted. */
const isCountedDay = 9

/** From the hours, added up by day; and the days whose values are counted. */
async function countByHours(
  telemetry: TelemetryReader,
  { sensorId, from, to }: SensorRange,
): Promise<AboutCounts> {
  const within = {
    ...{ sensorId, hour: storedSecond(Math.floor(from / hourMs) * hourMs) },
    ...{ begin: storedSecond(from), end: storedSecond(to) },
  }
  // Each expression costs the engine more than adding up thousands of hours costs here.
  const [times = none, counts = none, qualities = none, offsets = none, lasts = none] =
    await telemetry.numberColumns(
      `SELECT time, count, quality, last.offset, last.value FROM numeric_rollup_hour
       WHERE sensor = {sensorId:UInt32} AND time >= toDateTime({hour:UInt32}, 'UTC')
         AND time <= toDateTime({end:UInt32}, 'UTC')
       UNION ALL
       SELECT time, count, ${isCountedDay}, toUInt32(value.size0), 0. FROM numeric_value_counts
       WHERE sensor = {sensorId:UInt32} AND time >= toDateTime({begin:UInt32}, 'UTC')
         AND time < toDateTime({end:UInt32}, 'UTC')`,
      within,
    )
  const days = new Map<number, Day>()
  /** Different values of counted days, by their beginning and usable readings. */
  const differentOf = new Map<string, number>()
  for (let row = 0; row < times.length; row++) {
    const [time, count] = [(times[row] ?? 0) * 1000, counts[row] ?? 0]
    const [quality, offset] = [qualities[row] ?? 0, offsets[row] ?? 0]
    if (quality === isCountedDay) {
      if (offset > 0) differentOf.set(`${time}:${count}`, offset)
    } else addHour(days, { time, count, quality, lastTime: time + offset, last: lasts[row] ?? 0 })
  }
  return countsOf(days, differentOf, { from, to })
}

const none = new Float64Array()

interface HourRow {
  readonly time: number
  readonly count: number
  readonly quality: number
  readonly lastTime: number
  readonly last: number
}

function addHour(days: Map<number, Day>, { time, count, quality, lastTime, last }: HourRow): void {
  const start = Math.floor(time / dayMs) * dayMs
  const day = days.get(start) ?? { ...{ number: 0, flagged: 0, bad: 0 }, lastTime: 0, lastValue: 0 }
  days.set(start, day)
  day.number += count
  if (quality > 0) day.flagged += count
  if (quality === 2) day.bad += count
  else if (lastTime > day.lastTime || (lastTime === day.lastTime && last > day.lastValue))
    [day.lastTime, day.lastValue] = [lastTime, last]
}

function countsOf(
  hourly: ReadonlyMap<number, Day>,
  differentOf: ReadonlyMap<string, number>,
  { from, to }: Range,
): AboutCounts {
  // Of a day that has got readings since, the values are not known.
  const days = [...hourly]
    .map(([start, { number, bad, lastTime, lastValue }]) => ({
      ...{ start, usable: number - bad, bad, lastTime, lastValue },
      different: differentOf.get(`${start}:${number - bad}`) ?? 0,
    }))
    .filter(({ start, different }) => different > 0 && start >= from && start + dayMs <= to)
    .toSorted((one, other) => one.start - other.start)
  const all = [...hourly.values()]
  return {
    number: sumOf(all.map(({ number }) => number)),
    flagged: sumOf(all.map(({ flagged }) => flagged)),
    values: sumOf(days.map(({ different }) => different)),
    days,
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
