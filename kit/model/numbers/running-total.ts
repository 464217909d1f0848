import type { Sensor } from '../sensor.ts'

/**
 * What a counter or a timer gained between two of its values. One that falls has come around where
 * its counter begins again, if that took less than half of the way; else it was reset, and what it
 * shows was gained since.
 */
export function gainOf(
  before: number,
  after: number,
  { wrapAt, offset }: Pick<Sensor, 'wrapAt' | 'offset'>,
): number {
  if (after >= before) return after - before
  if (wrapAt !== null) {
    const around = wrapAt - before + after
    if (around >= 0 && around < wrapAt / 2) return around
  }
  return after >= offset ? after - offset : after
}
