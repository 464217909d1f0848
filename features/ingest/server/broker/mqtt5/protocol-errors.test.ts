import { generate, parser, type Packet } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { Mqtt5Translation } from './translation.ts'

const current = { protocolVersion: 5 } as const
const former = { protocolVersion: 4 } as const

function packetsOf(bytes: Buffer, options: object): Packet[] {
  const packets: Packet[] = []
  const reader = parser(options)
  reader.on('packet', (packet) => packets.push(packet))
  reader.parse(bytes)
  return packets
}

/** A translation, what it wrote to its client by itself, and why it ended. */
function translation() {
  const written: Buffer[] = []
  const ends: string[] = []
  const translated = new Mqtt5Translation({
    write: (bytes) => void written.push(bytes),
    end: (field, reason) => void ends.push(`${field} ${reason}`),
    lose: () => undefined,
    wake: () => undefined,
    retainedSeconds: () => undefined,
  })
  const send = (packet: object) => translated.incoming(generate(packet as Packet, current))
  const answer = (packet: object) =>
    packetsOf(translated.outgoing(generate(packet as Packet, former)), current)
  return { translated, send, answer, ends, own: () => packetsOf(Buffer.concat(written), current) }
}

const connect = (more: object = {}) => ({
  ...{ cmd: 'connect', clientId: 'x', protocolId: 'MQTT', protocolVersion: 5, clean: true },
  ...{ keepalive: 10, ...more },
})
const accepted = { cmd: 'connack', returnCode: 0, sessionPresent: false }
const will = (properties: object, topic = 'a') => ({
  will: { topic, payload: Buffer.from('b'), qos: 0, retain: false, properties },
})

test.each([
  [{ properties: { receiveMaximum: 0 } }, 0x82],
  [{ properties: { maximumPacketSize: 0 } }, 0x82],
  [{ properties: { maximumPacketSize: [10, 20] } }, 0x82],
  [{ properties: { authenticationData: Buffer.from('a') } }, 0x82],
  [{ properties: { topicAlias: 3 } }, 0x81],
  [{ properties: { authenticationMethod: 'SCRAM' } }, 0x8c],
  [will({ topicAlias: 3 }), 0x81],
  [will({ responseTopic: 'a/+' }), 0x82],
  [will({}, 'a/#'), 0x81],
])('IN60 a CONNECT with %j is refused by a CONNACK, and nothing goes on', (more, reasonCode) => {
  const { send, own, ends } = translation()
  expect(send(connect(more))).toHaveLength(0)
  expect(own()).toMatchObject([{ cmd: 'connack', reasonCode, sessionPresent: false }])
  expect(ends).toHaveLength(1)
})

test('IN60 before its CONNACK a client receives no DISCONNECT', () => {
  const { translated, own } = translation()
  // Its protocol name ends in the middle.
  translated.incoming(Buffer.from([0x10, 2, 0, 4]))
  expect(own()).toMatchObject([{ cmd: 'connack', reasonCode: 0x81 }])
})

test('IN60 a client that does not take its CONNACK is refused as far as it takes that', () => {
  for (const [maximumPacketSize, packets] of [
    [1, 0],
    [4, 0],
    [5, 1],
    [10, 1],
  ] as const) {
    const { send, answer, own, ends } = translation()
    expect(send(connect({ properties: { maximumPacketSize } }))).not.toHaveLength(0)
    expect(answer(accepted)).toEqual([])
    expect(own()).toHaveLength(packets)
    for (const packet of own()) expect(packet).toMatchObject({ cmd: 'connack', reasonCode: 0x95 })
    expect(ends).toEqual([
      `packet takes packets of ${maximumPacketSize} bytes; the answer to its CONNECT has more`,
    ])
  }
})

test('IN61 a reason that is too long for the client is left out of its acknowledgement', () => {
  const { translated, send, answer } = translation()
  send(connect({ properties: { maximumPacketSize: 60 } }))
  expect(answer(accepted)).toMatchObject([{ cmd: 'connack', reasonCode: 0 }])
  for (const [messageId, text] of ['short', 'x'.repeat(60)].entries()) {
    send({ cmd: 'publish', topic: 'a', payload: 'b', qos: 1, messageId: messageId + 1 })
    translated.acknowledge(messageId + 1, { reasonCode: 0x99, text })
  }
  const acknowledged = [1, 2].flatMap((messageId) => answer({ cmd: 'puback', messageId }))
  expect(acknowledged).toMatchObject([
    { messageId: 1, reasonCode: 0x99, properties: { reasonString: 'short' } },
    { messageId: 2, reasonCode: 0x99 },
  ])
  expect(acknowledged[1]).not.toHaveProperty('properties.reasonString')
})

const subscribe = (topic: string, more: object = {}) => ({
  ...{ cmd: 'subscribe', messageId: 3 },
  ...{ subscriptions: [{ topic, qos: 0, nl: false, rap: false, rh: 0 }], ...more },
})
const publish = (more: object) => ({ cmd: 'publish', topic: 'a', payload: 'b', qos: 0, ...more })

test.each([
  [publish({ topic: '' }), 0x82],
  [publish({ topic: 'a/+' }), 0x81],
  [publish({ properties: { responseTopic: '#' } }), 0x82],
  [publish({ properties: { subscriptionIdentifier: 4 } }), 0x81],
  [publish({ properties: { contentType: ['a', 'b'] } }), 0x82],
  [publish({ properties: { topicAlias: 3 } }), 0x94],
  [subscribe('a', { properties: { subscriptionIdentifier: 4 } }), 0xa1],
  [subscribe('a', { properties: { reasonString: 'why' } }), 0x81],
  [
    { cmd: 'unsubscribe', messageId: 3, unsubscriptions: ['a'], properties: { topicAlias: 1 } },
    0x81,
  ],
  [subscribe('a/#/b'), 0x81],
  [subscribe('a/+b'), 0x81],
  [{ cmd: 'unsubscribe', messageId: 3, unsubscriptions: ['a', 'b#'] }, 0x81],
  [connect(), 0x82],
  [{ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 5 } }, 0x82],
  [{ cmd: 'auth', reasonCode: 0 }, 0x82],
  [{ cmd: 'disconnect', reasonCode: 0, properties: { serverReference: 'a' } }, 0x81],
])('IN62 %j ends the connection by a DISCONNECT with the code', (packet, reasonCode) => {
  const { send, answer, own, ends } = translation()
  send(connect())
  answer(accepted)
  expect(send(packet)).toHaveLength(0)
  expect(own()).toMatchObject([{ cmd: 'disconnect', reasonCode }])
  expect(ends).toHaveLength(1)
})

test.each([
  // A SUBSCRIBE and an UNSUBSCRIBE without a topic, and those with the identifier 0.
  [[0x82, 3, 0, 1, 0], 0x82],
  [[0xa2, 3, 0, 1, 0], 0x82],
  [[0x82, 7, 0, 0, 0, 0, 1, 0x61, 0], 0x82],
  [[0xa2, 6, 0, 0, 0, 0, 1, 0x61], 0x82],
  [[0x32, 6, 0, 1, 0x61, 0, 0, 0], 0x82],
  // No local of a shared subscription.
  [[0x82, 16, 0, 1, 0, 0, 10, ...Buffer.from('$share/a/b'), 4], 0x82],
])('IN62 the bytes %j end the connection', (bytes, reasonCode) => {
  const { translated, send, answer, own } = translation()
  send(connect())
  answer(accepted)
  expect(translated.incoming(Buffer.from(bytes))).toHaveLength(0)
  expect(own()).toMatchObject([{ cmd: 'disconnect', reasonCode }])
})
