import type { StoredChange } from '#features/readings/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { conditionOf, type Condition, type LiveSource } from '#kit/web/live/values/freshness.ts'
import type { LiveDeviceStatus, LiveValue } from '#kit/web/live/values/live-state.ts'
import type { Trend } from '#kit/web/live/values/trend.ts'
import type { DayFigures } from '#kit/web/widget-registry.ts'
import type { StoredDay } from '../states/use-day-states.ts'

/** All that a widget of one sensor draws at one moment. */
export interface SensorView {
  readonly sensor: Sensor
  readonly reading: LiveValue | undefined
  readonly condition: Condition
  readonly device: LiveDeviceStatus | undefined
  /** The last minutes, as far as this page has them. */
  readonly trend: Trend | undefined
  /** The text behind a point of a text sensor's trend. */
  readonly textOf: (code: number) => string | undefined
  readonly day: DayFigures | undefined
  /** Latest changes that the store has, newest first; undefined where they are not known. */
  readonly stored: readonly StoredChange[] | undefined
  /** Of a lamp or a detector the states of today; undefined where they are not known. */
  readonly dayStates: StoredDay | undefined
  /** The server's time, ms UTC. */
  readonly now: number
}

/** Where values come from: the live store, or a recording. */
export interface ValueSource extends LiveSource {
  trend(sensorId: number): Trend | undefined
  trendText(sensorId: number, code: number): string | undefined
}

/** What is of today only until midnight: it takes up to a minute until the new day's is there. */
function ofToday<Day extends { readonly until: number }>(
  day: Day | undefined,
  now: number,
): Day | undefined {
  return day && now < day.until ? day : undefined
}

type SensorInputs = Pick<SensorView, 'sensor' | 'day' | 'stored' | 'dayStates'>

/** What a source and the server have of a sensor at `now`, ms UTC. */
export function viewOf(
  source: ValueSource,
  { sensor, day, stored, dayStates }: SensorInputs,
  now: number,
): SensorView {
  const reading = source.reading(sensor.id)
  const device = source.device(sensor.deviceId)
  return {
    sensor,
    reading,
    condition: conditionOf(source, sensor, now),
    device,
    trend: source.trend(sensor.id),
    textOf: (code) => source.trendText(sensor.id, code),
    day: ofToday(day, now),
    stored,
    dayStates: ofToday(dayStates, now),
    now,
  }
}
