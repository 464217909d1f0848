import { once } from 'node:events'
import { expect, it } from 'vitest'
import { callControl } from '#kit/server/command-line/control.ts'
import { controlSocketOf } from '#kit/server/data-directory/data-directory.ts'
import { endOf, publish, statusTopic, telemetryTopic } from '#testing/sites/device-site.ts'
import { devices } from '#testing/sites/shared-device-site.ts'
import { eventually } from '#testing/eventually.ts'
import { connectPacket, openWire, publishPacket, pubrelPacket } from '#testing/peers/mqtt-wire.ts'
import { bytesPerSecond, maximumUnreleasedMessages } from '../../contract/limits.ts'

const { site, newDevice } = devices
const document = (value: number) => JSON.stringify({ ts: Date.now() + value, values: { a: value } })

it('IN16 holds of a QoS 2 message without PUBREL the identifier, and gives it back', async () => {
  const lesiId = await newDevice()
  const wires = await Promise.all(
    [1, 2, 3, 4].map((index) => devices.signInWire(lesiId, { clientId: `c${index}` })),
  )
  const payload = Buffer.alloc(20_000, 'x')
  for (let messageId = 1; messageId <= 250; messageId++)
    for (const { socket } of wires)
      socket.write(publishPacket(telemetryTopic(lesiId), payload, 2, messageId))
  await eventually(
    'every PUBREC came',
    () => wires.every((wire) => wire.received().length === 4 + 250 * 4),
    60_000,
  )
  expect(await devices.budgetOf('mqtt-packet')).toBe(4 * 250 * 256)
  for (let messageId = 1; messageId <= 250; messageId++)
    wires[0]?.socket.write(pubrelPacket(messageId))
  await eventually(
    'one has released its own',
    async () => (await devices.budgetOf('mqtt-packet')) === 3 * 250 * 256,
  )
  for (const { socket } of wires) socket.destroy()
  await eventually(
    'all of it is given back',
    async () => (await devices.budgetOf('mqtt-packet')) === 0,
  )
})

it('IN16 ends the connection that leaves too many messages without PUBREL', async () => {
  const lesiId = await newDevice()
  const wire = await devices.signInWire(lesiId)
  const messages = Array.from({ length: maximumUnreleasedMessages + 1 }, (_, index) =>
    publishPacket(telemetryTopic(lesiId), Buffer.from('rubbish'), 2, index + 1),
  )
  wire.socket.write(Buffer.concat(messages))
  await once(wire.socket, 'close')
  expect(await devices.listed(lesiId)).toContain(
    `127.0.0.1 packet: more than ${maximumUnreleasedMessages} QoS 2 messages wait for their PUBREL`,
  )
})

it('IN16 counts an unfinished packet for its address, after the sign-in its device', async () => {
  const lesiId = await newDevice()
  const wire = await devices.signInWire(lesiId)
  wire.socket.write(
    publishPacket(telemetryTopic(lesiId), Buffer.alloc(200_000), 1).subarray(0, 150_000),
  )
  const stranger = await openWire(site.server.mqttUrl)
  stranger.socket.write(
    connectPacket({ username: 'x'.repeat(4_000), password: 'y' }).subarray(0, 3_000),
  )
  await eventually(
    'both are counted',
    async () => (await devices.budgetOf('mqtt-packet')) > 152_000,
  )
  wire.socket.destroy()
  stranger.socket.destroy()
  await eventually('both are given back', async () => (await devices.budgetOf('mqtt-packet')) === 0)
})

it('IN116 ends the connection that breaks the protocol, stores nothing, and says why', async () => {
  const lesiId = await newDevice()
  const notText = 'has a text that is not UTF-8, or holds U+0000'
  const taken = publishPacket(telemetryTopic(lesiId), Buffer.from(document(1)), 1, 2)
  for (const [broken, reason] of [
    [Buffer.from([0x40, 0]), 'has another length than its parts'],
    [
      publishPacket(telemetryTopic(lesiId), Buffer.from(document(2)), 1, 0),
      'has no packet identifier',
    ],
    [publishPacket(`${telemetryTopic(lesiId)}\0`, Buffer.from('1'), 1, 3), notText],
  ] as const) {
    const wire = await devices.signInWire(lesiId)
    wire.socket.write(Buffer.concat([broken, taken]))
    await once(wire.socket, 'close')
    expect(wire.received()).toHaveLength(4)
    expect(await devices.listed(lesiId)).toContain(`127.0.0.1 packet: ${reason}`)
  }
  expect(await site.count(lesiId)).toBe(0)
})

it('IN16 ends a SUBSCRIBE for very many topics', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  client.on('error', () => undefined)
  const closed = endOf(client)
  client.subscribe(Array.from({ length: 101 }, (_, index) => `topic-${index}`))
  await closed
  expect(await devices.listed(lesiId)).toEqual([
    '127.0.0.1 subscribe: asks for 101 topics at once; 100 are allowed',
  ])
})

it('IN22 slows a device that sends faster than its share, and nobody else', async () => {
  const [lesiId, neighbour] = [await newDevice(), await newDevice()]
  const [wire, other] = [await devices.signInWire(lesiId), await site.connect(neighbour)]
  const payload = Buffer.alloc(250_000, 'x')
  const count = 40
  const begun = performance.now()
  for (let messageId = 1; messageId <= count; messageId++)
    wire.socket.write(publishPacket(telemetryTopic(lesiId), payload, 1, messageId))
  // At once: ten answers one after the other may take a busy machine as long as all that is paced.
  const values = Array.from({ length: 10 }, (_, index) => index + 1)
  await Promise.all(
    values.map((value) =>
      other.publishAsync(telemetryTopic(neighbour), document(value), { qos: 1 }),
    ),
  )
  expect(wire.received().length).toBeLessThan(4 + count * 4)
  await eventually('every PUBACK came', () => wire.received().length === 4 + count * 4)
  // It cannot have been faster: a burst, what is read at once, and the rest at the pace.
  const paced = count * payload.length - bytesPerSecond - 2 * payload.length
  expect(performance.now() - begun).toBeGreaterThan((paced / bytesPerSecond) * 1_000)
  await other.endAsync()
})

it('IN18 grants the QoS that it delivers', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  const arrived: number[] = []
  client.on('message', (_topic, _payload, { qos }) => arrived.push(qos))
  const granted = await client.subscribeAsync(
    [`warroom/v1/${lesiId}/telemetry`, `warroom/v1/${lesiId}/+`, statusTopic(lesiId)],
    { qos: 2 },
  )
  expect(granted.map(({ qos }) => qos)).toEqual([0, 0, 0])
  await client.publishAsync(telemetryTopic(lesiId), document(1), { qos: 2 })
  await client.publishAsync(statusTopic(lesiId), 'online', { qos: 1, retain: true })
  await eventually('it was delivered', () => arrived.length === 2)
  await client.subscribeAsync(`warroom/v1/${lesiId}/#`, { qos: 1 })
  await eventually('what is retained was delivered', () => arrived.length === 3)
  expect(new Set(arrived)).toEqual(new Set([0]))
  await client.endAsync()
})

it('IN19 an empty retained message clears the topic', async () => {
  const lesiId = await newDevice()
  const client = await site.connect(lesiId)
  const topics = [telemetryTopic(lesiId), statusTopic(lesiId)]
  const before = await devices.budgetOf('will')
  await client.publishAsync(topics[0] ?? '', document(1), { qos: 1, retain: true })
  await client.publishAsync(topics[1] ?? '', 'online', { qos: 1, retain: true })
  expect(await devices.budgetOf('will')).toBeGreaterThan(before)
  for (const topic of topics) await client.publishAsync(topic, '', { qos: 1, retain: true })
  expect(await devices.budgetOf('will')).toBe(before)
  expect(await devices.listed(lesiId)).toEqual([])
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

it('IN4 what a removed device left retained does not reach the next of its LESI ID', async () => {
  const lesiId = await newDevice()
  const will = {
    topic: statusTopic(lesiId),
    payload: Buffer.from('offline'),
    qos: 1 as const,
    retain: true,
  }
  const first = await site.connect(lesiId, { will })
  await first.publishAsync(telemetryTopic(lesiId), '{"a":1}', { qos: 1, retain: true })
  await first.publishAsync(will.topic, 'online', { qos: 1, retain: true })
  const rotated = endOf(first)
  const { token } = await site.admin<{ token: string }>('device rotate', { id: lesiId })
  await rotated
  const connectAndSubscribe = async (password: string) => {
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
  const second = await connectAndSubscribe(token)
  await eventually('both topics were received', () => second.retained.length === 2)
  expect(second.retained.toSorted()).toEqual(['status offline', 'telemetry {"a":1}'])
  const removed = endOf(second.client)
  await callControl(controlSocketOf(site.directory), 'device remove', { id: lesiId, yes: true })
  await removed
  await site.addDevice(lesiId)
  const third = await connectAndSubscribe(site.tokenOf(lesiId))
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
