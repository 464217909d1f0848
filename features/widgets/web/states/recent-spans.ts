import { hub, trendWindowMs } from '#kit/web/live/index.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { StateSpan } from '#kit/ui/values/state-strip.tsx'
import { spansOf, type HeldValue } from './state-spans.ts'

/** The recent states of a sensor, from its trend and from since when the present value holds. */
export function recentSpans(
  sensor: Sensor,
  now: number,
  until: number,
  held: HeldValue | null,
  paint: (value: number | string) => string | null,
): StateSpan[] {
  const trend = hub.store.trend(sensor.id)
  const values = trend?.values() ?? []
  const valueAt = (index: number) => {
    const value = values[index] ?? 0
    return hub.store.trendText(sensor.id, value) ?? value
  }
  return spansOf(
    { windowMs: trendWindowMs, now, times: [...(trend?.times() ?? [])], valueAt, held, until },
    paint,
  )
}
