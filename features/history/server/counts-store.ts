import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { settings, where, type SensorRange } from './history-store.ts'

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
const dayMs = 86_400_000

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

/** Hours of a day, or a day whose values are counted; without hours the latter alone is known. */
interface DayRow {
  /** Beginning, s UTC. */
  readonly day: number
  readonly number: number
  readonly flagged: number
  readonly bad: number
  /** Of the last usable reading: its hour (s UTC), its time in that (ms), its value. */
  readonly newest: readonly [hour: number, offset: number, value: number]
  /** How many values there are, where they are counted; 0 in the row of the hours. */
  readonly different: number
}

/** From the hours, a row for each day; and the days whose values are counted. */
async function countByHours(
  telemetry: TelemetryReader,
  { sensorId, from, to }: SensorRange,
): Promise<AboutCounts> {
  const within = { sensorId, begin: Math.floor(from / 1000), end: Math.floor(to / 1000) }
  const rows = await telemetry.rows<DayRow>(
    `SELECT toUnixTimestamp(toStartOfDay(rollup.time)) AS day, sum(count) AS number,
       sumIf(count, quality > 0) AS flagged, sumIf(count, quality = 2) AS bad,
       maxIf((toUnixTimestamp(rollup.time), last.offset, last.value), quality < 2) AS newest,
       toUInt64(0) AS different
     FROM numeric_rollup_hour AS rollup WHERE sensor = {sensorId:UInt32}
       AND time >= toStartOfHour(toDateTime({begin:UInt32}, 'UTC'))
       AND time <= toDateTime({end:UInt32}, 'UTC')
     GROUP BY day
     UNION ALL
     SELECT toUnixTimestamp(time), count, 0, 0, (0, 0, 0.), length(value)
     FROM numeric_value_counts WHERE sensor = {sensorId:UInt32} AND notEmpty(value)
       AND time >= toDateTime({begin:UInt32}, 'UTC') AND time < toDateTime({end:UInt32}, 'UTC')
     ${settings}`,
    within,
  )
  const [counted, hourly] = [rows.filter(isCounted), rows.filter((row) => !isCounted(row))]
  const differentOf = new Map(counted.map((row) => [`${row.day}:${row.number}`, row.different]))
  // Of a day that has got readings since, the values are not known.
  const days = hourly
    .map(({ day, number, bad, newest: [hour, offset, value] }) => ({
      ...{ start: day * 1000, usable: number - bad, bad },
      ...{ lastTime: hour * 1000 + offset, lastValue: value },
      different: differentOf.get(`${day}:${number - bad}`) ?? 0,
    }))
    .filter(({ start, different }) => different > 0 && start >= from && start + dayMs <= to)
    .toSorted((one, other) => one.start - other.start)
  return {
    number: sumOf(hourly.map(({ number }) => number)),
    flagged: sumOf(hourly.map(({ flagged }) => flagged)),
    values: sumOf(days.map(({ different }) => different)),
    days,
  }
}

const isCounted = ({ different }: DayRow) => different > 0
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
