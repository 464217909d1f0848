import { clockChanges } from './clock-changes.ts'
import type { Range } from './period.ts'
import { day } from './zone.ts'

/**
 * Where clocks are put back over a midnight that they have shown: from then until they show it
 * again, ms UTC. The date of these times (`dateOf`) is that of their end, and not the one before,
 * which the clock shows for most of them. Of zones whose clocks are changed at other times: none.
 */
export function repeatedMidnights({ from, to }: Range, timezone: string): readonly Range[] {
  const found = clockChanges({ from: from - day, to: to + day }, timezone).flatMap((change) => {
    const { at, before, after } = change
    if (after >= before) return []
    const midnight = Math.floor((at - 1 + before) / day) * day
    return at + after < midnight ? [{ from: midnight - before, to: midnight - after }] : []
  })
  return found.filter((each) => each.from < to && each.to > from)
}
