import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import { kioskProtocol, sessionEndedCode } from '#kit/model/live/protocol.ts'
import { promptTimeoutMs, eventually } from '#testing/eventually.ts'
import type { BrowserSession } from '#testing/peers/browser-session.ts'
import { LiveClient, LiveSite } from '#testing/sites/live-site.ts'

let live: LiveSite
let administrator: BrowserSession

beforeAll(async () => {
  live = await LiveSite.start()
  administrator = await live.site.signIn('chief@example.test', 'admin')
})
afterAll(() => live.close())

const widget = (id: string, thing: string, key: string, x: number) => ({
  ...{ id, sensor: { thing, key }, kind: null, options: {}, x, y: 0, w: 3, h: 2 },
})
const temp = () => widget('a', 'pump-1', 'temp', 0)
const speed = () => widget('b', 'pump-1', 'speed', 3)

interface Kiosk {
  readonly board: string
  readonly link: string
  readonly token: string
}

async function kiosk(widgets: object[], by = live.person): Promise<Kiosk> {
  type Reply = { data: { id: string } }
  const dashboard = await by.json<Reply>('POST', '/api/dashboards', { name: 'Pumps', widgets })
  const board = dashboard.data.id
  const path = `/api/boards/${board}/kiosk-links`
  const made = await by.json<{ data: { link: { id: string }; token: string } }>('POST', path, {
    ...{ name: 'Gate', days: 1 },
  })
  return { board, link: made.data.link.id, token: made.data.token }
}

function openSocket(token: string, headers: Readonly<Record<string, string>> = {}): WebSocket {
  const url = `${live.site.server.url.replace('http', 'ws')}/api/kiosk/live`
  return new WebSocket(url, [kioskProtocol, token], { headers })
}

/** Somebody without an account who looks through a link, and asked for these sensors. */
async function viewBoard({ token }: Kiosk, ids: readonly number[]): Promise<LiveClient> {
  const client = new LiveClient(openSocket(token))
  await once(client.socket, 'open')
  client.subscribe(ids, { historyMs: 60_000 })
  await eventually('the snapshot is here', () => client.of('snapshot').length > 0)
  return client
}

/** How the server answers a handshake that it refuses. */
async function refusal(socket: WebSocket): Promise<number> {
  socket.on('error', () => undefined)
  const [, response] = await once(socket, 'unexpected-response')
  return response.statusCode as number
}

it('KS6 a link shows the sensors of its board live, and asks in vain for all others', async () => {
  const client = await viewBoard(await kiosk([temp()]), live.sensorIds)
  const others = live.sensorIds.filter((id) => id !== live.sensor('temp'))
  await eventually('the others are closed', () => client.of('closed').length > 0)
  expect(
    client
      .of('closed')
      .flatMap(({ sensors }) => sensors)
      .toSorted(),
  ).toEqual(others.toSorted())
  await live.publish('tank', { level: 77 })
  await live.publish('pump', { temp: 31, speed: 32, state: 'STOP' })
  await eventually('the value is here', () => client.newest(live.sensor('temp')) === 31)
  const readings = client.messages.flatMap((message) =>
    message.type === 'frame' || message.type === 'snapshot' ? message.readings : [],
  )
  expect(new Set(readings.map(([id]) => id))).toEqual(new Set([live.sensor('temp')]))
  const pump = client.of('snapshot').flatMap(({ devices }) => devices)
  expect(pump).toHaveLength(1)
  await eventually('a beat is here', () => client.of('heartbeat').length > 0)
  for (const beat of client.of('heartbeat'))
    expect(beat).toMatchObject({ readingsPerSecond: 0, storedUpTo: null, storeOutage: null })
  client.socket.terminate()
})

it('KS6 nothing that happens elsewhere in the catalogue comes to a link', async () => {
  const client = await viewBoard(await kiosk([temp()], administrator), [live.sensor('temp')])
  const whole = await live.listen([], {}, administrator)
  await live.publish('tank', { pressure: 4 })
  await eventually('an account receives it', () => whole.of('difference').length > 0)
  await live.publish('pump', { temp: 41 })
  await eventually('the value is here', () => client.newest(live.sensor('temp')) === 41)
  expect([client.of('difference'), client.of('devices')]).toEqual([[], []])
  for (const { socket } of [client, whole]) socket.terminate()
})

it('KS7 an open link ends within 1 s of being revoked; another of the board stays', async () => {
  const first = await kiosk([temp()])
  const path = `/api/boards/${first.board}/kiosk-links`
  const made = await live.person.json<{ data: { token: string } }>('POST', path, {
    ...{ name: 'Other', days: 1 },
  })
  const [ending, staying] = [
    await viewBoard(first, [live.sensor('temp')]),
    await viewBoard({ ...first, token: made.data.token }, [live.sensor('temp')]),
  ]
  const begun = performance.now()
  await live.person.json('DELETE', `${path}/${first.link}`)
  expect(await ending.closed).toBe(sessionEndedCode)
  expect(performance.now() - begun).toBeLessThan(promptTimeoutMs)
  await live.publish('pump', { temp: 51 })
  await eventually('the other goes on', () => staying.newest(live.sensor('temp')) === 51)
  expect(await refusal(openSocket(first.token))).toBe(401)
  staying.socket.terminate()
})

it('KS7 an open link ends with the account, and a sensor in it with the binding', async () => {
  const person = await live.site.signIn('maker@example.test', 'basic')
  const binding = { id: 'pump-1', user: 'maker@example.test', relation: 'sub-user' }
  await live.site.admin('device bind', binding)
  await eventually('the pump is theirs', async () => {
    const list = await person.json<{ data: object[] }>('GET', '/api/sensors')
    return list.data.length > 0
  })
  const client = await viewBoard(await kiosk([temp()], person), [live.sensor('temp')])
  const { id } = (await person.json<{ data: { id: number } }>('GET', '/api/user')).data
  let begun = performance.now()
  await administrator.request('DELETE', `/api/devices/pump-1/bindings/${id}`)
  await eventually('the sensor is closed', () => client.of('closed').length > 0, promptTimeoutMs)
  begun = performance.now()
  await administrator.json('POST', `/api/users/${id}/disable`, {})
  expect(await client.closed).toBe(sessionEndedCode)
  expect(performance.now() - begun).toBeLessThan(promptTimeoutMs)
})

it('KS8 a link follows its board: what comes to it is live, what goes ends', async () => {
  const shown = await kiosk([temp()])
  const client = await viewBoard(shown, [live.sensor('temp')])
  await live.person.json('PUT', `/api/dashboards/${shown.board}`, {
    ...{ version: 1, widgets: [speed()] },
  })
  await eventually('it receives the version', () =>
    client.of('board').some(({ boardVersion }) => boardVersion === 2),
  )
  await eventually('the sensor that went is closed', () =>
    client.of('closed').some(({ sensors }) => sensors.includes(live.sensor('temp'))),
  )
  client.subscribe([live.sensor('speed'), live.sensor('temp')])
  await live.publish('pump', { temp: 61, speed: 62 })
  await eventually('the new one is here', () => client.newest(live.sensor('speed')) === 62)
  expect(client.newest(live.sensor('temp'))).not.toBe(61)
  await live.person.json('PUT', `/api/dashboards/${shown.board}`, { version: 2, deleted: true })
  expect(await client.closed).toBe(sessionEndedCode)
})

it('KS9 a socket without a token, with a wrong one or from another site is refused', async () => {
  const { token } = await kiosk([temp()])
  expect(await refusal(openSocket('wrong'))).toBe(401)
  expect(await refusal(openSocket(token, { origin: 'https://elsewhere.test' }))).toBe(403)
  const plain = `${live.site.server.url.replace('http', 'ws')}/api/kiosk/live`
  expect(await refusal(new WebSocket(plain))).toBe(401)
  const usual = `${live.site.server.url.replace('http', 'ws')}/api/live`
  expect(await refusal(new WebSocket(usual, [kioskProtocol, token]))).toBe(401)
})
