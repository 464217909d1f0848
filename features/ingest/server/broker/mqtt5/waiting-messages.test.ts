import type { IClientOptions, MqttClient } from 'mqtt'
import { generate, parser, type Packet } from 'mqtt-packet'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { openWire, type Wire } from '#testing/peers/mqtt-wire.ts'
import { allowCommands, asked, commandTopic, send, speed } from '#testing/sites/command-site.ts'
import { statusTopic, telemetryTopic } from '#testing/sites/device-site.ts'
import { devices } from '#testing/sites/shared-device-site.ts'

const { site, administrator, newDevice } = devices
const current = { protocolVersion: 5 } as const

async function connect(lesiId: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = await site.connect(lesiId, { ...current, ...options })
  client.on('error', () => undefined)
  onTestFinished(() => client.endAsync(true))
  return client
}

/** What a new connection gets of what is retained, up to the status: last part and seconds left. */
async function retainedOf(lesiId: string, options: IClientOptions = current) {
  const client = await connect(lesiId, options)
  const came: (readonly [string | undefined, number | undefined])[] = []
  client.on('message', (topic, _payload, { properties }) =>
    came.push([topic.split('/').at(-1), properties?.messageExpiryInterval]),
  )
  await client.subscribeAsync([telemetryTopic(lesiId), statusTopic(lesiId)])
  await eventually('the status came', () => came.some(([name]) => name === 'status'))
  await client.endAsync(true)
  return came
}

it('IN130 what is retained comes with what is left of its interval, not after it', async () => {
  const lesiId = await newDevice()
  const client = await connect(lesiId)
  const retain = async (topic: string, text: string, messageExpiryInterval?: number) =>
    client.publishAsync(topic, text, {
      ...{ qos: 1, retain: true },
      ...(messageExpiryInterval === undefined ? {} : { properties: { messageExpiryInterval } }),
    })
  await retain(statusTopic(lesiId), 'online')
  await retain(telemetryTopic(lesiId), '{"a":1}', 3_000_000)
  expect(await retainedOf(lesiId)).toEqual([
    ['telemetry', 3_000_000],
    ['status', undefined],
  ])
  await retain(telemetryTopic(lesiId), '{"a":2}', 2)
  await eventually('less is left', async () => {
    const [first] = await retainedOf(lesiId)
    return first?.[1] === 1
  })
  await eventually('it has expired', async () => (await retainedOf(lesiId)).length === 1)
  expect(await retainedOf(lesiId, { protocolVersion: 4 })).toEqual([['status', undefined]])
  await retain(telemetryTopic(lesiId), '{"a":3}')
  expect(await retainedOf(lesiId)).toEqual([
    ['telemetry', undefined],
    ['status', undefined],
  ])
})

it('IN130 the interval of a will begins when it is published', async () => {
  const lesiId = await newDevice()
  const will = {
    ...{ topic: telemetryTopic(lesiId), payload: Buffer.from('{"a":1}'), qos: 1, retain: true },
    properties: { messageExpiryInterval: 3_000_000 },
  }
  const client = await connect(lesiId, { will, reconnectPeriod: 0 } as IClientOptions)
  await client.publishAsync(statusTopic(lesiId), 'online', { qos: 1, retain: true })
  const watcher = await connect(lesiId)
  const came: string[] = []
  watcher.on('message', (_topic, payload) => came.push(String(payload)))
  await watcher.subscribeAsync(telemetryTopic(lesiId))
  client.stream.destroy()
  await eventually('the will came', () => came.length === 1)
  expect(await retainedOf(lesiId)).toContainEqual(['telemetry', 3_000_000])
})

/** A client of MQTT 5 that does what it is given, and no more. */
async function signIn(lesiId: string, properties: object = {}) {
  const wire: Wire = await openWire(site.server.mqttUrl)
  onTestFinished(() => void wire.socket.destroy())
  const came: Packet[] = []
  const reader = parser(current)
  reader.on('packet', (packet) => came.push(packet))
  wire.socket.on('data', (bytes) => reader.parse(bytes))
  const give = (packet: object) => wire.socket.write(generate(packet as Packet, current))
  const password = Buffer.from(site.tokenOf(lesiId))
  const connecting = { clientId: 'x', username: lesiId, password, keepalive: 0, properties }
  give({ cmd: 'connect', ...connecting, ...current })
  const of = (cmd: Packet['cmd']) => came.filter((packet) => packet.cmd === cmd)
  await eventually('it is signed in', () => of('connack').length === 1)
  return { give, of }
}

it('IN131 as many commands as its Receive Maximum are with a client at once', async () => {
  const lesiId = await newDevice()
  const targets = [1, 2, 3, 4].map((value) => ({ ...speed, name: `speed ${value}` }))
  await allowCommands(administrator, lesiId, targets)
  const client = await signIn(lesiId, { receiveMaximum: 2 })
  client.give({
    ...{ cmd: 'subscribe', messageId: 1 },
    subscriptions: [{ topic: commandTopic(lesiId), qos: 1 }],
  })
  await eventually('it listens', () => client.of('suback').length === 1)
  for (const value of [1, 2, 3, 4]) {
    const command = asked(value, { target: `speed ${value}` })
    expect((await send(administrator, lesiId, command)).status).toBe(200)
  }
  const values = () =>
    client.of('publish').map((packet) => {
      const { payload } = packet as Packet & { payload: Buffer }
      return (JSON.parse(String(payload)) as { value: number }).value
    })
  const acknowledge = (index: number) =>
    client.give({ cmd: 'puback', messageId: client.of('publish')[index]?.messageId ?? 0 })
  /** What is answered behind it has come. */
  const passed = async (count: number) => {
    client.give({ cmd: 'pingreq' })
    await eventually('it is answered', () => client.of('pingresp').length === count)
  }
  await passed(1)
  expect(values()).toEqual([1, 2])
  acknowledge(1)
  await passed(2)
  expect(values()).toEqual([1, 2, 3])
  // The same again frees nothing.
  acknowledge(1)
  await passed(3)
  expect(values()).toEqual([1, 2, 3])
  acknowledge(0)
  acknowledge(2)
  await passed(4)
  expect(values()).toEqual([1, 2, 3, 4])
})

it('IN132 a PUBREL of a message that is not there is answered so', async () => {
  const lesiId = await newDevice()
  const client = await signIn(lesiId)
  const completed = () =>
    client.of('pubcomp').map((packet) => {
      const { messageId, reasonCode = 0 } = packet as Packet & { reasonCode?: number }
      return [messageId, reasonCode]
    })
  const release = (messageId: number) => client.give({ cmd: 'pubrel', messageId })
  const publish = (messageId: number, payload: string) =>
    client.give({
      ...{ cmd: 'publish', topic: telemetryTopic(lesiId), payload, qos: 2, messageId },
      ...{ dup: false, retain: false },
    })
  release(9)
  await eventually('it is answered', () => completed().length === 1)
  publish(9, '{"a":1}')
  await eventually('it has arrived', () => client.of('pubrec').length === 1)
  release(9)
  await eventually('it is answered', () => completed().length === 2)
  release(9)
  await eventually('it is answered', () => completed().length === 3)
  publish(7, '[')
  await eventually('it is refused', () => client.of('pubrec').length === 2)
  release(7)
  await eventually('it is answered', () => completed().length === 4)
  expect(completed()).toEqual([
    [9, 0x92],
    [9, 0],
    [9, 0x92],
    [7, 0x92],
  ])
})
