import { expect, it } from 'vitest'
import { PendingSensors } from './pending-sensors.ts'

it('RD1 a sensor is pending until the batch with its readings has arrived', () => {
  const pending = new PendingSensors()
  const matches = (id: number) => pending.matches({ sensorIds: [id] })
  pending.add([1], 100)
  expect([matches(1), matches(2)]).toEqual([true, false])
  pending.beginAll()
  pending.add([2], 200)
  // What the store did not take is begun again, with what came meanwhile.
  pending.beginAll()
  pending.add([3], 300)
  expect([matches(1), matches(2), matches(3)]).toEqual([true, true, true])
  pending.endAll()
  expect([matches(1), matches(2), matches(3)]).toEqual([false, false, true])
  pending.beginAll()
  pending.endAll()
  expect(pending.matches({})).toBe(false)
})

it('RD1 a query of a time before everything that is pending waits for nothing', () => {
  const pending = new PendingSensors()
  pending.add([1], 200)
  pending.add([2], 100)
  pending.beginAll()
  expect(pending.matches({ to: 100 })).toBe(false)
  expect(pending.matches({ to: 101 })).toBe(true)
  pending.add([1], 50)
  expect(pending.matches({ to: 51, sensorIds: [1] })).toBe(true)
  expect(pending.matches({ to: 50 })).toBe(false)
})
