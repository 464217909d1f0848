import { describe, expect, it } from 'vitest'
import { createFakeEnvironment, say } from './fake-environment.ts'
import { createLiveHub } from './hub.ts'

function setUp() {
  const world = createFakeEnvironment()
  const hub = createLiveHub(world.environment)
  const open = () => world.socket().onopen?.()
  const reading = (sensorId: number, time: number, value: number) =>
    say(world.socket(), {
      type: 'frame',
      serverTime: world.now(),
      readings: [[sensorId, time, value, 0]],
    })
  const history = (...sensorIds: number[]) =>
    say(world.socket(), {
      type: 'history',
      serverTime: world.now(),
      from: 0,
      series: sensorIds.map((id) => [id, [1], [1]]),
    })
  const subscriptions = () =>
    world.sockets.flatMap(({ sent }) => sent) as { sensors: number[]; since?: number }[]
  return { world, hub, open, reading, history, subscriptions }
}

describe('live hub', () => {
  it('LC3 subscribes to the union, once for all changes of a turn', () => {
    const { world, hub, open, subscriptions } = setUp()
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
    const { world, hub, open, subscriptions } = setUp()
    hub.watchSensors([1])
    open()
    const stop = hub.watchSensors([1])
    world.drain()
    stop()
    world.drain()
    expect(subscriptions()).toHaveLength(1)
  })

  it('LC2 asks after a reconnect from where the past is known', () => {
    const { world, hub, open, reading, history, subscriptions } = setUp()
    hub.watchSensors([1])
    open()
    reading(1, 10, 5)
    history(1)
    const heardAt = world.now()
    world.socket().onclose?.({ code: 1006 })
    world.pass(1_000)
    open()
    expect(subscriptions().map(({ since }) => since)).toEqual([undefined, heardAt - 5_000])
  })

  it('LC2 asks again from where it asked before when the answer was cut off', () => {
    const { world, hub, open, reading, history, subscriptions } = setUp()
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
    const heardAt = world.now()
    lose()
    history(2)
    lose()
    expect(subscriptions().map(({ since }) => since)).toEqual([
      undefined,
      undefined,
      heardAt - 5_000,
      heardAt - 5_000,
    ])
  })

  it('LC2 asks for everything when a sensor is new to the subscription', () => {
    const { world, hub, open, reading, history, subscriptions } = setUp()
    hub.watchSensors([1])
    open()
    reading(1, 10, 5)
    history(1)
    hub.watchSensors([2])
    world.drain()
    expect(subscriptions().at(-1)).toMatchObject({ sensors: [1, 2] })
    expect(subscriptions().at(-1)?.since).toBeUndefined()
  })

  it('LC7 tells a listener once a frame, and only about its own sensor', () => {
    const { world, hub, open, reading } = setUp()
    const told: number[] = []
    hub.watchSensor(1, () => told.push(1))
    hub.watchSensor(2, () => told.push(2))
    open()
    for (let time = 0; time < 500; time++) reading(1, time, time)
    expect(told).toEqual([])
    expect(world.framesAsked()).toBe(1)
    expect(hub.store.reading(1)?.value).toBe(499)
    world.draw()
    expect(told).toEqual([1])
  })

  it('LC7 does not tell a listener that left before the frame', () => {
    const { world, hub, open, reading } = setUp()
    let told = 0
    const stop = hub.watchSensor(1, () => told++)
    open()
    reading(1, 1, 1)
    stop()
    world.draw()
    expect(told).toBe(0)
  })

  it('LC9 counts by the server, on its whole second', () => {
    const { world, hub, open } = setUp()
    hub.watchSensors([1])
    open()
    say(world.socket(), {
      type: 'pulse',
      serverTime: world.now() + 3_600_250,
      readingsPerSecond: 0,
      storedUpTo: null,
    })
    expect(hub.now()).toBe(world.now() + 3_600_250)
    const seconds: number[] = []
    hub.everySecond(() => seconds.push(hub.now() % 1_000))
    world.pass(750)
    world.draw()
    expect(seconds).toEqual([0])
  })

  it('LC12 passes on catalogue changes, and after a gap that all may have changed', () => {
    const { world, hub, open } = setUp()
    const news: unknown[] = []
    hub.watchCatalogue((each) => news.push(each))
    open()
    const difference = { sensors: [], removedSensors: [7], devices: [], removedDevices: [] }
    say(world.socket(), { type: 'difference', serverTime: world.now(), ...difference })
    say(world.socket(), { type: 'catalogue', serverTime: world.now() })
    expect(news).toMatchObject([difference, 'reload'])
    world.socket().onclose?.({ code: 1006 })
    world.pass(2_000)
    open()
    expect(news.slice(2)).toEqual(['reload'])
  })

  it('LC6 forgets the values of an ended session', () => {
    const { world, hub, open, reading } = setUp()
    hub.watchSensors([1])
    open()
    reading(1, 1, 1)
    world.socket().onclose?.({ code: 4401 })
    expect(hub.connection().state).toBe('ended')
    expect(hub.store.reading(1)).toBeUndefined()
  })

  it('closes the socket a moment after the last watcher left', () => {
    const { world, hub } = setUp()
    const stop = hub.watchSensors([1])
    stop()
    world.pass(1_999)
    expect(hub.connection().state).toBe('connecting')
    world.pass(1)
    expect(hub.connection().state).toBe('idle')
  })
})
