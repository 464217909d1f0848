import { zoneOffset } from '#kit/model/time/zone.ts'
import { formatDateTime, formatOffset } from './format.ts'

/** No clock is put back by more. */
const maximumMs = 6 * 3_600_000

/** No zone changes its clock within a quarter of an hour. */
const quarterMs = 15 * 60_000
const maximumCached = 2_000
const cached = new Map<string, boolean>()

/** Whether the wall clock of a zone shows the time of this instant twice, as it is put back. */
function isShownTwice(time: number, zone: string): boolean {
  const key = `${Math.floor(time / quarterMs)} ${zone}`
  const before = cached.get(key)
  if (before !== undefined) return before
  if (cached.size >= maximumCached) cached.clear()
  const result = computeIsShownTwice(time, zone)
  cached.set(key, result)
  return result
}

function computeIsShownTwice(time: number, zone: string): boolean {
  const before = zoneOffset(time - maximumMs, zone)
  const after = zoneOffset(time + maximumMs, zone)
  const setBackMs = before - after
  if (setBackMs <= 0) return false
  return zoneOffset(time, zone) === before
    ? zoneOffset(time + setBackMs, zone) === after
    : zoneOffset(time - setBackMs, zone) === before
}

/** A written time, with its offset from UTC where the clock of the zone shows it twice. */
export function withOffset(text: string, time: number, zone: string): string {
  return isShownTwice(time, zone) ? `${text} (${formatOffset(time, zone)})` : text
}

/** `2026-11-20 14:32:08`; in an hour that comes twice with its offset. */
export const formatInstant = (time: number, zone: string): string =>
  withOffset(formatDateTime(time, zone), time, zone)
