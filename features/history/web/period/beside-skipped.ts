import { instantOf, localOf } from '#kit/model/time/zone.ts'

/**
 * Where a step leads: by as many lengths further as it takes for a period that begins there not to
 * lie in an hour, or a day, that clocks skip. All are local numbers.
 */
export function besideSkipped(
  from: number,
  direction: -1 | 1,
  { length, timezone }: { readonly length: number; readonly timezone: string },
): number {
  const instant = instantOf(from, timezone)
  if (length <= 0 || instantOf(from + length, timezone) > instant) return from
  const first = localOf(instant - 1, timezone) + 1
  const end = localOf(instant, timezone)
  return direction === 1
    ? from + Math.floor((end - from) / length) * length
    : from - (Math.floor((from - first) / length) + 1) * length
}
