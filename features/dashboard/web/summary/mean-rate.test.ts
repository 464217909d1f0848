import { expect, it } from 'vitest'
import { meanRate } from './mean-rate.ts'

it('DB5 the rate is not known from one or two heartbeats', () => {
  expect(meanRate([])).toBeNull()
  expect(meanRate([0])).toBeNull()
  expect(meanRate([0, 80])).toBeNull()
})

it('DB5 a plant that reports once a second is not silent around a heartbeat', () => {
  expect(meanRate([80, 0, 160])).toBe(80)
  expect(meanRate([500, 80, 80, 0, 160, 80])).toBe(80)
})

it('DB5 a plant that is silent has the rate zero', () =>
  expect(meanRate([80, 0, 0, 0, 0, 0])).toBe(0))
