import type { Range } from './period.ts'
import { day, zoneOffset } from './zone.ts'

/** Clocks are never changed and changed back within this time. */
const strideMs = 7 * day

/**
 * Where clocks are put back over a midnight that they have shown: from then until they show it
 * again, ms UTC. The date of these times (`dateOf`) is that of their end, and not the one before,
 * which the clock shows for most of them. Of zones whose clocks are changed at other times: none.
 */
export function repeatedMidnights({ from, to }: Range, timezone: string): readonly Range[] {
  const found: Range[] = []
  let offset = zoneOffset(from - day, timezone)
  for (let low = from - day; low < to; low += strideMs) {
    const before = offset
    offset = zoneOffset(low + strideMs, timezone)
    if (offset >= before) continue
    const change = changeBetween(low, low + strideMs, timezone)
    const midnight = Math.floor((change - 1 + before) / day) * day
    if (change + offset < midnight) found.push({ from: midnight - before, to: midnight - offset })
  }
  return found.filter((each) => each.from < to && each.to > from)
}

/** The first instant with another offset than `start`; `end` has another one. */
function changeBetween(start: number, end: number, timezone: string): number {
  const before = zoneOffset(start, timezone)
  let [low, high] = [start, end]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zoneOffset(middle, timezone) === before) low = middle
    else high = middle
  }
  return high
}
