import { expect, it } from 'vitest'
import { meanRate } from './mean-rate.ts'

it('DB5 the rate is not known from one or two pulses', () => {
  expect(meanRate([])).toBeNull()
  expect(meanRate([0])).toBeNull()
  expect(meanRate([0, 80])).toBeNull()
})

it('DB5 a plant that speaks once a second does not seem silent when a pulse falls between its words', () => {
  expect(meanRate([80, 0, 160])).toBe(80)
  expect(meanRate([500, 80, 80, 0, 160, 80])).toBe(80)
})

it('DB5 a plant that is silent has the rate zero', () =>
  expect(meanRate([80, 0, 0, 0, 0, 0])).toBe(0))
