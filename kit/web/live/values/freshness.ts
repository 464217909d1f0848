import { staleAfterIntervals, type Sensor } from '#kit/model/sensor.ts'
import type { LiveDeviceStatus, LiveValue } from './live-state.ts'

/**
 * How far what is on screen can be trusted, the first that applies: `offline` the device is;
 * `loading` the server has not reported it yet; `waiting` no reading was ever
 * received; `bad` the device calls its value bad; `stale` a new reading is overdue; `uncertain`;
 * `good`.
 */
export const conditions = [
  'offline',
  'loading',
  'waiting',
  'bad',
  'stale',
  'uncertain',
  'good',
] as const
export type Condition = (typeof conditions)[number]

/**
 * Age of a reading at the server's time `now`, ms, never negative: a device's clock may run ahead.
 */
export function ageOf(reading: Pick<LiveValue, 'time'>, now: number): number {
  return Math.max(0, now - reading.time)
}

/** Whether a sensor has been silent for three of its intervals. */
export function isStale(
  reading: Pick<LiveValue, 'time'>,
  intervalMs: number,
  now: number,
): boolean {
  return ageOf(reading, now) > staleAfterIntervals * intervalMs
}

/** Where the newest readings and the states of devices come from. */
export interface LiveSource {
  reading(sensorId: number): LiveValue | undefined
  /** Whether the server has reported what the reading is, or that there never was one. */
  isKnown(sensorId: number): boolean
  device(deviceId: number): LiveDeviceStatus | undefined
}

/** The condition of a sensor at the server's time `now`, ms UTC. */
export function conditionOf(
  live: LiveSource,
  { id, deviceId, intervalMs }: Pick<Sensor, 'id' | 'deviceId' | 'intervalMs'>,
  now: number,
): Condition {
  if (live.device(deviceId)?.status === 'offline') return 'offline'
  const reading = live.reading(id)
  if (!reading) return live.isKnown(id) ? 'waiting' : 'loading'
  if (reading.quality === 2) return 'bad'
  if (isStale(reading, intervalMs, now)) return 'stale'
  return reading.quality === 1 ? 'uncertain' : 'good'
}
