import { once } from 'node:events'
import { generate, parser, type Packet } from 'mqtt-packet'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { openWire } from '#testing/peers/mqtt-wire.ts'
import { statusTopic, telemetryTopic } from '#testing/sites/device-site.ts'
import { devices } from '#testing/sites/shared-device-site.ts'

const { site, newDevice, listed } = devices

const versions = [4, 5] as const

/** A connection of a device that writes packets as they are, and what came back. */
async function open(lesiId: string, protocolVersion: 4 | 5, more: object = {}) {
  const options = { protocolVersion }
  const wire = await openWire(site.server.mqttUrl)
  onTestFinished(() => void wire.socket.destroy())
  const closed = once(wire.socket, 'close')
  const packets = () => {
    const found: Packet[] = []
    const reader = parser(options)
    reader.on('packet', (packet) => found.push(packet))
    reader.parse(wire.received())
    return found.slice(1)
  }
  const bytesOf = (packet: object) => generate(packet as Packet, options)
  const send = (...sent: (object | Buffer)[]) =>
    wire.socket.write(
      Buffer.concat(sent.map((each) => (Buffer.isBuffer(each) ? each : bytesOf(each)))),
    )
  const password = Buffer.from(site.tokenOf(lesiId))
  const credentials = { clientId: lesiId, username: lesiId, password, clean: true, keepalive: 60 }
  const connect = { cmd: 'connect', ...credentials, protocolVersion, ...more }
  send(connect)
  await eventually('it is signed in', () => wire.received().length > 3)
  return { send, packets, closed, connect, socket: wire.socket }
}

const subscribe = (messageId: number, ...topics: readonly string[]) => ({
  ...{ cmd: 'subscribe', messageId },
  subscriptions: topics.map((topic) => ({ topic, qos: 0, nl: false, rap: false, rh: 0 })),
})
const unsubscribe = (messageId: number, ...unsubscriptions: readonly string[]) => ({
  ...{ cmd: 'unsubscribe', messageId, unsubscriptions },
})
const publish = (topic: string, payload: string) => ({
  ...{ cmd: 'publish', topic, payload, qos: 1, messageId: 9 },
})

it.each(versions)(
  'IN128 with MQTT %i a SUBACK has a code for each filter, also for one that stands twice',
  async (version) => {
    const lesiId = await newDevice()
    const [own, other] = [statusTopic(lesiId), telemetryTopic(lesiId)]
    const { send, packets } = await open(lesiId, version)
    send(subscribe(3, own, 'x', own, other, 'x'), subscribe(4, own))
    await eventually('both are answered', () => packets().length === 2)
    const refused = version === 4 ? 0x80 : 0x87
    expect(packets()).toMatchObject([
      { cmd: 'suback', messageId: 3, granted: [0, refused, 0, 0, refused] },
      { cmd: 'suback', messageId: 4, granted: [0] },
    ])
    send(publish(own, 'online'))
    await eventually('it is delivered once', () => packets().length === 4)
    expect(packets().map(({ cmd }) => cmd)).toEqual(['suback', 'suback', 'puback', 'publish'])
  },
)

it.each(versions)(
  'IN129 with MQTT %i a subscription right behind the end of its former one holds',
  async (version) => {
    const lesiId = await newDevice()
    const own = statusTopic(lesiId)
    const { send, packets } = await open(lesiId, version)
    send(subscribe(3, own), unsubscribe(4, own), subscribe(5, own), publish(own, 'online'))
    await eventually('it is delivered', () => packets().some(({ cmd }) => cmd === 'publish'))
    const answers = packets().filter(({ cmd }) => cmd.endsWith('suback') || cmd === 'unsuback')
    expect(answers.map(({ cmd, messageId }) => `${cmd} ${messageId}`)).toEqual([
      ...['suback 3', 'unsuback 4', 'suback 5'],
    ])
  },
)

it('IN63 an UNSUBACK says that a refused subscription was none', async () => {
  const lesiId = await newDevice()
  const own = statusTopic(lesiId)
  const { send, packets } = await open(lesiId, 5)
  send(subscribe(3, 'x', own), unsubscribe(4, 'x', own, own))
  await eventually('both are answered', () => packets().length === 2)
  expect(packets()[1]).toMatchObject({ cmd: 'unsuback', granted: [0x11, 0, 0x11] })
})

it('IN63 a refused subscription brings nothing that was retained', async () => {
  const lesiId = await newDevice()
  const own = statusTopic(lesiId)
  const { send, packets } = await open(lesiId, 5)
  send({ ...publish(own, 'online'), retain: true })
  await eventually('it is retained', () => packets().length === 1)
  const later = { topic: own, qos: 0, nl: false, rap: false, rh: 2 }
  send(subscribe(3, '#'), { cmd: 'subscribe', messageId: 4, subscriptions: [later] })
  send({ cmd: 'subscribe', messageId: 5, subscriptions: [later] }, publish(own, 'offline'))
  await eventually('what is new came', () => packets().some(({ cmd }) => cmd === 'publish'))
  const came = packets().filter(({ cmd }) => cmd === 'publish')
  expect(came.map((packet) => 'payload' in packet && String(packet.payload))).toEqual(['offline'])
})

const filter = (text: string) => [subscribe(3, text)]
// A PINGRESP and an UNSUBACK, which are the server's.
const pingresp = [Buffer.from([0xd0, 0])]
const unsuback = [Buffer.from([0xb0, 4, 0, 1, 0, 0])]
const unreleased = (lesiId: string) =>
  Array.from({ length: 1_001 }, (_, index) => ({
    ...{ cmd: 'publish', topic: telemetryTopic(lesiId), payload: '{"a":1}', qos: 2 },
    messageId: index + 1,
  }))

it.each([
  ['a filter with # in its middle', 0x81, () => filter('a/#/b')],
  ['a filter with # behind a letter', 0x81, () => filter('a#')],
  ['a filter with + beside a letter', 0x81, () => filter('a+/b')],
  ['a filter of nothing', 0x81, () => filter('')],
  ['a second filter of nothing', 0x81, () => [unsubscribe(3, 'a', '')]],
  ['a PINGRESP', 0x82, () => pingresp],
  ['an UNSUBACK', 0x82, () => unsuback],
  ['1,001 messages without PUBREL', 0x93, unreleased],
] as const)('IN62 %s ends the connection by a DISCONNECT', async (_name, reasonCode, sent) => {
  const lesiId = await newDevice()
  const { send, packets, closed } = await open(lesiId, 5)
  send(...sent(lesiId))
  await closed
  expect(packets().at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode })
  expect(await listed(lesiId)).toHaveLength(1)
})

it('IN62 a second CONNECT ends the connection by a DISCONNECT', async () => {
  const lesiId = await newDevice()
  const { send, packets, closed, connect } = await open(lesiId, 5)
  send(connect)
  await closed
  expect(packets()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x82 }])
  expect(await listed(lesiId)).toEqual([expect.stringContaining('sends a second CONNECT')])
})

it('IN62 a DISCONNECT that asks for a session is none: the will is published', async () => {
  const lesiId = await newDevice()
  const will = { topic: statusTopic(lesiId), payload: Buffer.from('offline'), qos: 0, retain: true }
  const other = await open(lesiId, 5, { clientId: 'other' })
  other.send(subscribe(3, will.topic))
  const { send, packets, closed } = await open(lesiId, 5, { will })
  send({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 5 } })
  await closed
  expect(packets()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x82 }])
  await eventually('the will came', () => other.packets().some(({ cmd }) => cmd === 'publish'))
})

it('IN116 a packet that only servers send ends the connection, and is listed', async () => {
  const lesiId = await newDevice()
  const { send, closed } = await open(lesiId, 4)
  send(...pingresp)
  await closed
  expect(await listed(lesiId)).toEqual([expect.stringContaining('a pingresp, which servers send')])
})
