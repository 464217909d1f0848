import { expect, it } from 'vitest'
import { IdleDetector, type Activity } from './idle-detector.ts'

const nothing: Activity = { utilization: 0.1, waitingBytes: 0, residentBytes: 2 ** 28 }

it('UM1 a server is idle when it had little to do twice in a row', () => {
  const idle = new IdleDetector()
  expect([nothing, nothing, nothing].map((each) => idle.observe(each))).toEqual([false, true, true])
})

it.each<[string, Partial<Activity>]>([
  ['works', { utilization: 0.3 }],
  ['has replies that nobody reads', { waitingBytes: 2 ** 20 + 1 }],
  ['takes more and more memory', { residentBytes: 2 ** 28 + 2 ** 24 + 1 }],
])('UM1 a server that %s is not idle, and not at once afterwards', (_, busy) => {
  const idle = new IdleDetector()
  idle.observe(nothing)
  const observed = [{ ...nothing, ...busy }, nothing, nothing].map((each) => idle.observe(each))
  expect(observed).toEqual([false, false, true])
})
