import type { LiveValue, Trend } from '#kit/web/live/index.ts'
import type { DayFigures } from '#kit/web/widget-registry.ts'

/**
 * What a running total gained today, in its own unit; null while it cannot be told: no figures of
 * the day yet, or the total fell (a reset), so that first and last no longer tell the sum.
 */
export function gainedToday(reading: LiveValue, day: DayFigures | undefined): number | null {
  if (!day || typeof reading.value !== 'number' || reading.quality === 2) return null
  return day.last < day.first || reading.value < day.last || day.minimum < day.first
    ? null
    : reading.value - day.first
}

/**
 * What was gained in each of `slots` stretches of `slotMs` up to `now`, oldest first; null where
 * nothing is known. A total that falls counts as a reset: what it shows afterwards was gained
 * since.
 */
export function gainedBySlot(
  trend: Trend | undefined,
  now: number,
  slotMs: number,
  slots: number,
): (number | null)[] {
  const gains = Array.from<number | null>({ length: slots }).fill(null)
  const times = trend?.times() ?? []
  const values = trend?.values() ?? []
  const end = Math.floor(now / slotMs) + 1
  for (let index = 1; index < times.length; index++) {
    const slot = Math.floor((times[index] ?? 0) / slotMs) - end + slots
    if (slot < 0 || slot >= slots) continue
    const before = values[index - 1] ?? 0
    const after = values[index] ?? 0
    gains[slot] = (gains[slot] ?? 0) + (after >= before ? after - before : after)
  }
  return gains
}
