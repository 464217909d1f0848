import { expect, test } from 'vitest'
import { loadState } from './load-state.ts'

const failure = new Error('could not be loaded')

test('PG90 how far the sensors have loaded is said in figures once there are any', () => {
  const state = (total: number, isComplete: boolean, error: Error | null = null) =>
    loadState({ total, isComplete, error })
  expect(state(0, false)).toBe('begun')
  expect(state(1_200, false)).toBe('some')
  expect(state(1_200, true)).toBe('all')
  expect(state(0, true)).toBe('all')
  // A notice says why; what has arrived stays, also where asking for it again fails.
  expect(state(0, false, failure)).toBe('failed')
  expect(state(1_200, false, failure)).toBe('failed')
  expect(state(1_200, true, failure)).toBe('all')
})
