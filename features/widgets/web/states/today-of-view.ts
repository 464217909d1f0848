import type { Sensor } from '#kit/model/sensor.ts'
import { isOn, lampColourOf } from '#kit/model/states.ts'
import { isStale } from '#kit/web/live/values/freshness.ts'
import type { SensorView } from '../frame/sensor-view.ts'
import { sinceChange } from '../values/since-change.ts'
import { dayOfStates, type DayOfStates } from './day-of-states.ts'

/** The day of a lamp or a detector as a widget shows it; undefined while it is not known. */
export function dayOfView(view: SensorView): DayOfStates | undefined {
  const { dayStates, reading, sensor, condition, now } = view
  if (!dayStates) return undefined
  const isKnown = reading && reading.value !== null && reading.quality !== 2
  const present =
    isKnown && reading.value !== null
      ? { value: reading.value, since: sinceChange(reading, view).time }
      : null
  const isOver = !reading || condition === 'offline' || isStale(reading, sensor.intervalMs, now)
  const newest = reading && {
    time: reading.time,
    quality: reading.value === null ? (2 as const) : reading.quality,
  }
  return dayOfStates(dayStates, present, isOver ? dayStates.to : now, newest)
}

/** The share of the time since midnight in which a lamp was green, from 0 to 1. */
export function availability(sensor: Sensor, { from, to, shares }: DayOfStates): number {
  const green = shares.filter(({ state }) => lampColourOf(sensor, state) === 'green')
  return green.reduce((sum, { ms }) => sum + ms, 0) / Math.max(1, to - from)
}

/** How long a detector was on, ms. */
export function timeOn({ shares }: DayOfStates): number {
  return shares.filter(({ state }) => isOn(state)).reduce((sum, { ms }) => sum + ms, 0)
}
