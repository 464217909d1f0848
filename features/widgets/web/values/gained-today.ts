import type { LiveValue } from '#kit/web/live/index.ts'
import type { DayFigures } from '#kit/web/widget-registry.ts'

/**
 * What a running total gained today, in its own unit; null while it is not known: no figures of the
 * day yet, or the total fell (a reset), so that first and last do not give the sum any more.
 */
export function gainedToday(reading: LiveValue, day: DayFigures | undefined): number | null {
  if (!day || typeof reading.value !== 'number' || reading.quality === 2) return null
  return day.last < day.first || reading.value < day.last || day.minimum < day.first
    ? null
    : reading.value - day.first
}
