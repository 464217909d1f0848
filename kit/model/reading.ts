import type { Quality } from './quality.ts'

/** What a sensor reported at one moment. `time` is UTC in milliseconds since 1970. */
export interface Reading {
  readonly sensorId: number
  readonly time: number
  /** null: the sensor has no value at this time; its quality is bad then. */
  readonly value: number | string | null
  readonly quality: Quality
}

/**
 * A device clock may run ahead by this much, in ms. What lies further in the future is not the
 * present.
 */
export const toleratedClockLeadMs = 5 * 60_000

/**
 * Whether a time is too far ahead of `now` to be that of a clock which only differs; both in ms
 * UTC.
 */
export function isBeyondPresent(time: number, now: number): boolean {
  return time > now + toleratedClockLeadMs
}
