import { hub, trendWindowMs } from '#kit/web/live/index.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { StateSpan } from '#kit/ui/state-strip.tsx'

/**
 * The states of a sensor over the trend's window as stretches of colour, oldest first. What lies before the first known point,
 * or after `until` (the last reading of a sensor that fell silent), has no colour.
 */
export function recentSpans(
  sensor: Sensor,
  now: number,
  until: number,
  paint: (value: number | string) => string | null,
): StateSpan[] {
  const trend = hub.store.trend(sensor.id)
  const from = now - trendWindowMs
  const times = trend?.times() ?? []
  const values = trend?.values() ?? []
  const spans: { share: number; colour: string | null }[] = []
  const add = (start: number, end: number, colour: string | null) => {
    const share = (Math.min(end, now) - Math.max(start, from)) / trendWindowMs
    if (share <= 0) return
    const last = spans.at(-1)
    if (last && last.colour === colour) last.share += share
    else spans.push({ share, colour })
  }
  add(from, times[0] ?? now, null)
  for (let index = 0; index < times.length; index++) {
    const value = values[index] ?? 0
    const text = hub.store.trendText(sensor.id, value)
    add(times[index] ?? now, times[index + 1] ?? until, paint(text ?? value))
  }
  return spans
}
