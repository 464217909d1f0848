import fc from 'fast-check'
import { generate, parser, type Packet } from 'mqtt-packet'
import { expect, it, test } from 'vitest'
import { makeStrict } from './strict-parser.ts'

const publish = [0x32, 7, 0, 1, 0x61, 0, 9, 0x7b, 0x7d]
const text = (...bytes: number[]) => [0, bytes.length, ...bytes]
const packetOf = (first: number, ...body: number[]) => [first, body.length, ...body]

/** The packets that are understood, and the first reason why nothing more is. */
function read(protocolVersion: 4 | 5, bytes: Uint8Array) {
  const found = { packets: [] as Packet[], reason: '' }
  const strict = parser({ protocolVersion })
  makeStrict(strict)
  strict.on('packet', (packet) => found.packets.push(packet))
  strict.on('error', (error: Error) => (found.reason ||= error.message))
  strict.parse(Buffer.from(bytes))
  return found
}

test.each([
  ['a PUBACK without an identifier', 4, packetOf(0x40)],
  ['a PUBREL with half of one', 4, packetOf(0x62, 1)],
  ['a PUBREC with more', 4, packetOf(0x50, 0, 1, 0)],
  ['a PUBCOMP of the identifier 0', 4, packetOf(0x70, 0, 0)],
  ['a PUBLISH whose identifier is in the next packet', 4, packetOf(0x32, ...text(0x61))],
  ['a PUBLISH of the identifier 0', 4, packetOf(0x34, ...text(0x61), 0, 0, 1)],
  ['a topic with half a character', 4, packetOf(0x30, ...text(0xf0, 0x9f, 0x98))],
  ['a topic with a surrogate', 4, packetOf(0x30, ...text(0xed, 0xa0, 0x80))],
  ['a topic with U+0000', 4, packetOf(0x30, ...text(0x61, 0))],
  ['a filter with U+0000', 4, packetOf(0x82, 0, 1, ...text(0x61, 0), 0)],
  ['an UNSUBSCRIBE with such a filter', 4, packetOf(0xa2, 0, 1, ...text(0xff))],
  ['an UNSUBSCRIBE without a topic', 4, packetOf(0xa2, 0, 1)],
  ['a PINGREQ with more', 4, packetOf(0xc0, 0)],
  ['a PUBACK with more', 5, packetOf(0x40, 0, 1, 0, 0, 0)],
  ['a reason text that is cut', 5, packetOf(0x40, 0, 1, 0, 1, 0x1f)],
  ['an expiry that is cut', 5, packetOf(0x30, ...text(0x61), 1, 2)],
  ['a flag that is 2', 5, packetOf(0x30, ...text(0x61), 2, 1, 2, 0x7b, 0x7d)],
  ['a property that is cut', 5, packetOf(0x32, ...text(0x61), 0, 1, 1, 1, 0x7b, 0x7d)],
  ['a content type in the payload', 5, packetOf(0x30, ...text(0x61), 3, 3, 0, 2, 0x7b, 0x7d)],
  ['properties beyond the packet', 5, packetOf(0x30, ...text(0x61), 9, 3, ...text(0x61))],
  ['an expiry of 0 that stands twice', 5, packetOf(0xe0, 0, 10, 17, 0, 0, 0, 0, 17, 0, 0, 0, 0)],
  ['an empty text that stands twice', 5, packetOf(0x30, ...text(0x61), 6, 3, 0, 0, 3, 0, 0)],
  ['a flag 0 that stands twice', 5, packetOf(0x30, ...text(0x61), 4, 1, 0, 1, 0)],
  ['a PINGRESP', 4, packetOf(0xd0)],
  ['an UNSUBACK', 4, packetOf(0xb0, 0, 1)],
  ['a CONNACK', 5, packetOf(0x20, 0, 0, 0)],
  ['a property that is not UTF-8', 5, packetOf(0x30, ...text(0x61), 4, 3, ...text(0xff))],
] as const)('IN116 %s is refused, and what follows it is not read', (_name, version, bytes) => {
  for (const following of [publish, []]) {
    const { packets, reason } = read(version, Uint8Array.from([...bytes, ...following]))
    expect(packets).toEqual([])
    expect(reason).not.toBe('')
  }
})

test('IN116 client ids, names and topics of wills are UTF-8 without U+0000', () => {
  const connect = ({ clientId = 'c', topic = 'é', username = 'u' }) =>
    generate({
      ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, keepalive: 9 },
      ...{ clientId, username, password: Buffer.from([0xff, 0]) },
      will: { topic, payload: Buffer.from([0xff, 0]), qos: 0, retain: false },
    })
  expect(read(4, connect({})).packets).toHaveLength(1)
  for (const name of ['clientId', 'topic', 'username']) {
    const { packets, reason } = read(4, connect({ [name]: 'a\0' }))
    expect(packets).toEqual([])
    expect(reason).toBe('has a text that is not UTF-8, or holds U+0000')
  }
  const third = connect({})
  third[9] = 0xde
  expect(read(4, third)).toEqual({ packets: [], reason: 'has a will of QoS 3' })
  const more = Buffer.concat([connect({}), Buffer.from('xy')])
  more[1] = more.length - 2
  expect(read(4, more)).toEqual({ packets: [], reason: 'has another length than its parts' })
})

// Whatever is right passes, however it is cut: a device must not lose its connection by this.
const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((some) => !/[\0+#]/.test(some))
const identifier = fc.integer({ min: 1, max: 65_535 })
const properties = fc.record(
  {
    payloadFormatIndicator: fc.boolean(),
    messageExpiryInterval: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    ...{ contentType: fc.string({ unit: 'grapheme' }), responseTopic: name },
    correlationData: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    userProperties: fc.dictionary(name, fc.oneof(name, fc.array(name, { minLength: 2 }))),
  },
  { requiredKeys: [] },
)
const packets = fc.oneof(
  fc.record({
    ...{ cmd: fc.constant('publish'), topic: name, messageId: identifier, properties },
    payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    qos: fc.constantFrom(0, 1, 2),
  }),
  fc.record({
    cmd: fc.constantFrom('puback', 'pubrec', 'pubrel', 'pubcomp'),
    ...{ messageId: identifier, reasonCode: fc.constantFrom(0, 0x92) },
    properties: fc.record({ reasonString: name }, { requiredKeys: [] }),
  }),
  fc.record({
    ...{ cmd: fc.constant('subscribe'), messageId: identifier },
    subscriptions: fc.array(fc.record({ topic: name, qos: fc.constantFrom(0, 1, 2) }), {
      minLength: 1,
    }),
  }),
  fc.record({
    ...{ cmd: fc.constant('unsubscribe'), messageId: identifier },
    unsubscriptions: fc.array(name, { minLength: 1 }),
  }),
  fc.record({ cmd: fc.constantFrom('pingreq', 'disconnect') }),
)

it('IN116 takes every packet that a client may send, in both versions', () => {
  fc.assert(
    fc.property(packets, fc.constantFrom(4, 5), (packet, protocolVersion) => {
      const isPubrel = packet.cmd === 'pubrel' || packet.cmd === 'pubcomp'
      if ('reasonCode' in packet && !isPubrel) packet.reasonCode = 0
      const bytes = generate(packet as unknown as Packet, { protocolVersion })
      expect(read(protocolVersion as 4 | 5, bytes)).toMatchObject({ reason: '' })
    }),
    { numRuns: 500 },
  )
})
