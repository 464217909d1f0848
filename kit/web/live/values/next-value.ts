import type { LiveReading } from '#kit/model/live/messages.ts'
import { isBeyondPresent } from '#kit/model/reading.ts'
import type { LiveValue } from './live-state.ts'

/** The value that the present one replaced, and when, ms UTC. */
export interface ReplacedValue {
  readonly from: number | string
  readonly at: number
}

/**
 * Whether `time` (ms UTC) takes the place of a stored value that lies in the future: the server's
 * clock was set back.
 */
export function replacesFuture(
  stored: LiveValue | undefined,
  time: number,
  serverTime: number,
): boolean {
  return stored !== undefined && time < stored.time && isBeyondPresent(stored.time, serverTime)
}

/** Whether a reading is older than what is stored, or says the same again. */
export function isOutdated(
  stored: LiveValue | undefined,
  [, time, value, quality]: LiveReading,
): boolean {
  return (
    stored !== undefined &&
    (time < stored.time ||
      (time === stored.time && stored.value === value && stored.quality === quality))
  )
}

/** What is stored after a reading that is not outdated. */
export function nextValue(
  stored: LiveValue | undefined,
  [, time, value, quality]: LiveReading,
  replaced: ReplacedValue | undefined,
): LiveValue {
  const current = { time, value, quality }
  if (!stored)
    return {
      ...current,
      previous: replaced?.from,
      since: replaced?.at ?? time,
      isSinceExact: replaced !== undefined,
    }
  const previous = previousOf(stored, value)
  return stored.value === value
    ? {
        ...current,
        previous,
        since: Math.min(stored.since, time),
        isSinceExact: stored.isSinceExact,
      }
    : { ...current, previous, since: replaced?.at ?? time, isSinceExact: true }
}

/** What `value` replaces; a sensor that has no value still shows its last one. */
function previousOf(stored: LiveValue, value: LiveValue['value']): LiveValue['previous'] {
  const before = stored.value ?? stored.previous
  return value === null || before !== value ? before : undefined
}
