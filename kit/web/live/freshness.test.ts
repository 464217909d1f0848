import { expect, it } from 'vitest'
import { ageOf, conditionOf } from './freshness.ts'
import type { LiveValue } from './live-state.ts'

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

it('LC10 is stale after three intervals, not before', () => {
  expect(conditionOf(reading(0), online, 1_000, 13_000)).toBe('good')
  expect(conditionOf(reading(0), online, 1_000, 13_001)).toBe('stale')
  expect(conditionOf(reading(1), online, 1_000, 13_000)).toBe('uncertain')
})
it('LC10 puts offline, missing and bad first', () => {
  expect(conditionOf(reading(2), offline, 1_000, 99_000)).toBe('offline')
  expect(conditionOf(undefined, online, 1_000, 0)).toBe('waiting')
  expect(conditionOf(reading(2), online, 1_000, 99_000)).toBe('bad')
})
it('LC9 has no negative ages', () => expect(ageOf(reading(0), 5_000)).toBe(0))
