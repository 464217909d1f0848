import { gainOf } from '#kit/model/numbers/running-total.ts'
import { toleratedClockLeadMs } from '#kit/model/reading.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { TodayFigures } from '../../contract/routes.ts'
import { readGainedSince, readValuesBefore } from './accumulated-store.ts'
import { readFiguresSince, type DayFigures } from './today-store.ts'

/** One day of the site, ms UTC; `to` is its end, exclusive. */
export interface Day {
  readonly from: number
  readonly to: number
}

/** ms UTC: the present, or a moment of the past up to which, itself included, readings count. */
interface FiguresMoment {
  readonly now?: number
  readonly until?: number | undefined
}

const minuteMs = 60_000

/**
 * The figures of this day, so far or up to a moment of the past. What a clock that was set back has
 * left beyond the present is in none. What a running total gained begins with its last value before
 * midnight: days add up to what the total itself says.
 */
export async function figuresOfDay(
  reader: TelemetryReader,
  sensors: readonly Sensor[],
  { from, to }: Day,
  { now = to, until }: FiguresMoment = {},
): Promise<TodayFigures[]> {
  const present = Math.ceil((now + toleratedClockLeadMs) / minuteMs) * minuteMs
  const end = Math.min(to, present)
  const ids = sensors.map(({ id }) => id)
  const totals = sensors.filter(({ type }) => type === 'counter' || type === 'timer')
  const totalIds = totals.map(({ id }) => id)
  const [figures, gained, before] = await Promise.all([
    ids.length === 0 ? [] : readFiguresSince(reader, ids, from, { end, until: until ?? null }),
    totals.length === 0 ? none : readGainedSince(reader, totals, from, until ?? end - 1),
    totals.length === 0 ? none : readValuesBefore(reader, totalIds, from),
  ])
  const totalOf = new Map(totals.map((sensor) => [sensor.id, sensor]))
  const accumulatedOf = ({ sensorId, first }: DayFigures) => {
    const sensor = totalOf.get(sensorId)
    const within = gained.get(sensorId) ?? null
    if (!sensor || within === null) return null
    const sum = within + gainOf(before.get(sensorId) ?? first, first, sensor)
    return Number.isFinite(sum) ? sum : null
  }
  return figures.map((each) => ({ ...each, accumulated: accumulatedOf(each), from, until: to }))
}

const none: ReadonlyMap<number, number> = new Map()
