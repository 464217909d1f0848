import { staleAfterIntervals } from '#kit/model/sensor.ts'
import type { LiveDeviceStatus, LiveValue } from './live-state.ts'

/**
 * How far what is on screen can be trusted, the first that applies: `offline` the device is;
 * `waiting` no reading was ever received; `bad` the device calls its value bad; `stale` a
 * new reading is overdue; `uncertain`; `good`.
 */
export const conditions = ['offline', 'waiting', 'bad', 'stale', 'uncertain', 'good'] as const
export type Condition = (typeof conditions)[number]

/**
 * Age of a reading at the server's time `now`, ms, never negative: a device's clock may run ahead.
 */
export function ageOf(reading: LiveValue, now: number): number {
  return Math.max(0, now - reading.time)
}

/** Whether a sensor has been silent for three of its intervals. */
export function isStale(reading: LiveValue, intervalMs: number, now: number): boolean {
  return ageOf(reading, now) > staleAfterIntervals * intervalMs
}

export function conditionOf(
  reading: LiveValue | undefined,
  device: LiveDeviceStatus | undefined,
  intervalMs: number,
  now: number,
): Condition {
  if (device?.status === 'offline') return 'offline'
  if (!reading) return 'waiting'
  if (reading.quality === 2) return 'bad'
  if (isStale(reading, intervalMs, now)) return 'stale'
  return reading.quality === 1 ? 'uncertain' : 'good'
}
