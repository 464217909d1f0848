import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { MqttClient } from 'mqtt'
import type { BrowserSession } from '#testing/peers/browser-session.ts'
import { eventually } from '#testing/eventually.ts'
import { startSite, type Site } from '#testing/sites/site.ts'
import { ServerMessage } from '#kit/model/live/messages.ts'
import { liveVersion, rightsLostCode } from '#kit/model/live/protocol.ts'

let site: Site
let person: BrowserSession
let pump: MqttClient
let tank: MqttClient
let sensors: { id: number; key: string; lesiId: string }[]

beforeAll(async () => {
  site = await startSite()
  const administrator = await site.signIn('admin@example.test', 'admin')
  for (const lesiId of ['pump-1', 'tank-1']) await site.addDevice(lesiId)
  ;[pump, tank] = await Promise.all([site.connect('pump-1'), site.connect('tank-1')])
  const started = { temp: 1, speed: 1, state: 'RUN' }
  await Promise.all([publish(pump, 'pump-1', started), publish(tank, 'tank-1', { level: 5 })])
  person = await site.signIn('person@example.test', 'basic')
  await site.admin('device bind', { id: 'pump-1', user: 'person@example.test', relation: 'admin' })
  sensors = (await administrator.json<{ data: typeof sensors }>('GET', '/api/sensors')).data
  await eventually(
    'the person sees the pump',
    async () => (await person.json<{ data: object[] }>('GET', '/api/sensors')).data.length === 3,
  )
})
afterAll(async () => {
  await Promise.all([pump.endAsync(true), tank.endAsync(true)])
  await site.close()
})

const publish = (client: MqttClient, lesiId: string, values: object, ts = Date.now()) =>
  client.publishAsync(`warroom/v1/${lesiId}/telemetry`, JSON.stringify({ ts, values }), { qos: 1 })

function sensor(key: string): number {
  const found = sensors.find((known) => known.key === key)
  if (!found) throw new Error(`no sensor ${key} among ${JSON.stringify(sensors)}`)
  return found.id
}

function openSocket(
  session: BrowserSession | null,
  headers: Readonly<Record<string, string>> = {},
): WebSocket {
  const cookie = session ? { cookie: session.cookieHeader } : {}
  return new WebSocket(`${site.server.url.replace('http', 'ws')}/api/live`, {
    headers: { ...cookie, ...headers },
  })
}

/** A browser's end of the socket: everything that came, understood. */
class Listener {
  readonly socket: WebSocket
  readonly messages: ServerMessage[] = []
  readonly closed: Promise<number>

  constructor(socket: WebSocket) {
    this.socket = socket
    this.closed = once(socket, 'close').then(([code]) => code as number)
    socket.on('message', (data: Buffer) =>
      this.messages.push(ServerMessage.parse(JSON.parse(data.toString()))),
    )
  }

  of<Type extends ServerMessage['type']>(type: Type): Extract<ServerMessage, { type: Type }>[] {
    return this.messages.filter(
      (message): message is Extract<ServerMessage, { type: Type }> => message.type === type,
    )
  }

  /** The newest value of a sensor that came in a frame. */
  newest(id: number): number | string | null | undefined {
    return this.of('frame')
      .flatMap(({ readings }) => readings)
      .findLast(([sensorId]) => sensorId === id)?.[2]
  }

  subscribe(ids: readonly number[], more: object = {}): void {
    this.socket.send(
      JSON.stringify({ version: liveVersion, type: 'subscribe', sensors: ids, ...more }),
    )
  }
}

async function listen(
  ids: readonly number[],
  more: object = {},
  session = person,
): Promise<Listener> {
  const listener = new Listener(openSocket(session))
  await once(listener.socket, 'open')
  listener.subscribe(ids, more)
  await eventually('the snapshot is here', () => listener.of('snapshot').length > 0)
  return listener
}

async function refusedWith(socket: WebSocket): Promise<number | undefined> {
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    { statusCode?: number; resume(): void },
  ]
  response.resume()
  return response.statusCode
}

it('LV1 refuses the handshake without session, war room or the own site', async () => {
  expect(await refusedWith(openSocket(null))).toBe(401)
  expect(await refusedWith(openSocket(person, { origin: 'http://evil.example' }))).toBe(403)
  const visitor = await site.signIn('visitor@example.test', 'visitor')
  expect(await refusedWith(openSocket(visitor))).toBe(403)
  const own = openSocket(person, { origin: site.server.url })
  await once(own, 'open')
  own.terminate()
})

it('LV2 answers a subscription with a snapshot, and then sends what changes', async () => {
  const listener = await listen([sensor('temp'), sensor('state')])
  const [snapshot] = listener.of('snapshot')
  expect(snapshot?.readings.map(([id, , value]) => [id, value])).toEqual([
    [sensor('temp'), expect.any(Number)],
    [sensor('state'), 'RUN'],
  ])
  expect(snapshot?.devices).toEqual([[expect.any(Number), 'online', expect.any(Number)]])
  await publish(pump, 'pump-1', { temp: 77.5, speed: 3 })
  await eventually('the frame is here', () => listener.newest(sensor('temp')) === 77.5)
  expect(listener.newest(sensor('speed'))).toBeUndefined()
  listener.socket.terminate()
})

it('LV3 gives nothing of sensors that belong to others', async () => {
  const listener = await listen([sensor('level'), sensor('temp'), 999_999], { historyMs: 60_000 })
  expect(listener.of('snapshot')[0]?.readings.map(([id]) => id)).toEqual([sensor('temp')])
  await publish(tank, 'tank-1', { level: 42 })
  await publish(pump, 'pump-1', { temp: 42 })
  await eventually('the own value is here', () => listener.newest(sensor('temp')) === 42)
  expect(listener.newest(sensor('level'))).toBeUndefined()
  await eventually('history is here', () => listener.of('history').length > 0)
  expect(listener.of('history').flatMap(({ series }) => series.map(([id]) => id))).toEqual([
    sensor('temp'),
  ])
  expect(listener.of('snapshot')[0]?.devices).toHaveLength(1)
  listener.socket.terminate()
})

it('LV4 sends a first change at once, a stream of 200 Hz at most 20 times a second', async () => {
  const listener = await listen([sensor('speed')])
  const begun = performance.now()
  const base = Date.now()
  let published = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      pump.publish(
        'warroom/v1/pump-1/telemetry',
        JSON.stringify({ ts: base + published, values: { speed: 1_000 + published } }),
        { qos: 0 },
      )
      if (++published === 400) {
        clearInterval(timer)
        resolve()
      }
    }, 5)
  })
  await eventually('the last value is here', () => listener.newest(sensor('speed')) === 1_399)
  const seconds = (performance.now() - begun) / 1_000
  const frames = listener.of('frame').length
  expect(listener.of('frame')[0]?.readings[0]?.[2]).toBe(1_000)
  expect(frames).toBeGreaterThan(5)
  expect(frames).toBeLessThanOrEqual(20 * seconds + 2)
  listener.socket.terminate()
})

it('LV2 fills the gap after a reconnect with what came since, and no more', async () => {
  const now = Date.now()
  const times = [-50_000, -40_000, -30_000, -20_000, -10_000].map((offset) => now + offset)
  for (const [index, time] of times.entries()) await publish(pump, 'pump-1', { gap: index }, time)
  await eventually('the sensor is visible', async () => {
    sensors = (await person.json<{ data: typeof sensors }>('GET', '/api/sensors')).data.concat(
      sensors,
    )
    return sensors.some(({ key }) => key === 'gap')
  })
  const pastOf = async (more: object) => {
    const listener = await listen([sensor('gap')], {
      historyMs: 60_000,
      historyColumns: 500,
      ...more,
    })
    await eventually('history is here', () => listener.of('history').length > 0)
    listener.socket.terminate()
    return listener.of('history').flatMap(({ series }) => series)
  }
  expect(await pastOf({})).toEqual([[sensor('gap'), times, [0, 1, 2, 3, 4]]])
  expect(await pastOf({ since: now - 30_000 })).toEqual([
    [sensor('gap'), times.slice(2), [2, 3, 4]],
  ])
})

it('LV5 keeps little for a client that does not read, and then the newest value', async () => {
  const everything = sensors.map(({ id }) => id)
  const listener = await listen(everything)
  const control = await listen([sensor('state')])
  listener.socket.pause()
  // Its own subscriptions are answered one at a time, however many it sends.
  for (let index = 0; index < 1_500; index++) listener.subscribe(everything)
  const text = 'x'.repeat(4_000)
  const base = Date.now()
  for (let index = 0; index < 1_500; index++)
    void publish(pump, 'pump-1', { state: `${text}${index}`, temp: index }, base + index).catch(
      () => undefined,
    )
  await eventually(
    'another browser has the last value',
    () => control.newest(sensor('state')) === `${text}1499`,
  )
  listener.socket.resume()
  await eventually('the newest value is here', () => {
    const ids = listener.messages.flatMap((message) =>
      message.type === 'frame' || message.type === 'snapshot' ? message.readings : [],
    )
    return ids.some(([id, , value]) => id === sensor('temp') && value === 1_499)
  })
  for (const { socket } of [listener, control]) socket.terminate()
})

it('LV7 closes the socket with 4400 for a message that is not of the protocol', async () => {
  for (const text of [
    'nonsense',
    '{}',
    '{"version":99,"type":"subscribe","sensors":[]}',
    '{"version":1,"type":"subscribe","sensors":["a"]}',
  ]) {
    const listener = new Listener(openSocket(person))
    await once(listener.socket, 'open')
    listener.socket.send(text)
    expect(await listener.closed).toBe(4400)
  }
})

it('LV6 closes the socket with 4401 within 1 s of sign-out, others stay', async () => {
  const second = await site.signIn('leaver@example.test', 'basic')
  const [leaving, staying] = [await listen([], {}, second), await listen([sensor('temp')])]
  const begun = performance.now()
  expect((await second.request('POST', '/api/auth/logout')).ok).toBe(true)
  expect(await leaving.closed).toBe(4401)
  expect(performance.now() - begun).toBeLessThan(1_000)
  expect(staying.socket.readyState).toBe(WebSocket.OPEN)
  staying.socket.terminate()
})

it('LV6 cuts off a client that does not answer the close', async () => {
  const session = await site.signIn('silent@example.test', 'basic')
  const listener = await listen([], {}, session)
  listener.socket.pause()
  await session.request('POST', '/api/auth/logout')
  const visible = async () =>
    /^warroom_live_sockets\S* 0$/m.test(
      await (await fetch(`${site.server.url}/api/metrics`)).text(),
    )
  await eventually('the server has let go of it', visible, 5_000)
  listener.socket.terminate()
})

async function accountOf(session: BrowserSession) {
  return (await session.json<{ data: { id: number; email: string } }>('GET', '/api/user')).data
}

it('LV8 a disabled person and one who loses the war room are cut off within 1 s', async () => {
  const chief = await site.signIn('chief@example.test', 'admin')
  const disabled = await site.signIn('disabled@example.test', 'basic')
  const demoted = await site.signIn('demoted@example.test', 'basic')
  const [first, second, staying] = [
    await listen([], {}, disabled),
    await listen([], {}, demoted),
    await listen([sensor('temp')]),
  ]
  let begun = performance.now()
  await chief.json('POST', `/api/users/${(await accountOf(disabled)).id}/disable`, {})
  expect(await first.closed).toBe(4401)
  expect(performance.now() - begun).toBeLessThan(1_000)
  const { id, email } = await accountOf(demoted)
  const edit = {
    version: 1,
    name: 'Demoted',
    email,
    introduction: '',
    roles: ['visitor'],
    permissions: [],
  }
  begun = performance.now()
  await chief.json('PUT', `/api/users/${id}`, edit)
  expect(await second.closed).toBe(rightsLostCode)
  expect(performance.now() - begun).toBeLessThan(1_000)
  expect(staying.socket.readyState).toBe(WebSocket.OPEN)
  staying.socket.terminate()
})

it('LV8 an administrator who looks through a role sees what that role sees', async () => {
  const chief = await site.signIn('viewer@example.test', 'admin')
  const listener = await listen([sensor('level')], {}, chief)
  await publish(tank, 'tank-1', { level: 51 })
  await eventually('the value is here', () => listener.newest(sensor('level')) === 51)
  await chief.json('POST', '/api/auth/role/asign', { role: 'basic' })
  await eventually('the list has changed', () => listener.of('catalogue').length > 0, 1_000)
  const other = await listen([sensor('temp')])
  await publish(tank, 'tank-1', { level: 52 })
  await publish(pump, 'pump-1', { temp: 53 })
  await eventually('another browser has the newer value', () => other.newest(sensor('temp')) === 53)
  expect(listener.newest(sensor('level'))).toBe(51)
  await chief.json('POST', '/api/auth/role/asign', { role: 'visitor' })
  expect(await listener.closed).toBe(rightsLostCode)
  other.socket.terminate()
})

it('LV9 a new sensor comes as a difference, to those who may see it', async () => {
  const [listener, chief] = [
    await listen([sensor('temp')]),
    await listen([], {}, await site.signIn('boss@example.test', 'admin')),
  ]
  const keysOf = (of: Listener) =>
    of.of('difference').flatMap((message) => message.sensors.map(({ key }) => key))
  await publish(tank, 'tank-1', { invented: 1 })
  await publish(pump, 'pump-1', { brandNew: 1 })
  await eventually('it is here', () => keysOf(listener).includes('brandNew'), 1_000)
  await eventually('both are there', () => keysOf(chief).length === 2, 5_000)
  expect(keysOf(listener)).toEqual(['brandNew'])
  expect(listener.of('difference')[0]?.devices).toEqual([
    expect.objectContaining({ lesiId: 'pump-1', sensorCount: expect.any(Number) }),
  ])
  expect(listener.of('catalogue')).toEqual([])
  for (const { socket } of [listener, chief]) socket.terminate()
})
