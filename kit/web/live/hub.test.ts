import { expect, it } from 'vitest'
import { receive } from './fake-environment.ts'
import type { Followed } from './topic.ts'
import { createTestHub } from './test-hub.ts'

it('LC7 calls a listener once a frame, and only about its own sensor', () => {
  const { world, hub, open, reading } = createTestHub()
  const called: number[] = []
  hub.watchSensor(1, () => called.push(1))
  hub.watchSensor(2, () => called.push(2))
  open()
  for (let time = 0; time < 500; time++) reading(1, time, time)
  expect(called).toEqual([])
  expect(world.framesAsked()).toBe(1)
  expect(hub.store.reading(1)?.value).toBe(499)
  world.draw()
  expect(called).toEqual([1])
})

it('LC7 does not call a listener that left before the frame', () => {
  const { world, hub, open, reading } = createTestHub()
  let calls = 0
  const stop = hub.watchSensor(1, () => calls++)
  open()
  reading(1, 1, 1)
  stop()
  world.draw()
  expect(calls).toBe(0)
})

it('LC9 counts by the server, on its whole second', () => {
  const { world, hub, open } = createTestHub()
  hub.watchSensors([1])
  open()
  receive(world.socket(), {
    type: 'heartbeat',
    serverTime: world.now() + 3_600_250,
    readingsPerSecond: 0,
    storedUpTo: null,
  })
  expect(hub.asOf()).toBe(world.now() + 3_600_250)
  const seconds: number[] = []
  hub.everySecond(() => seconds.push(hub.asOf() % 1_000))
  world.pass(750)
  world.draw()
  expect(seconds).toEqual([0])
})

it('LC12 passes on catalogue changes, and after a gap that all may have changed', () => {
  const { world, hub, open } = createTestHub()
  const updates: unknown[] = []
  hub.watchCatalogue((each) => updates.push(each))
  open()
  const difference = { sensors: [], removedSensors: [7], devices: [], removedDevices: [] }
  receive(world.socket(), { type: 'difference', serverTime: world.now(), ...difference })
  receive(world.socket(), { type: 'catalogue', serverTime: world.now() })
  expect(updates).toMatchObject([difference, 'reload'])
  world.socket().onclose?.({ code: 1006 })
  world.pass(2_000)
  open()
  expect(updates.slice(2)).toEqual(['reload'])
})

it('LC40 who follows again is notified of what came meanwhile, and of nothing else', () => {
  const { world, hub, open } = createTestHub()
  const updates: unknown[] = []
  const followed: Followed = {}
  const follow = () => hub.watchCatalogue((each) => updates.push(each), followed)
  const change = () =>
    receive(world.socket(), {
      ...{ type: 'difference', serverTime: world.now(), devices: [], removedDevices: [] },
      ...{ sensors: [], removedSensors: [7], annotatedSensors: [] },
    })
  const stop = follow()
  open()
  change()
  expect(updates).toHaveLength(1)
  stop()
  const again = follow()
  expect(updates).toHaveLength(1)
  again()
  // The socket outlives who used it for a moment.
  change()
  follow()
  expect(updates.slice(1)).toEqual(['reload'])
  change()
  expect(updates.slice(2)).toMatchObject([{ removedSensors: [7] }])
})

it('LC18 passes on changes of boards, and after a gap that all may have changed', () => {
  const { world, hub, open } = createTestHub()
  const updates: unknown[] = []
  const stop = hub.watchBoards((each) => updates.push(each))
  open()
  const change = { id: 'board', boardVersion: 2, editors: ['Mai'] }
  receive(world.socket(), { type: 'board', serverTime: world.now(), ...change })
  world.socket().onclose?.({ code: 1006 })
  world.pass(2_000)
  open()
  expect(updates).toMatchObject([change, 'reload'])
  stop()
  receive(world.socket(), { type: 'board', serverTime: world.now(), ...change })
  expect(updates).toHaveLength(2)
})

it('LC21 announces how old its lists may be, and that they have to be fetched again', () => {
  const { world, hub, open, subscriptions } = createTestHub()
  const updates: unknown[] = []
  hub.watchCatalogue((each) => updates.push(each))
  hub.watchBoards((each) => updates.push(each))
  world.pass(300)
  open()
  expect(subscriptions()).toMatchObject([{ listsAgeMs: world.now() }])
  expect(updates).toEqual([])
  receive(world.socket(), { type: 'outdated', serverTime: world.now() })
  expect(updates).toEqual(['reload', 'reload'])
  world.socket().onclose?.({ code: 1006 })
  world.pass(2_000)
  open()
  expect(subscriptions().at(-1)).not.toHaveProperty('listsAgeMs')
  expect(updates).toEqual(['reload', 'reload', 'reload', 'reload'])
})

it('LC20 passes on that alarms changed, and may have until the server followed the socket', () => {
  const { world, hub, open, reading } = createTestHub()
  let calls = 0
  const stop = hub.watchAlarms(() => (calls += 1))
  open()
  expect(calls).toBe(0)
  reading(1, 1, 1)
  reading(1, 2, 2)
  expect(calls).toBe(1)
  receive(world.socket(), { type: 'alarms', serverTime: world.now() })
  expect(calls).toBe(2)
  world.socket().onclose?.({ code: 1006 })
  world.pass(2_000)
  open()
  reading(1, 3, 3)
  expect(calls).toBe(3)
  const stopLate = hub.watchAlarms(() => (calls += 10))
  expect(calls).toBe(13)
  stopLate()
  stop()
  receive(world.socket(), { type: 'alarms', serverTime: world.now() })
  expect(calls).toBe(13)
})

it('LC22 calls for usual heartbeats with the second, for the first and a failure at once', () => {
  const { world, hub, open } = createTestHub()
  const called: string[] = []
  const figures = { readingsPerSecond: 1, storedUpTo: 1, storeOutage: null }
  const beat = (change = {}) => {
    const message = { type: 'heartbeat', serverTime: world.now(), alarmsStoppedSince: null }
    receive(world.socket(), { ...message, ...figures, ...change })
    world.draw()
  }
  hub.watchHeartbeat(() => called.push('heartbeat'))
  hub.everySecond(() => called.push('second'))
  open()
  beat()
  expect(called).toEqual(['heartbeat'])
  world.pass(400)
  beat()
  expect(called).toEqual(['heartbeat'])
  world.pass(600)
  world.draw()
  expect(called).toEqual(['heartbeat', 'second', 'heartbeat'])
  world.pass(400)
  beat({ storeOutage: { since: 1, journalBytes: 1 } })
  beat({ alarmsStoppedSince: 1 })
  beat()
  expect(called.slice(3)).toEqual(['heartbeat', 'heartbeat', 'heartbeat'])
  world.pass(600)
  world.draw()
  expect(called.slice(6)).toEqual(['second'])
})

it('LC22 nobody waits for a second that nobody counts', () => {
  const { world, hub, open } = createTestHub()
  let calls = 0
  hub.watchHeartbeat(() => (calls += 1))
  open()
  const figures = { readingsPerSecond: 1, storedUpTo: 1, storeOutage: null }
  for (const expected of [1, 2]) {
    receive(world.socket(), {
      ...{ type: 'heartbeat', serverTime: world.now(), alarmsStoppedSince: null, ...figures },
    })
    world.draw()
    expect(calls).toBe(expected)
  }
})

it('LC6 removes the values of an ended session', () => {
  const { world, hub, open, reading } = createTestHub()
  hub.watchSensors([1])
  open()
  reading(1, 1, 1)
  world.socket().onclose?.({ code: 4401 })
  expect(hub.connection().state).toBe('ended')
  expect(hub.store.reading(1)).toBeUndefined()
})

it('LC6 of an ended session nothing is left, be it a status, a trend or a heartbeat', () => {
  const { world, hub, open, reading, history } = createTestHub()
  hub.watchSensors([1])
  open()
  const snapshot = { readings: [], previous: [], withoutReading: [2], devices: [[7, 'online', 1]] }
  receive(world.socket(), { type: 'snapshot', serverTime: world.now(), ...snapshot })
  reading(1, 1, 1)
  history(1)
  const figures = { readingsPerSecond: 1, storedUpTo: null }
  receive(world.socket(), { type: 'heartbeat', serverTime: world.now(), ...figures })
  const { store } = hub
  const values = () => [store.trend(1), store.device(7), store.heartbeat()]
  expect(values()).not.toContain(undefined)
  expect(store.isKnown(2)).toBe(true)
  world.socket().onclose?.({ code: 4401 })
  expect(values()).toEqual([undefined, undefined, undefined])
  expect(store.isKnown(2)).toBe(false)
})

it('closes the socket a moment after the last watcher left', () => {
  const { world, hub } = createTestHub()
  const stop = hub.watchSensors([1])
  stop()
  world.pass(1_999)
  expect(hub.connection().state).toBe('connecting')
  world.pass(1)
  expect(hub.connection().state).toBe('idle')
})

it('LC15 while the connection is lost nothing counts on; then it is the present again', () => {
  const { world, hub, open, reading } = createTestHub()
  hub.watchSensors([1])
  open()
  reading(1, 1, 1)
  const receivedAt = world.now()
  world.pass(400)
  expect(hub.asOf()).toBe(receivedAt + 400)
  world.socket().onclose?.({ code: 1006 })
  world.pass(1_599)
  expect(hub.asOf()).toBe(receivedAt + 1_999)
  world.pass(1)
  expect([hub.asOf(), hub.lastMessageAt()]).toEqual([receivedAt, receivedAt])
  world.pass(100)
  open()
  reading(1, 2, 2)
  world.pass(50)
  expect(hub.asOf()).toBe(world.now())
})
