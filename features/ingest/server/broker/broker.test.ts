import { execFile } from 'node:child_process'
import { connect as connectSocket } from 'node:net'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type MqttClient } from 'mqtt'
import WebSocket from 'ws'
import { callControl } from '#kit/server/control.ts'
import { controlSocketOf } from '#kit/server/data-directory.ts'
import type { BrowserSession } from '#testing/browser-session.ts'
import { eventually } from '#testing/eventually.ts'
import { connectPacket, openWire, publishPacket } from '#testing/mqtt-wire.ts'
import { startSite, type Site } from '#testing/site.ts'

let site: Site
let administrator: BrowserSession
let nextDevice = 1

beforeAll(async () => {
  site = await startSite()
  administrator = await site.signIn('admin@example.test', 'admin')
})
afterAll(() => site.close())

const endOf = (client: MqttClient) =>
  new Promise<void>((resolve) => client.once('close', () => resolve()))

async function newDevice(): Promise<string> {
  const lesiId = `device-${nextDevice++}`
  await site.addDevice(lesiId)
  return lesiId
}

const telemetry = (lesiId: string) => `warroom/v1/${lesiId}/telemetry`
const publish = (client: MqttClient, lesiId: string, document: unknown) =>
  client.publishAsync(
    telemetry(lesiId),
    typeof document === 'string' ? document : JSON.stringify(document),
    { qos: 1 },
  )

function residentMegabytes(): number {
  return (
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.server.pid}/status`, 'utf8'))?.[1]) /
    1024
  )
}

async function statusOf(lesiId: string): Promise<string | undefined> {
  const { data } = await administrator.json<{ data: { lesiId: string; status: string }[] }>(
    'POST',
    '/api/scada/shadow-lambda/things',
  )
  return data.find((device) => device.lesiId === lesiId)?.status
}

it('IN5 stores what comes over MQTT before it acknowledges it', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  for (let round = 1; round <= 3; round++) {
    await publish(client, lesiId, {
      ts: Date.now() + round,
      values: { temp: round, state: `S${round}` },
    })
    expect(await site.count(lesiId)).toBe(round * 2)
  }
  await client.endAsync()
})

it('IN5 stores what mosquitto_pub sends', async () => {
  const lesiId = await newDevice()
  const words = [
    '-h',
    '127.0.0.1',
    '-p',
    new URL(site.server.mqttUrl).port,
    '-u',
    lesiId,
    '-P',
    site.tokenOf(lesiId),
    '-q',
    '1',
  ]
  const run = (...more: string[]) =>
    promisify(execFile)('mosquitto_pub', [...words, ...more]).catch(
      (error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT'
          ? new Error('mosquitto_pub is missing: apt-get install mosquitto-clients')
          : error
      },
    )
  // Several at once: without a client id of their own they must not push each other out.
  await Promise.all(
    [1, 2, 3, 4].map((index) =>
      run(
        '-t',
        telemetry(lesiId),
        '-m',
        JSON.stringify({ ts: Date.now(), values: { [`k${index}`]: 1 } }),
      ),
    ),
  )
  expect(await site.count(lesiId)).toBe(4)
  await expect(run('-t', telemetry(lesiId), '-m', '{"a":1}', '-P', 'wrong')).rejects.toThrow(
    /not authori[sz]ed|bad user name/i,
  )
})

it('IN5 stores what comes over MQTT in a WebSocket on the HTTP port', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId, {}, `${site.server.url.replace('http', 'ws')}/mqtt`)
  await publish(client, lesiId, { ts: Date.now(), values: { a: 1, b: 2 } })
  expect(await site.count(lesiId)).toBe(2)
  await client.endAsync()
  await expect(
    site.connect(lesiId, { password: 'wrong' }, `${site.server.url.replace('http', 'ws')}/mqtt`),
  ).rejects.toThrow()
})

it('IN5 stores what comes at QoS 2 and at QoS 0', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  await client.publishAsync(
    telemetry(lesiId),
    JSON.stringify({ ts: Date.now(), values: { a: 1 } }),
    { qos: 2 },
  )
  expect(await site.count(lesiId)).toBe(1)
  await client.publishAsync(
    telemetry(lesiId),
    JSON.stringify({ ts: Date.now() + 1, values: { a: 2 } }),
    { qos: 0 },
  )
  await eventually('the second reading is stored', async () => (await site.count(lesiId)) === 2)
  await client.endAsync()
})

it('IN4 refuses a wrong token, an unknown device, and what belongs to another', async () => {
  const [own, other] = [await newDevice(), await newDevice()]
  await expect(site.connect(own, { password: 'wrong' })).rejects.toMatchObject({ code: 4 })
  await expect(site.connect('nobody-here', { password: 'x' })).rejects.toMatchObject({ code: 4 })
  await expect(site.connect(own, { password: site.tokenOf(other) })).rejects.toMatchObject({
    code: 4,
  })

  const client = await site.connect(own)
  await client.publishAsync(telemetry(other), '{"a":1}', { qos: 1 })
  await client.endAsync()
  expect(await site.count(other)).toBe(0)
  const listening = await site.connect(own)
  await expect(listening.subscribeAsync(`warroom/v1/${other}/#`)).rejects.toThrow()
  await expect(listening.subscribeAsync('#')).rejects.toThrow()
  await listening.subscribeAsync(`warroom/v1/${own}/#`)
  await listening.endAsync()
  const reasons = (await site.refusals(administrator)).map(
    ({ lesiId, field, reason }) => `${lesiId} ${field}: ${reason}`,
  )
  expect(reasons).toContain(`${own} username: wrong token`)
  expect(reasons).toContain('nobody-here username: no such device')
  expect(reasons).toContain(`${own} topic: ${telemetry(other)} belongs to another device`)
})

it('IN4 ends the connections of a device whose token is replaced', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  const closed = endOf(client)
  await site.admin('device rotate', { id: lesiId })
  await closed
  await expect(site.connect(lesiId)).rejects.toMatchObject({ code: 4 })
})

it('IN6 acknowledges a refused message, lists it with field and reason, and tells the device', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  await client.subscribeAsync(`warroom/v1/${lesiId}/refused`)
  const told: string[] = []
  client.on('message', (_topic, payload) => told.push(payload.toString()))
  const bad = [
    'rubbish',
    { values: { temp: [1] } },
    { ts: 1_780_000_000, values: { temp: 1 } },
    { ['k'.repeat(129)]: 1 },
  ]
  for (const document of bad) await publish(client, lesiId, document)
  await client.publishAsync(`warroom/v1/${lesiId}/status`, 'perhaps', { qos: 1 })
  await eventually('the device was told of each', () => told.length === 5)
  expect(told.map((text) => (JSON.parse(text) as { field: string }).field)).toEqual([
    'document',
    'values.temp',
    'ts',
    'k'.repeat(129),
    'status',
  ])
  // A manager may look at refusals; those of a device that is not theirs are not for them.
  const manager = await site.signIn('manager-of-nothing@example.test', 'manager')
  expect((await site.refusals(manager)).filter((refusal) => refusal.lesiId === lesiId)).toEqual([])
  const listed = (await site.refusals(administrator)).filter((refusal) => refusal.lesiId === lesiId)
  expect(listed.map(({ field }) => field)).toEqual([
    'status',
    'k'.repeat(129),
    'ts',
    'values.temp',
    'document',
  ])
  expect(listed.at(-1)).toMatchObject({
    source: `MQTT ${telemetry(lesiId)}`,
    reason: expect.stringContaining('not JSON'),
    excerpt: 'rubbish',
  })
  expect(await site.count(lesiId)).toBe(0)
  await client.endAsync()
})

it.each(['TCP', 'WebSocket'])(
  'IN7 acknowledges a message over the limit as refused, over %s, and stores what comes behind it',
  async (transport) => {
    const lesiId = await newDevice()
    const webSocket = `${site.server.url.replace('http', 'ws')}/mqtt`
    const client = await site.connect(lesiId, {}, transport === 'TCP' ? undefined : webSocket)
    await client.subscribeAsync(`warroom/v1/${lesiId}/refused`)
    const answers: string[] = []
    client.on('message', (_topic, payload) => answers.push(payload.toString()))
    const refused = { field: 'document', reason: 'has more than 262144 bytes' }
    const lengths = transport === 'TCP' ? [257, 261, 5_000] : [257, 261, 500]
    for (const [index, kibibytes] of lengths.entries())
      for (const qos of [0, 1, 2] as const) {
        const payload = `{"a":"${'x'.repeat(kibibytes * 1024)}"}`
        await client.publishAsync(telemetry(lesiId), payload, { qos, retain: true })
        await publish(client, lesiId, { ts: Date.now() + index * 3 + qos, values: { a: 1 } })
        await eventually('the device got the reason', () => answers.length === index * 3 + qos + 1)
      }
    expect(answers.map((text) => JSON.parse(text) as object)).toEqual(
      Array.from({ length: 9 }, () => refused),
    )
    expect(await site.count(lesiId)).toBe(9)
    const listed = (await site.refusals(administrator)).filter((each) => each.lesiId === lesiId)
    expect(listed).toHaveLength(9)
    expect(listed[0]).toMatchObject({
      ...{ source: `MQTT ${telemetry(lesiId)}`, ...refused },
      excerpt: expect.stringMatching(/^\{"a":"x+$/),
    })
    await client.endAsync()
  },
)

it('IN7 holds no message over the limit in memory, and acknowledges none before its end', async () => {
  const before = residentMegabytes()
  const payload = Buffer.alloc(20 * 1024 * 1024, 'x')
  const senders = Array.from({ length: 6 }, async () => {
    const lesiId = await newDevice()
    const { socket, received } = await openWire(site.server.mqttUrl)
    socket.write(connectPacket({ username: lesiId, password: site.tokenOf(lesiId) }))
    const packet = publishPacket(telemetry(lesiId), payload, 1)
    socket.write(packet.subarray(0, -1))
    await eventually('most of it was read', () => socket.writableLength === 0)
    return { socket, received, last: packet.subarray(-1) }
  })
  const wires = await Promise.all(senders)
  expect(wires.map(({ received }) => received().length)).toEqual(wires.map(() => 4))
  expect(residentMegabytes() - before).toBeLessThan(80)
  for (const { socket, last } of wires) socket.write(last)
  await eventually('each PUBACK came', () => wires.every(({ received }) => received().length === 8))
  for (const { socket } of wires) socket.destroy()
})

it('IN7 lists why a WebSocket message over its limit ends the connection', async () => {
  const lesiId = await newDevice()
  const webSocket = `${site.server.url.replace('http', 'ws')}/mqtt`
  const client = await site.connect(lesiId, {}, webSocket)
  client.on('error', () => undefined)
  const closed = endOf(client)
  client.publish(telemetry(lesiId), 'x'.repeat(2 * 1024 * 1024), { qos: 1 })
  await closed
  await eventually('it is listed', async () =>
    (await site.refusals(administrator)).some(
      (each) => each.lesiId === lesiId && each.reason.startsWith('a WebSocket message is too long'),
    ),
  )
})

it('IN16 asks the peer of every MQTT connection whether it is there, by TCP', async () => {
  const socket = new WebSocket(`${site.server.url.replace('http', 'ws')}/mqtt`, 'mqtt')
  const [{ socket: webSocket }] = (await once(socket, 'upgrade')) as [IncomingMessage]
  const plain = await openWire(site.server.mqttUrl)
  for (const { localPort = 0 } of [webSocket, plain.socket])
    await eventually('a keep-alive timer runs', () => timerOfPeer(localPort) === 'keep-alive')
  socket.terminate()
  plain.socket.destroy()
})

/** The kernel's timer of the server's end of the connection from a local port. */
function timerOfPeer(localPort: number): string | undefined {
  const port = localPort.toString(16).toUpperCase().padStart(4, '0')
  const rows = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/net/${name}`, 'utf8').split('\n'),
  )
  const timer = rows
    .map((row) => row.trim().split(/\s+/))
    .find((row) => row[2]?.endsWith(`:${port}`))
  return { '00': 'none', '01': 'retransmit', '02': 'keep-alive' }[timer?.[5]?.slice(0, 2) ?? '']
}

async function sendBytes(port: number, bytes: Uint8Array): Promise<void> {
  const socket = connectSocket(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  socket.write(bytes)
  socket.end()
  await closed
}

it('IN8 outlives garbage on the MQTT port and on the HTTP port', async () => {
  const lesiId = await newDevice()
  const ports = [new URL(site.server.mqttUrl).port, new URL(site.server.url).port].map(Number)
  const malformed = [
    Buffer.alloc(0),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x7f]),
    Buffer.from([0x10, 0x04, 0x00, 0x04, 0x4d, 0x51]),
    Buffer.from([0x30, 0x02, 0x00, 0x00]),
    Buffer.from([0x00, 0x00, 0xf0, 0x00]),
    Buffer.from('POST /api/ingest/x HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n{'),
    ...Array.from({ length: 20 }, () => randomBytes(2_000)),
  ]
  for (const port of ports) await Promise.all(malformed.map((bytes) => sendBytes(port, bytes)))
  const client = await site.connect(lesiId)
  await publish(client, lesiId, { ts: Date.now(), values: { a: 1 } })
  expect(await site.count(lesiId)).toBe(1)
  expect(
    (await site.refusals(administrator)).some(
      ({ source, field }) => source === 'MQTT' && field === 'packet',
    ),
  ).toBe(true)
  await client.endAsync()
})

it('IN8 serves a neighbour while another device floods garbage and does not read what it subscribed to', async () => {
  const [noisy, quiet] = [await newDevice(), await newDevice()]
  const flood = await site.connect(noisy)
  await flood.subscribeAsync(`warroom/v1/${noisy}/#`)
  flood.on('error', () => undefined)
  ;(flood.stream as unknown as { pause(): void }).pause()
  const garbage = 'z'.repeat(20_000)
  const pouring = setInterval(() => {
    for (let count = 0; count < 50; count++) flood.publish(telemetry(noisy), garbage, { qos: 0 })
  }, 5)
  const neighbour = await site.connect(quiet)
  let slowest = 0
  for (let index = 0; index < 40; index++) {
    const begun = performance.now()
    await publish(neighbour, quiet, { ts: Date.now() + index, values: { a: index } })
    slowest = Math.max(slowest, performance.now() - begun)
  }
  clearInterval(pouring)
  // Far less than the time after which a subscriber that does not read is cut off: nobody waited
  // for it.
  expect(slowest).toBeLessThan(5_000)
  expect(await site.count(quiet)).toBe(40)
  expect(
    (await site.refusals(administrator)).filter(({ lesiId }) => lesiId === noisy).length,
  ).toBeGreaterThan(50)
  await neighbour.endAsync()
  await flood.endAsync(true)
})

it('IN9 takes the birth for online and the will for offline', async () => {
  const lesiId = await newDevice()
  const will = {
    topic: `warroom/v1/${lesiId}/status`,
    payload: Buffer.from('offline'),
    qos: 1 as const,
    retain: true,
  }
  const client = await site.connect(lesiId, { will })
  await client.publishAsync(will.topic, 'online', { qos: 1, retain: true })
  expect(await statusOf(lesiId)).toBe('online')
  client.stream.destroy()
  await eventually('the will has been heard', async () => (await statusOf(lesiId)) === 'offline')
})

it('IN5 answers 200 over HTTP with the number stored, and stores a batch that is sent again once (IN10)', async () => {
  const lesiId = await newDevice()
  const batch = JSON.stringify(
    Array.from({ length: 100 }, (_, index) => ({
      ts: Date.now() - index * 1_000,
      values: { a: index, b: `t${index}` },
    })),
  )
  for (let round = 0; round < 3; round++) {
    const response = await site.post(lesiId, batch)
    expect([response.status, await response.json()]).toEqual([200, { data: { stored: 200 } }])
    expect(await site.count(lesiId)).toBe(200)
  }
})

it('IN10 stores once what is sent again over another protocol', async () => {
  const lesiId = await newDevice()
  const document = JSON.stringify({
    ts: Date.now(),
    values: { a: 0.1 + 0.2, b: -0, c: 1e21, d: 5e-324, e: 'naïve\t\\N' },
  })
  const client = await site.connect(lesiId)
  await publish(client, lesiId, document)
  await site.post(lesiId, document)
  await publish(client, lesiId, document)
  expect(await site.count(lesiId)).toBe(5)
  await client.endAsync()
})

it('IN6 answers 401, 422 with the field, and 400 over HTTP, and lists each', async () => {
  const lesiId = await newDevice()
  const answer = async (body: string, token?: string) => {
    const response = await site.post(lesiId, body, token)
    return [response.status, (await response.json()) as { error: string; errors?: object }] as const
  }
  expect(await answer('{"a":1}', 'wrong')).toMatchObject([401, { error: 'device_unauthenticated' }])
  expect(await answer('{"values":{"a":[1]}}')).toMatchObject([
    422,
    { error: 'invalid', errors: { 'values.a': [expect.any(String)] } },
  ])
  expect(await answer('nonsense')).toMatchObject([
    422,
    { errors: { document: [expect.stringContaining('not JSON')] } },
  ])
  expect(await answer('['.repeat(100_000) + ']'.repeat(100_000))).toMatchObject([
    422,
    { errors: { '[0]': [expect.any(String)] } },
  ])
  expect(await answer(`{"a":"${'x'.repeat(256 * 1024)}"}`)).toMatchObject([
    400,
    { error: 'payload_too_large' },
  ])
  expect(await answer('{"__proto__":1}')).toMatchObject([200, { data: { stored: 1 } }])
  const listed = (await site.refusals(administrator)).filter((refusal) => refusal.lesiId === lesiId)
  expect(listed.map(({ field }) => field)).toEqual([
    'document',
    '[0]',
    'document',
    'values.a',
    'authorization',
  ])
})

it('IN4 answers a wrong token over HTTP otherwise than none, and the same whether there is such a device', async () => {
  const lesiId = await newDevice()
  const answer = async (device: string, headers: Record<string, string>) => {
    const response = await fetch(`${site.server.url}/api/ingest/${device}`, {
      method: 'POST',
      headers,
      body: '{"a":1}',
    })
    return [response.status, ((await response.json()) as { message: string }).message]
  }
  const [wrong, none] = [{ authorization: 'Bearer wrong' }, {}]
  expect(await answer(lesiId, wrong)).toEqual([
    401,
    'The device token is wrong, or there is no such device',
  ])
  expect(await answer('no-such-device', wrong)).toEqual(await answer(lesiId, wrong))
  expect(await answer(lesiId, none)).toEqual([
    401,
    'Send the device token as: Authorization: Bearer TOKEN',
  ])
  expect(await answer('no-such-device', none)).toEqual(await answer(lesiId, none))
  const reasons = (await site.refusals(administrator))
    .filter((refusal) => refusal.lesiId === lesiId)
    .map(({ reason }) => reason)
  expect(reasons).toEqual(['no token', 'no token', 'wrong token', 'wrong token'])
})

it('IN4 a device that is added anew hears nothing that was retained for the removed one of its LESI ID', async () => {
  const lesiId = await newDevice()
  const will = {
    topic: `warroom/v1/${lesiId}/status`,
    payload: Buffer.from('offline'),
    qos: 1 as const,
    retain: true,
  }
  const first = await site.connect(lesiId, { will })
  await first.publishAsync(telemetry(lesiId), '{"a":1}', { qos: 1, retain: true })
  await first.publishAsync(will.topic, 'online', { qos: 1, retain: true })
  const rotated = endOf(first)
  const { token } = await site.admin<{ token: string }>('device rotate', { id: lesiId })
  await rotated
  const connectAndListen = async (password: string) => {
    const client = await site.connect(lesiId, { will, password })
    const [retained, refused]: [string[], string[]] = [[], []]
    client.on('message', (topic, payload, { retain }) => {
      if (retain) retained.push(`${topic.split('/').at(-1)} ${payload.toString()}`)
      if (topic.endsWith('/refused')) refused.push(topic)
    })
    await client.subscribeAsync(`warroom/v1/${lesiId}/#`)
    return { client, retained, refused }
  }
  // A new token is no new device.
  const second = await connectAndListen(token)
  await eventually('both topics were heard', () => second.retained.length === 2)
  expect(second.retained.toSorted()).toEqual(['status offline', 'telemetry {"a":1}'])
  const removed = endOf(second.client)
  await callControl(controlSocketOf(site.directory), 'device remove', { id: lesiId, yes: true })
  await removed
  await site.addDevice(lesiId)
  const third = await connectAndListen(site.tokenOf(lesiId))
  for (let round = 1; round <= 5; round++) {
    await publish(third.client, lesiId, 'rubbish')
    await eventually(
      'the refusal came, and what was retained before it',
      () => third.refused.length === round,
    )
  }
  expect(third.retained).toEqual([])
  await third.client.endAsync()
})

it('IN15 keeps no session of a connection that has ended', async () => {
  const lesiId = await newDevice()
  const options = {
    username: lesiId,
    password: site.tokenOf(lesiId),
    clientId: 'lasting',
    clean: false,
    reconnectPeriod: 0,
  }
  for (let round = 0; round < 2; round++) {
    const client = connect(site.server.mqttUrl, options)
    const connack = await new Promise<{ sessionPresent: boolean }>((resolve) =>
      client.once('connect', resolve),
    )
    expect(connack.sessionPresent).toBe(false)
    await client.subscribeAsync(`warroom/v1/${lesiId}/refused`, { qos: 1 })
    await client.endAsync()
  }
})
