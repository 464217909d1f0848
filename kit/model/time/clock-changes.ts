import type { Range } from './period.ts'
import { day, zoneOffset } from './zone.ts'

/** Clocks are never changed and changed back within this time. */
const strideMs = 7 * day

/** A change of a wall clock. */
export interface ClockChange {
  /** The first instant with the new offset, ms UTC. */
  readonly at: number
  /** What is added to an instant to read the clock, ms. */
  readonly before: number
  readonly after: number
}

/** The changes of a zone's clock in a range, oldest first. */
export function clockChanges({ from, to }: Range, timezone: string): readonly ClockChange[] {
  const found: ClockChange[] = []
  let after = zoneOffset(from - 1, timezone)
  for (let low = from - 1; low < to; low += strideMs) {
    const before = after
    after = zoneOffset(low + strideMs, timezone)
    if (after === before) continue
    found.push({ at: changeBetween(low, low + strideMs, timezone), before, after })
  }
  return found.filter(({ at }) => at < to)
}

/** The first instant with another offset than `start`; `end` has another one. */
export function changeBetween(start: number, end: number, timezone: string): number {
  const before = zoneOffset(start, timezone)
  let [low, high] = [start, end]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zoneOffset(middle, timezone) === before) low = middle
    else high = middle
  }
  return high
}
