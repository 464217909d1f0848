import { expect, it } from 'vitest'
import { receive } from './fake-environment.ts'
import { createTestHub } from './test-hub.ts'

it('LC3 subscribes to the union, once for all changes of a turn', () => {
  const { world, hub, open, subscriptions } = createTestHub()
  const stopOne = hub.watchSensors([1, 2])
  hub.watchSensors([2, 3])
  world.drain()
  open()
  expect(subscriptions().map(({ sensors }) => sensors)).toEqual([[1, 2, 3]])
  stopOne()
  hub.watchSensors([4])
  world.drain()
  expect(subscriptions().at(-1)?.sensors).toEqual([2, 3, 4])
  expect(subscriptions()).toHaveLength(2)
})

it('LC3 sends nothing when the union stays the same', () => {
  const { world, hub, open, subscriptions } = createTestHub()
  hub.watchSensors([1])
  open()
  const stop = hub.watchSensors([1])
  world.drain()
  stop()
  world.drain()
  expect(subscriptions()).toHaveLength(1)
})

it('LC2 asks after a reconnect from where the past was received', () => {
  const { world, hub, open, reading, history, subscriptions } = createTestHub()
  hub.watchSensors([1])
  open()
  reading(1, 10, 5)
  history(1)
  const receivedAt = world.now()
  world.socket().onclose?.({ code: 1006 })
  world.pass(1_000)
  open()
  expect(subscriptions().map(({ since }) => since)).toEqual([undefined, receivedAt - 5_000])
})

it('LC2 asks again from where it asked before when the answer was cut off', () => {
  const { world, hub, open, reading, history, subscriptions } = createTestHub()
  const lose = () => {
    world.socket().onclose?.({ code: 1006 })
    world.pass(2_000)
    open()
  }
  hub.watchSensors([1, 2])
  open()
  reading(1, 10, 5)
  reading(2, 10, 5)
  history(1)
  lose()
  expect(subscriptions()[1]?.since).toBeUndefined()
  history(1)
  history(2)
  const receivedAt = world.now()
  lose()
  history(2)
  lose()
  expect(subscriptions().map(({ since }) => since)).toEqual([
    undefined,
    undefined,
    receivedAt - 5_000,
    receivedAt - 5_000,
  ])
})

it('LC91 what was opened just before the connection was lost has its whole past', () => {
  const { world, hub, open, reading, history, subscriptions } = createTestHub()
  const lose = () => {
    world.socket().onclose?.({ code: 1006 })
    world.pass(2_000)
    open()
  }
  const snapshot = (readings: unknown[], withoutReading: number[]) =>
    receive(world.socket(), {
      ...{ type: 'snapshot', serverTime: world.now(), readings, withoutReading },
      ...{ previous: [], devices: [] },
    })
  hub.watchSensors([1])
  open()
  reading(1, 10, 5)
  history(1)
  hub.watchSensors([2, 3, 4])
  world.drain()
  lose()
  expect(subscriptions().at(-1)?.since).toBeUndefined()
  // Of 3 and 4 no past follows; of 2, which has no value now, it does.
  snapshot(
    [
      [2, 10, null, 2],
      [3, 10, 'on', 0],
    ],
    [4],
  )
  history(1)
  lose()
  expect(subscriptions().at(-1)?.since).toBeUndefined()
  snapshot(
    [
      [2, 10, null, 2],
      [3, 10, 'on', 0],
    ],
    [4],
  )
  history(1, 2)
  const receivedAt = world.now()
  lose()
  expect(subscriptions().at(-1)?.since).toBe(receivedAt - 5_000)
})

it('LC2 asks for everything when a sensor is new to the subscription', () => {
  const { world, hub, open, reading, history, subscriptions } = createTestHub()
  hub.watchSensors([1])
  open()
  reading(1, 10, 5)
  history(1)
  hub.watchSensors([2])
  world.drain()
  expect(subscriptions().at(-1)).toMatchObject({ sensors: [1, 2] })
  expect(subscriptions().at(-1)?.since).toBeUndefined()
})

it('PG51 asks for nothing while nobody looks, then for all with the gap of its past', () => {
  const { world, hub, open, reading, history, subscriptions } = createTestHub()
  hub.watchSensors([1, 2])
  open()
  reading(1, 10, 5)
  reading(2, 10, 5)
  history(1, 2)
  const receivedAt = world.now()
  hub.pause()
  world.pass(500)
  reading(1, 11, 6)
  hub.resume()
  hub.resume()
  expect(subscriptions().map(({ sensors, since }) => [sensors, since])).toEqual([
    [[1, 2], undefined],
    [[], undefined],
    [[1, 2], receivedAt - 5_000],
  ])
})

it('PG51 what is opened, or lost, while nobody looks is there when somebody does', () => {
  const { world, hub, open, reading, history, subscriptions } = createTestHub()
  hub.watchSensors([1])
  open()
  reading(1, 10, 5)
  history(1)
  const receivedAt = world.now()
  hub.pause()
  world.socket().onclose?.({ code: 1006 })
  world.pass(1_000)
  open()
  hub.resume()
  hub.pause()
  hub.watchSensors([2])
  world.drain()
  hub.resume()
  const asked = subscriptions().map(({ sensors, since }) => [sensors, since])
  expect(asked.slice(1, 4)).toEqual([
    [[], undefined],
    [[], undefined],
    [[1], receivedAt - 5_000],
  ])
  expect(asked.at(-1)).toEqual([[1, 2], undefined])
})
