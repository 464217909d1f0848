import { expect, it } from 'vitest'
import { ageOf, conditionOf } from './freshness.ts'
import type { LiveDeviceStatus, LiveValue } from './live-state.ts'

const reading = (quality: 0 | 1 | 2): LiveValue => ({
  time: 10_000,
  value: 1,
  quality,
  previous: undefined,
  since: 0,
  isSinceExact: false,
})
const online = { status: 'online', since: 0 } as const
const offline = { status: 'offline', since: 0 } as const

const sensor = { id: 1, deviceId: 2, intervalMs: 1_000 }
const condition = (
  own: LiveValue | undefined,
  device: LiveDeviceStatus,
  now: number,
  isKnown = true,
) => conditionOf({ reading: () => own, device: () => device, isKnown: () => isKnown }, sensor, now)

it('LC10 is stale after three intervals, not before', () => {
  expect(condition(reading(0), online, 13_000)).toBe('good')
  expect(condition(reading(0), online, 13_001)).toBe('stale')
  expect(condition(reading(1), online, 13_000)).toBe('uncertain')
})
it('LC10 puts offline, missing and bad first', () => {
  expect(condition(reading(2), offline, 99_000)).toBe('offline')
  expect(condition(undefined, online, 0)).toBe('waiting')
  expect(condition(reading(2), online, 99_000)).toBe('bad')
})
it('LC16 what the server has not reported yet is no missing reading', () => {
  expect(condition(undefined, online, 0, false)).toBe('loading')
  expect(condition(undefined, offline, 0, false)).toBe('offline')
})
it('LC9 has no negative ages', () => expect(ageOf(reading(0), 5_000)).toBe(0))
