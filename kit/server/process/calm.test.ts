import { expect, it } from 'vitest'
import { Calm, type Activity } from './calm.ts'

const nothing: Activity = { utilization: 0.1, waitingBytes: 0 }

it('UM1 a server is calm when it had little to do twice in a row', () => {
  const calm = new Calm()
  expect([nothing, nothing, nothing].map((each) => calm.observe(each))).toEqual([false, true, true])
})

it.each<[string, Partial<Activity>]>([
  ['works', { utilization: 0.3 }],
  ['has replies that nobody reads', { waitingBytes: 2 ** 20 + 1 }],
])('UM1 a server that %s is not calm, and not at once afterwards', (_, busy) => {
  const calm = new Calm()
  calm.observe(nothing)
  const observed = [{ ...nothing, ...busy }, nothing, nothing].map((each) => calm.observe(each))
  expect(observed).toEqual([false, false, true])
})
