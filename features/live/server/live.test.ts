import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type WebSocket from 'ws'
import { eventually } from '#testing/eventually.ts'
import { LiveClient, LiveSite } from '#testing/sites/live-site.ts'

let live: LiveSite

beforeAll(async () => void (live = await LiveSite.start()))
afterAll(() => live.close())

async function refusedWith(socket: WebSocket): Promise<number | undefined> {
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    { statusCode?: number; resume(): void },
  ]
  response.resume()
  return response.statusCode
}

it('LV1 refuses the handshake without session, war room or the own site', async () => {
  expect(await refusedWith(live.openSocket(null))).toBe(401)
  expect(await refusedWith(live.openSocket(live.person, { origin: 'http://evil.example' }))).toBe(
    403,
  )
  const visitor = await live.site.signIn('visitor@example.test', 'visitor')
  expect(await refusedWith(live.openSocket(visitor))).toBe(403)
  const own = live.openSocket(live.person, { origin: live.site.server.url })
  await once(own, 'open')
  own.terminate()
})

it('LV2 answers a subscription with a snapshot, and then sends what changes', async () => {
  const listener = await live.listen([live.sensor('temp'), live.sensor('state')])
  const [snapshot] = listener.of('snapshot')
  expect(snapshot?.readings.map(([id, , value]) => [id, value])).toEqual([
    [live.sensor('temp'), expect.any(Number)],
    [live.sensor('state'), 'RUN'],
  ])
  expect(snapshot?.devices).toEqual([[expect.any(Number), 'online', expect.any(Number)]])
  await live.publish('pump', { temp: 77.5, speed: 3 })
  await eventually('the frame is here', () => listener.newest(live.sensor('temp')) === 77.5)
  expect(listener.newest(live.sensor('speed'))).toBeUndefined()
  listener.socket.terminate()
})

it('LV3 gives nothing of sensors that belong to others', async () => {
  const listener = await live.listen([live.sensor('level'), live.sensor('temp'), 999_999], {
    historyMs: 60_000,
  })
  expect(listener.of('snapshot')[0]?.readings.map(([id]) => id)).toEqual([live.sensor('temp')])
  await live.publish('tank', { level: 42 })
  await live.publish('pump', { temp: 42 })
  await eventually('the own value is here', () => listener.newest(live.sensor('temp')) === 42)
  expect(listener.newest(live.sensor('level'))).toBeUndefined()
  await eventually('history is here', () => listener.of('history').length > 0)
  expect(listener.of('history').flatMap(({ series }) => series.map(([id]) => id))).toEqual([
    live.sensor('temp'),
  ])
  expect(listener.of('snapshot')[0]?.devices).toHaveLength(1)
  listener.socket.terminate()
})

it('LV4 sends a first change at once, a stream of 200 Hz at most 20 times a second', async () => {
  const listener = await live.listen([live.sensor('speed')])
  const begun = performance.now()
  const base = Date.now()
  const newest = () => listener.newest(live.sensor('speed'))
  // Alone: of two that the server takes at once only the newer one is sent.
  await live.publish('pump', { speed: 1_000 }, base)
  await eventually('the first value is here', () => newest() === 1_000)
  let last = 0
  const frames = () => listener.of('frame').length
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      last++
      live.pump.publish(
        'warroom/v1/pump-1/telemetry',
        JSON.stringify({ ts: base + last, values: { speed: 1_000 + last } }),
        { qos: 0 },
      )
      if (last < 400 || frames() <= 5) return
      clearInterval(timer)
      resolve()
    }, 5)
  })
  await eventually('the last value is here', () => newest() === 1_000 + last)
  const seconds = (performance.now() - begun) / 1_000
  expect(listener.of('frame')[0]?.readings[0]?.[2]).toBe(1_000)
  expect(frames()).toBeLessThanOrEqual(20 * seconds + 2)
  listener.socket.terminate()
})

it('LV2 fills the gap after a reconnect with what came since, and no more', async () => {
  const now = Date.now()
  const times = [-50_000, -40_000, -30_000, -20_000, -10_000].map((offset) => now + offset)
  for (const [index, time] of times.entries()) await live.publish('pump', { gap: index }, time)
  await eventually('the sensor is visible', async () => {
    const listed = await live.listSensors(live.person)
    return listed.some(({ key }) => key === 'gap')
  })
  const pastOf = async (more: object) => {
    const listener = await live.listen([live.sensor('gap')], {
      // Longer than the test may take, in columns that hold one reading each.
      historyMs: 600_000,
      historyColumns: 500,
      ...more,
    })
    await eventually('history is here', () => listener.of('history').length > 0)
    listener.socket.terminate()
    return listener.of('history').flatMap(({ series }) => series)
  }
  expect(await pastOf({})).toEqual([[live.sensor('gap'), times, [0, 1, 2, 3, 4]]])
  expect(await pastOf({ since: now - 30_000 })).toEqual([
    [live.sensor('gap'), times.slice(2), [2, 3, 4]],
  ])
})

it('LV2 the past has what was bad in it, to the reading', async () => {
  const columnMs = 100_000
  // All of them lie in one column of that length.
  const start = Math.floor(Date.now() / columnMs - 1) * columnMs
  const values = [0, 1, null, null, 2, null, 3]
  const times = values.map((_, index) => start + index * 10_000)
  for (const [index, value] of values.entries())
    await live.publish('pump', { faulty: value }, times[index])
  await eventually('the sensor is visible', async () => {
    const listed = await live.listSensors(live.person)
    return listed.some(({ key }) => key === 'faulty')
  })
  const id = live.sensor('faulty')
  const pastOf = async (historyColumns: number) => {
    const listener = await live.listen([id], { historyMs: 3 * columnMs, historyColumns })
    await eventually('history is here', () => listener.of('history').length > 0)
    listener.socket.terminate()
    return listener.of('history')[0]
  }
  const at = (index: number) => times[index] ?? 0
  expect(await pastOf(500)).toMatchObject({
    series: [[id, [at(0), at(1), at(4), at(6)], [0, 1, 2, 3]]],
    bad: [
      [
        id,
        [
          [at(2), at(2)],
          [at(3), at(3)],
          [at(5), at(5)],
        ],
      ],
    ],
  })
  expect(await pastOf(3)).toMatchObject({
    series: [[id, [at(0), at(6)], [0, 3]]],
    bad: [
      [
        id,
        [
          [at(2), at(2)],
          [at(5), at(5)],
        ],
      ],
    ],
  })
})

it('LV5 holds little for a client that does not read, and then the newest value', async () => {
  const everything = live.sensorIds
  const listener = await live.listen(everything)
  const control = await live.listen([live.sensor('state')])
  listener.socket.pause()
  // Its own subscriptions are answered one at a time, however many it sends.
  for (let index = 0; index < 1_500; index++) listener.subscribe(everything)
  const text = 'x'.repeat(4_000)
  const base = Date.now()
  for (let index = 0; index < 1_500; index++)
    void live
      .publish('pump', { state: `${text}${index}`, temp: index }, base + index)
      .catch(() => undefined)
  await eventually(
    'another browser has the last value',
    () => control.newest(live.sensor('state')) === `${text}1499`,
  )
  listener.socket.resume()
  await eventually('the newest value is here', () => {
    const ids = listener.messages.flatMap((message) =>
      message.type === 'frame' || message.type === 'snapshot' ? message.readings : [],
    )
    return ids.some(([id, , value]) => id === live.sensor('temp') && value === 1_499)
  })
  for (const { socket } of [listener, control]) socket.terminate()
})

it('LV7 closes the socket with 4400 for a message that is not of the protocol', async () => {
  for (const text of [
    'nonsense',
    '{}',
    '{"version":99,"type":"subscribe","sensors":[]}',
    '{"version":1,"type":"subscribe","sensors":["a"]}',
    '{"version":1,"type":"subscribe","sensors":[],"historyMs":1000,"since":1700000000000.5}',
  ]) {
    const listener = new LiveClient(live.openSocket(live.person))
    await once(listener.socket, 'open')
    listener.socket.send(text)
    expect(await listener.closed).toBe(4400)
  }
})

it('LV9 a new sensor comes as a difference, to those who may see it', async () => {
  const [listener, chief] = [
    await live.listen([live.sensor('temp')]),
    await live.listen([], {}, await live.site.signIn('boss@example.test', 'admin')),
  ]
  const keysOf = (of: LiveClient) =>
    of.of('difference').flatMap((message) => message.sensors.map(({ key }) => key))
  await live.publish('tank', { invented: 1 })
  await live.publish('pump', { brandNew: 1 })
  await eventually('it is here', () => keysOf(listener).includes('brandNew'))
  // Changes of sensors that other tests made may arrive between them.
  const both = ['invented', 'brandNew']
  await eventually('both are there', () => both.every((key) => keysOf(chief).includes(key)))
  expect(keysOf(listener)).not.toContain('invented')
  const difference = listener
    .of('difference')
    .find(({ sensors }) => sensors.some(({ key }) => key === 'brandNew'))
  expect(difference?.devices).toEqual([
    expect.objectContaining({ lesiId: 'pump-1', sensorCount: expect.any(Number) }),
  ])
  expect(listener.of('catalogue')).toEqual([])
  for (const { socket } of [listener, chief]) socket.terminate()
})
