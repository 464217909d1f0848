import { once } from 'node:events'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BrowserSession } from '#testing/browser-session.ts'
import { eventually } from '#testing/eventually.ts'
import {
  connectPacket,
  openWire,
  publishPacket,
  pubrelPacket,
  type ConnectOptions,
  type Wire,
} from '#testing/mqtt-wire.ts'
import { startSite, type Site } from '#testing/site.ts'
import {
  bytesPerSecond,
  maximumConnectionsPerDevice,
  maximumUnreleasedMessages,
} from '../../contract/limits.ts'

let site: Site
let administrator: BrowserSession
let silent: Wire
let nextDevice = 1

beforeAll(async () => {
  site = await startSite()
  administrator = await site.signIn('admin@example.test', 'admin')
  silent = await openWire(site.server.mqttUrl)
})
afterAll(() => site.close())

async function newDevice(): Promise<string> {
  const lesiId = `limits-${nextDevice++}`
  await site.addDevice(lesiId)
  return lesiId
}

const telemetry = (lesiId: string) => `warroom/v1/${lesiId}/telemetry`
const document = (value: number) => JSON.stringify({ ts: Date.now() + value, values: { a: value } })

async function send(lesiId: string, options: Partial<ConnectOptions> = {}): Promise<Wire> {
  const wire = await openWire(site.server.mqttUrl)
  wire.socket.write(connectPacket({ username: lesiId, password: site.tokenOf(lesiId), ...options }))
  return wire
}

async function signIn(lesiId: string, options: Partial<ConnectOptions> = {}): Promise<Wire> {
  const wire = await send(lesiId, options)
  await eventually('the CONNACK came', () => wire.received().length >= 4)
  expect(wire.received().subarray(0, 4)).toEqual(Buffer.from([0x20, 2, 0, 0]))
  return wire
}

/** The CONNACK of a connection that is refused, and its end. */
async function refusedConnack(wire: Wire): Promise<readonly number[]> {
  await once(wire.socket, 'close')
  return [...wire.received()]
}

async function budgetOf(kind: string): Promise<number> {
  const reply = await fetch(`${site.server.url}/api/metrics`)
  return Number(
    new RegExp(`^warroom_budget_bytes\\{kind="${kind}"\\} (\\d+)`, 'm').exec(
      await reply.text(),
    )?.[1],
  )
}

async function listed(lesiId: string | null): Promise<readonly string[]> {
  const all = await site.refusals(administrator)
  return all
    .filter((refusal) => refusal.lesiId === lesiId)
    .map(({ address, field, reason }) => `${address} ${field}: ${reason}`)
}

const endOf = (client: MqttClient) =>
  new Promise<void>((resolve) => client.once('close', () => resolve()))

it('IN16 holds no message of QoS 2 that waits for its PUBREL, only its identifier, and gives that back', async () => {
  const lesiId = await newDevice()
  const wires = await Promise.all(
    [1, 2, 3, 4].map((index) => signIn(lesiId, { clientId: `c${index}` })),
  )
  const payload = Buffer.alloc(20_000, 'x')
  for (let messageId = 1; messageId <= 250; messageId++)
    for (const { socket } of wires)
      socket.write(publishPacket(telemetry(lesiId), payload, 2, messageId))
  await eventually(
    'every PUBREC came',
    () => wires.every((wire) => wire.received().length === 4 + 250 * 4),
    60_000,
  )
  expect(await budgetOf('mqtt-packet')).toBe(4 * 250 * 256)
  for (let messageId = 1; messageId <= 250; messageId++)
    wires[0]?.socket.write(pubrelPacket(messageId))
  await eventually(
    'one has released its own',
    async () => (await budgetOf('mqtt-packet')) === 3 * 250 * 256,
  )
  for (const { socket } of wires) socket.destroy()
  await eventually('all of it is given back', async () => (await budgetOf('mqtt-packet')) === 0)
})

it('IN16 ends the connection that leaves too many messages without PUBREL, and says so', async () => {
  const lesiId = await newDevice()
  const wire = await signIn(lesiId)
  const messages = Array.from({ length: maximumUnreleasedMessages + 1 }, (_, index) =>
    publishPacket(telemetry(lesiId), Buffer.from('rubbish'), 2, index + 1),
  )
  wire.socket.write(Buffer.concat(messages))
  await once(wire.socket, 'close')
  expect(await listed(lesiId)).toContain(
    `127.0.0.1 packet: more than ${maximumUnreleasedMessages} QoS 2 messages wait for their PUBREL`,
  )
})

it('IN16 counts what has come of a packet, for the address before the sign-in and for the device after', async () => {
  const lesiId = await newDevice()
  const wire = await signIn(lesiId)
  wire.socket.write(publishPacket(telemetry(lesiId), Buffer.alloc(200_000), 1).subarray(0, 150_000))
  const stranger = await openWire(site.server.mqttUrl)
  stranger.socket.write(
    connectPacket({ username: 'x'.repeat(4_000), password: 'y' }).subarray(0, 3_000),
  )
  await eventually('both are counted', async () => (await budgetOf('mqtt-packet')) > 152_000)
  wire.socket.destroy()
  stranger.socket.destroy()
  await eventually('both are given back', async () => (await budgetOf('mqtt-packet')) === 0)
})

it('IN16 lets one device have so many connections, and another its own', async () => {
  const [lesiId, neighbour] = [await newDevice(), await newDevice()]
  const wires = await Promise.all(
    Array.from({ length: maximumConnectionsPerDevice }, () => signIn(lesiId)),
  )
  expect(await refusedConnack(await send(lesiId))).toEqual([0x20, 2, 0, 3])
  expect(await listed(lesiId)).toContain(
    `127.0.0.1 connection: ${maximumConnectionsPerDevice} connections with these credentials are open`,
  )
  const other = await site.connect(neighbour)
  await other.publishAsync(telemetry(neighbour), document(1), { qos: 1 })
  await other.endAsync()
  for (const { socket } of wires) socket.destroy()
  await eventually('a place is free again', async () => {
    const wire = await send(lesiId)
    await eventually('the answer came', () => wire.received().length >= 4)
    return wire.received()[3] === 0
  })
})

it('IN16 refuses long wills and client ids by their CONNACK, and longer CONNECTs before they are read', async () => {
  const lesiId = await newDevice()
  const topic = `warroom/v1/${lesiId}/status`
  const before = await budgetOf('will')
  expect(
    await refusedConnack(await send(lesiId, { will: { topic, payload: Buffer.alloc(5_000) } })),
  ).toEqual([0x20, 2, 0, 5])
  expect(await refusedConnack(await send(lesiId, { clientId: 'c'.repeat(257) }))).toEqual([
    0x20, 2, 0, 2,
  ])
  expect(await refusedConnack(await send(lesiId, { clientId: 'c'.repeat(60_000) }))).toEqual([])
  expect(await listed(lesiId)).toEqual([
    '127.0.0.1 client id: has 257 characters; 256 are allowed',
    `127.0.0.1 will: has ${5_000 + topic.length} bytes; 4096 are allowed`,
  ])
  expect(await listed(null)).toContain('127.0.0.1 packet: is longer than 8192 bytes')
  const wire = await signIn(lesiId, {
    clientId: 'c'.repeat(256),
    will: { topic, payload: Buffer.from('offline') },
  })
  expect(await budgetOf('will')).toBe(before + topic.length + 'offline'.length)
  wire.socket.destroy()
  await eventually('the will is given back', async () => (await budgetOf('will')) === before)
})

it('IN16 ends a SUBSCRIBE for very many topics', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  client.on('error', () => undefined)
  const closed = endOf(client)
  client.subscribe(Array.from({ length: 101 }, (_, index) => `topic-${index}`))
  await closed
  expect(await listed(lesiId)).toEqual([
    '127.0.0.1 subscribe: asks for 101 topics at once; 100 are allowed',
  ])
})

it('IN22 slows a device that sends faster than its share, and nobody else', async () => {
  const [lesiId, neighbour] = [await newDevice(), await newDevice()]
  const [wire, other] = [await signIn(lesiId), await site.connect(neighbour)]
  const payload = Buffer.alloc(250_000, 'x')
  const count = 40
  const begun = performance.now()
  for (let messageId = 1; messageId <= count; messageId++)
    wire.socket.write(publishPacket(telemetry(lesiId), payload, 1, messageId))
  for (let value = 1; value <= 10; value++)
    await other.publishAsync(telemetry(neighbour), document(value), { qos: 1 })
  expect(wire.received().length).toBeLessThan(4 + count * 4)
  await eventually('every PUBACK came', () => wire.received().length === 4 + count * 4, 30_000)
  // It cannot have been faster: a burst, what is read at once, and the rest at the pace.
  const paced = count * payload.length - bytesPerSecond - 2 * payload.length
  expect(performance.now() - begun).toBeGreaterThan((paced / bytesPerSecond) * 1_000)
  await other.endAsync()
})

it.each([
  ['MQTT 3.1', { protocol: 'MQIsdp', level: 3 }],
  ['MQTT 5', { level: 5 }],
  ['protocol level 132', { level: 132 }],
])(
  'IN17 answers %s with "unacceptable protocol version", and lists it with the address',
  async (name, options) => {
    const lesiId = await newDevice()
    expect(await refusedConnack(await send(lesiId, options))).toEqual([0x20, 2, 0, 1])
    expect(await listed(null)).toContain(
      `127.0.0.1 protocol: speaks ${name}; the version of MQTT here is 3.1.1`,
    )
  },
)

it('IN17 names the version to clients of MQTT 3.1 and 5 as people use them', async () => {
  const lesiId = await newDevice()
  await expect(
    site.connect(lesiId, { protocolVersion: 3, protocolId: 'MQIsdp' }),
  ).rejects.toMatchObject({ code: 1 })
  await expect(site.connect(lesiId, { protocolVersion: 5 })).rejects.toThrow(
    /protocol version|Unspecified|code/i,
  )
})

it.each([
  ['TLS', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])],
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
])('IN17 recognises %s on the port', async (name, bytes) => {
  const wire = await openWire(site.server.mqttUrl)
  wire.socket.write(bytes)
  await once(wire.socket, 'close')
  expect(
    (await listed(null)).some((line) =>
      line.startsWith(`127.0.0.1 protocol: is ${name}; this port takes MQTT`),
    ),
  ).toBe(true)
})

it('IN18 grants the QoS that it delivers', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  const arrived: number[] = []
  client.on('message', (_topic, _payload, { qos }) => arrived.push(qos))
  const granted = await client.subscribeAsync(
    [`warroom/v1/${lesiId}/telemetry`, `warroom/v1/${lesiId}/+`, `warroom/v1/${lesiId}/status`],
    { qos: 2 },
  )
  expect(granted.map(({ qos }) => qos)).toEqual([0, 0, 0])
  await client.publishAsync(telemetry(lesiId), document(1), { qos: 2 })
  await client.publishAsync(`warroom/v1/${lesiId}/status`, 'online', { qos: 1, retain: true })
  await eventually('it was delivered', () => arrived.length === 2)
  await client.subscribeAsync(`warroom/v1/${lesiId}/#`, { qos: 1 })
  await eventually('what is retained was delivered', () => arrived.length === 3)
  expect(new Set(arrived)).toEqual(new Set([0]))
  await client.endAsync()
})

it('IN19 an empty retained message clears the topic', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  const topics = [telemetry(lesiId), `warroom/v1/${lesiId}/status`]
  const before = await budgetOf('will')
  await client.publishAsync(topics[0] ?? '', document(1), { qos: 1, retain: true })
  await client.publishAsync(topics[1] ?? '', 'online', { qos: 1, retain: true })
  expect(await budgetOf('will')).toBeGreaterThan(before)
  for (const topic of topics) await client.publishAsync(topic, '', { qos: 1, retain: true })
  expect(await budgetOf('will')).toBe(before)
  expect(await listed(lesiId)).toEqual([])
  const retained: string[] = []
  const reader = await site.connect(lesiId)
  reader.on('message', (topic, _payload, { retain }) => retain && retained.push(topic))
  await reader.subscribeAsync(`warroom/v1/${lesiId}/#`)
  const next = new Promise<void>((resolve) => reader.once('message', () => resolve()))
  await client.publishAsync(topics[0] ?? '', document(2), { qos: 1 })
  await next
  expect(retained).toEqual([])
  await Promise.all([client.endAsync(), reader.endAsync()])
})

it('IN20 acknowledges what is refused for good, so that what comes behind it is stored', async () => {
  const [lesiId, other] = [await newDevice(), await newDevice()]
  const client = await site.connect(lesiId)
  const listening = await site.connect(other)
  const heard: string[] = []
  listening.on('message', (_topic, payload) => heard.push(payload.toString()))
  await listening.subscribeAsync(`warroom/v1/${other}/#`)
  for (const topic of [
    telemetry(other),
    `warroom/v1/${other}/status`,
    'somewhere/else',
    '$SYS/refused',
  ])
    for (const qos of [0, 1, 2] as const)
      await client.publishAsync(topic, document(1), { qos, retain: true })
  await client.publishAsync(telemetry(lesiId), document(2), { qos: 1 })
  expect(await site.count(lesiId)).toBe(1)
  expect(await site.count(other)).toBe(0)
  expect(await listed(lesiId)).toContain(
    `127.0.0.1 topic: ${telemetry(other)} belongs to another device`,
  )
  await listening.publishAsync(telemetry(other), document(3), { qos: 1 })
  await eventually('its own was delivered', () => heard.length > 0)
  expect(heard).toHaveLength(1)
  await Promise.all([client.endAsync(), listening.endAsync()])
})

it('IN16 ends a connection on which no CONNECT comes', async () => {
  if (!silent.socket.destroyed) await once(silent.socket, 'close')
  expect(await listed(null)).toContain('127.0.0.1 packet: no CONNECT came in time')
})
