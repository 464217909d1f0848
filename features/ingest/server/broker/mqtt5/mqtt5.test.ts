import { execFile } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import type { IClientOptions, MqttClient } from 'mqtt'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { openWire } from '#testing/peers/mqtt-wire.ts'
import { statusTopic, telemetryTopic } from '#testing/sites/device-site.ts'
import { devices } from '#testing/sites/shared-device-site.ts'
import { generate, type Packet } from 'mqtt-packet'

const { site, newDevice, listed, budgetOf } = devices

const current = { protocolVersion: 5 } as const

async function connect(lesiId: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = await site.connect(lesiId, { ...current, ...options })
  client.on('error', () => undefined)
  onTestFinished(() => client.endAsync(true))
  return client
}

const document = (values: object, ts = Date.now()) => JSON.stringify({ ts, values })

it.each([0, 1, 2] as const)('IN60 takes readings of MQTT 5 at QoS %i', async (qos) => {
  const lesiId = await newDevice()
  const client = await connect(lesiId)
  const properties = { userProperties: { a: 'b' }, messageExpiryInterval: 5 }
  for (let index = 0; index < 50; index++)
    await client.publishAsync(telemetryTopic(lesiId), document({ index }), { qos, properties })
  await eventually('all are stored', async () => (await site.count(lesiId)) === 50)
})

it('IN60 a client of MQTT 5 receives its limits and its identifier', async () => {
  const lesiId = await newDevice()
  const wire = await openWire(site.server.mqttUrl)
  const password = Buffer.from(site.tokenOf(lesiId))
  const packet = { cmd: 'connect', clientId: '', username: lesiId, password, keepalive: 0 }
  const properties5 = { sessionExpiryInterval: 100 }
  wire.socket.write(generate({ ...packet, ...current, properties: properties5 } as Packet, current))
  await eventually('the CONNACK came', () => wire.received().length > 4)
  const { properties, reasonCode } = await parsed(wire.received())
  expect([reasonCode, properties]).toEqual([
    0,
    {
      ...{ assignedClientIdentifier: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      sessionExpiryInterval: 0,
      ...{ receiveMaximum: 1_000, maximumPacketSize: 266_240, serverKeepAlive: 65_535 },
      ...{ subscriptionIdentifiersAvailable: false, sharedSubscriptionAvailable: false },
    },
  ])
  wire.socket.destroy()
})

async function parsed(bytes: Buffer) {
  const { parser } = await import('mqtt-packet')
  const reader = parser(current)
  const packet = once(reader, 'packet')
  reader.parse(bytes)
  const [first] = (await packet) as [{ reasonCode: number; properties: object }]
  return first
}

it('IN60 refuses a CONNECT of MQTT 5 by reason code and text', async () => {
  const lesiId = await newDevice()
  await expect(connect(lesiId, { password: 'wrong' })).rejects.toMatchObject({ code: 0x86 })
  await expect(connect(lesiId, { clientId: 'x'.repeat(257) })).rejects.toMatchObject({
    code: 0x85,
  })
  await expect(
    connect(lesiId, { properties: { authenticationMethod: 'SCRAM' } as never }),
  ).rejects.toMatchObject({ code: 0x8c })
})

it.each([1, 2] as const)(
  'IN61 answers a refused message at QoS %i with reason code and text, and goes on',
  async (qos) => {
    const [lesiId, other] = [await newDevice(), await newDevice()]
    const client = await connect(lesiId)
    const failure = async (topic: string, text: string) => {
      const error: unknown = await client
        .publishAsync(topic, text, { qos })
        .catch((e: unknown) => e)
      const { code, message } = error as { code: number; message: string }
      return `${code.toString(16)} ${message}`
    }
    expect(await failure(telemetryTopic(lesiId), 'nonsense')).toMatch(/^99 /)
    expect(await failure(telemetryTopic(other), '{}')).toMatch(/^87 /)
    expect(await failure('somewhere', '{}')).toMatch(/^87 /)
    expect(await failure(statusTopic(lesiId), 'asleep')).toMatch(/^99 /)
    expect(await failure(telemetryTopic(lesiId), `"${'x'.repeat(262_144)}"`)).toMatch(/^97 /)
    // The same identifiers are free again, and what is right is taken.
    for (let index = 0; index < 5; index++)
      await client.publishAsync(telemetryTopic(lesiId), document({ index }), { qos })
    expect(await site.count(lesiId)).toBe(5)
    expect(client.connected).toBe(true)
    expect(await listed(lesiId)).toHaveLength(5)
  },
)

it('IN60 lists a refused CONNECT with its address, and a session taken over', async () => {
  const lesiId = await newDevice()
  const password = Buffer.from(site.tokenOf(lesiId))
  const packet = { cmd: 'connect', clientId: 'x', username: lesiId, password, keepalive: 9 }
  const open = async (properties5: object) => {
    const wire = await openWire(site.server.mqttUrl)
    const closed = once(wire.socket, 'close')
    const sent = { ...packet, ...current, properties: properties5 } as Packet
    wire.socket.write(generate(sent, current))
    return { ...wire, closed }
  }
  const refused = await open({ receiveMaximum: 0 })
  await refused.closed
  expect(await parsed(refused.received())).toMatchObject({ cmd: 'connack', reasonCode: 0x82 })
  const silent = await open({ maximumPacketSize: 1 })
  await silent.closed
  expect(silent.received()).toHaveLength(0)
  expect(await listed(null)).toContain('127.0.0.1 packet: has a receiveMaximum of 0')
  expect((await listed(lesiId))[0]).toContain('127.0.0.1 packet: takes packets of 1 bytes')
  const first = await open({})
  await eventually('it is signed in', () => first.received().length > 4)
  const length = first.received().length
  const second = await open({})
  await first.closed
  expect(await parsed(first.received().subarray(length))).toMatchObject({
    ...{ cmd: 'disconnect', reasonCode: 0x8e },
  })
  second.socket.destroy()
})

it('IN61 gives the reason with the answer, also when a part was stored', async () => {
  const lesiId = await newDevice()
  const client = await connect(lesiId)
  const answers: { reasonCode: number; properties?: { reasonString?: string } }[] = []
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'puback') answers.push(packet as (typeof answers)[number])
  })
  await client.publishAsync(telemetryTopic(lesiId), '{"a":1,"b":[]}', { qos: 1 })
  await client.publishAsync(telemetryTopic(lesiId), '[', { qos: 1 }).catch(() => undefined)
  await client.publishAsync(telemetryTopic(lesiId), document({ a: 2 }), { qos: 1 })
  expect(answers.map((answer) => [answer.reasonCode, answer.properties?.reasonString])).toEqual([
    [0, 'b: must be a number, a text, a boolean or null, not an array'],
    [0x99, expect.stringMatching(/^document: is not JSON/)],
    [0, undefined],
  ])
})

it('IN63 honours the options of subscriptions, and publishes the will', async () => {
  const lesiId = await newDevice()
  const will = { topic: statusTopic(lesiId), payload: Buffer.from('offline'), qos: 1, retain: true }
  const client = await connect(lesiId, { will } as IClientOptions)
  await client.publishAsync(statusTopic(lesiId), 'online', { qos: 1, retain: true })
  const other = await connect(lesiId)
  const received: string[] = []
  other.on('message', (topic, payload) =>
    received.push(`${topic.split('/').at(-1)} ${String(payload)}`),
  )
  const granted = await other.subscribeAsync({
    [statusTopic(lesiId)]: { qos: 2, rh: 2 },
    [telemetryTopic(lesiId)]: { qos: 1, nl: true },
  })
  expect(granted.map(({ qos }) => qos)).toEqual([0, 0])
  await other.publishAsync(telemetryTopic(lesiId), document({ own: 1 }), { qos: 1 })
  await client.publishAsync(telemetryTopic(lesiId), '{"theirs":1}', { qos: 1 })
  await eventually('what another connection sent came', () => received.length === 1)
  expect(received).toEqual(['telemetry {"theirs":1}'])
  await other.unsubscribeAsync(telemetryTopic(lesiId))
  client.stream.destroy()
  await eventually('the will came', () => received.length === 2)
  expect(received[1]).toBe('status offline')
  const late = await connect(lesiId)
  late.on('message', (topic, payload) =>
    received.push(`${topic.split('/').at(-1)} ${String(payload)}`),
  )
  await late.subscribeAsync(statusTopic(lesiId))
  await eventually('the retained message came', () => received.length === 3)
})

it('IN126 says of each refused filter whether shared subscriptions are not served', async () => {
  const lesiId = await newDevice()
  const client = await connect(lesiId)
  const codes: unknown[] = []
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'suback') codes.push(...packet.granted)
  })
  const filters = [`$share/a/${telemetryTopic(lesiId)}`, 'others/#', telemetryTopic(lesiId)]
  await expect(client.subscribeAsync(filters)).rejects.toThrow()
  expect(codes).toEqual([0x9e, 0x87, 0])
  expect(client.connected).toBe(true)
})

it('IN62 takes a message of MQTT 5 that comes byte by byte, and refuses a long one', async () => {
  const lesiId = await newDevice()
  const wire = await openWire(site.server.mqttUrl)
  const password = Buffer.from(site.tokenOf(lesiId))
  const packets = [
    { cmd: 'connect', clientId: 'x', username: lesiId, password, keepalive: 0, ...current },
    {
      ...{ cmd: 'publish', topic: telemetryTopic(lesiId), payload: '{"a":1}', qos: 1 },
      ...{ messageId: 7, dup: false, retain: false, properties: { contentType: 'x' } },
    },
  ] as Packet[]
  wire.socket.setNoDelay(true)
  for (const byte of Buffer.concat(packets.map((packet) => generate(packet, current))))
    wire.socket.write(Buffer.from([byte]))
  await eventually('it is stored', async () => (await site.count(lesiId)) === 1)
  const long = { ...packets[1], messageId: 8, payload: `"${'x'.repeat(300_000)}"` } as Packet
  wire.socket.write(generate(long, current))
  await eventually('it was refused', async () => (await listed(lesiId)).length === 1)
  expect((await listed(lesiId))[0]).toContain('has more than 262144 bytes')
  const [puback] = wire.received().subarray(-80).toString('latin1').split('document: ').slice(1)
  expect(puback).toContain('has more than')
  wire.socket.destroy()
})

it('IN62 refuses what is too long by its properties, and stores no part of it', async () => {
  const lesiId = await newDevice()
  const wire = await openWire(site.server.mqttUrl)
  const password = Buffer.from(site.tokenOf(lesiId))
  // Without its middle it would be a document again.
  const payload = `{"a":1${' '.repeat(190_000)},"b":2${' '.repeat(10_000)}}`
  const userProperties = { a: Array.from({ length: 100 }, () => 'x'.repeat(1_000)) }
  const packets = [
    { cmd: 'connect', clientId: 'x', username: lesiId, password, keepalive: 0, ...current },
    {
      ...{ cmd: 'publish', topic: telemetryTopic(lesiId), payload, qos: 1, messageId: 7 },
      ...{ dup: false, retain: false, properties: { userProperties } },
    },
  ] as Packet[]
  for (const packet of packets) wire.socket.write(generate(packet, current))
  await eventually('it was refused', async () => (await listed(lesiId)).length === 1)
  expect((await listed(lesiId))[0]).toContain('has more than 262144 bytes')
  expect(await site.count(lesiId)).toBe(0)
  wire.socket.destroy()
})

it('IN62 has nothing left of QoS 2 messages that were refused', async () => {
  const lesiId = await newDevice()
  const client = await connect(lesiId)
  const refused = () =>
    client.publishAsync(telemetryTopic(lesiId), '[', { qos: 2 }).catch(() => 'refused')
  // More than may wait for their PUBREL.
  for (let round = 0; round < 12; round++)
    expect(new Set(await Promise.all(Array.from({ length: 100 }, refused)))).toEqual(
      new Set(['refused']),
    )
  expect(client.connected).toBe(true)
  await eventually('nothing is held', async () => (await budgetOf('mqtt-packet')) === 0)
})

it('IN62 ends what breaks MQTT 5, whatever comes, and harms nobody', async () => {
  const lesiId = await newDevice()
  const neighbour = await connect(await newDevice())
  const start = generate(
    {
      ...{ cmd: 'connect', clientId: 'x', username: lesiId, keepalive: 0, ...current },
      password: Buffer.from(site.tokenOf(lesiId)),
    } as Packet,
    current,
  )
  const alias = { topicAlias: 3 }
  const breaking = [
    ...[{ cmd: 'auth', reasonCode: 0 }],
    { cmd: 'publish', topic: 'a', payload: 'b', qos: 0, properties: alias },
    {
      ...{ cmd: 'subscribe', messageId: 3, properties: { subscriptionIdentifier: 3 } },
      subscriptions: [{ topic: telemetryTopic(lesiId), qos: 0 }],
    },
  ].map((packet) => generate(packet as Packet, current))
  for (const bytes of [...breaking, ...fc.sample(fc.uint8Array({ minLength: 5 }), 30)]) {
    const wire = await openWire(site.server.mqttUrl)
    const closed = once(wire.socket, 'close')
    wire.socket.write(start)
    await eventually('it is signed in', () => wire.received().length > 4)
    wire.socket.write(bytes)
    wire.socket.end()
    await closed
  }
  expect((await listed(lesiId)).filter((line) => line.includes('packet'))).not.toHaveLength(0)
  await neighbour.publishAsync('x', 'y', { qos: 0 })
  expect(neighbour.connected).toBe(true)
  await eventually('nothing is held', async () => (await budgetOf('mqtt-packet')) === 0)
})

it('IN60 serves the clients of mosquitto with MQTT 5', async () => {
  const lesiId = await newDevice()
  const { hostname, port } = new URL(site.server.mqttUrl)
  const common = ['-V', '5', '-h', hostname, '-p', port, '-u', lesiId, '-P', site.tokenOf(lesiId)]
  const run = (program: string, ...options: string[]) =>
    new Promise<string>((resolve) =>
      execFile(program, [...common, ...options], (_error, stdout, stderr) =>
        resolve(`${stdout}${stderr}`.trim()),
      ),
    )
  const topic = telemetryTopic(lesiId)
  let hasReceived = false
  const subscriber = run('mosquitto_sub', '-t', topic, '-C', '1', '-W', '20')
  void subscriber.then(() => (hasReceived = true))
  await eventually('it receives', async () => {
    await run('mosquitto_pub', '-t', topic, '-q', '2', '-m', '{"a":1}')
    return hasReceived
  })
  expect(await subscriber).toBe('{"a":1}')
  const refused = await run('mosquitto_pub', '-d', '-t', topic, '-q', '1', '-m', 'nonsense')
  expect(refused).toMatch(/Payload format invalid|153/i)
})
