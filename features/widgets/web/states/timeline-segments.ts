import { isStale } from '#kit/web/live/values/freshness.ts'
import type { LiveValue } from '#kit/web/live/values/live-state.ts'
import type { StateSegment } from '#kit/ui/values/state-timeline.tsx'
import type { SensorView } from '../frame/sensor-view.ts'
import { sinceChange } from '../values/since-change.ts'
import type { DayOfStates } from './day-of-states.ts'
import { createSegmentList } from './segment-list.ts'
import { segmentsOf } from './state-segments.ts'

/** The CSS colour of a value in a timeline; null: none is known. */
export type StatePaint = (value: number | string) => string | null

/** The states of the last `windowMs`, oldest first. */
export function recentSegments(
  view: SensorView,
  reading: LiveValue,
  windowMs: number,
  paint: StatePaint,
): readonly StateSegment[] {
  const { sensor, condition, trend, textOf, now } = view
  const values = trend?.values() ?? []
  const valueAt = (index: number) => {
    const value = values[index] ?? 0
    return textOf(value) ?? value
  }
  const held =
    condition === 'bad' || reading.value === null
      ? null
      : { value: reading.value, since: sinceChange(reading, view).time }
  const until = isStale(reading, sensor.intervalMs, now) ? reading.time : now
  const times = [...(trend?.times() ?? [])]
  const qualities = { bad: trend?.badSpans() ?? [], uncertain: trend?.uncertainSpans() ?? [] }
  return segmentsOf({ windowMs, now, times, valueAt, held, until, ...qualities }, paint)
}

/** From midnight until now. */
export function daySegments(
  { from, to, segments, qualitySpans }: DayOfStates,
  paint: StatePaint,
): readonly StateSegment[] {
  const list = createSegmentList(to - from, to, qualitySpans)
  let end = from
  for (const segment of segments) {
    list.add(end, segment.from, null)
    list.add(segment.from, segment.to, segment.state === null ? null : paint(segment.state))
    end = segment.to
  }
  list.add(end, to, null)
  return list.segments
}
