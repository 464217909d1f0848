import { expect, it } from 'vitest'
import { receive } from './fake-environment.ts'
import { onFirstValues } from './first-values.ts'
import { createTestHub } from './test-hub.ts'

it('LC24 calls back with the first value of each sensor, and never again', () => {
  const { world, hub, open, reading } = createTestHub()
  let calls = 0
  onFirstValues(hub, [1, 2], () => calls++)
  world.drain()
  open()
  reading(1, 1, 20)
  expect(calls).toBe(0)
  world.draw()
  expect(calls).toBe(1)
  reading(1, 2, 21)
  world.draw()
  expect(calls).toBe(1)
  const snapshot = { readings: [], previous: [], withoutReading: [2], devices: [] }
  receive(world.socket(), { type: 'snapshot', serverTime: world.now(), ...snapshot })
  world.draw()
  expect(calls).toBe(2)
})

it('LC24 does not listen to what is known, nor after it was stopped', () => {
  const { world, hub, open, reading } = createTestHub()
  hub.watchSensors([1, 2])
  open()
  reading(1, 1, 20)
  let calls = 0
  const stop = onFirstValues(hub, [1, 2], () => calls++)
  reading(1, 2, 21)
  world.draw()
  stop()
  reading(2, 1, 20)
  world.draw()
  expect(calls).toBe(0)
})
