import { isUtf8 } from 'node:buffer'
import type { Packet } from 'mqtt-packet'
import { PacketError } from '../mqtt5/client-packets.ts'
import { reasonCodes } from '../mqtt5/reason-codes.ts'

/** What the parser library has no interface for: where it reads, and what it reads there. */
interface Internals {
  /** Bytes that have come, from the body of the packet on. */
  readonly _list: { readonly length: number; slice(start: number, end: number): Uint8Array }
  readonly _pos: number
  readonly packet: Packet
  readonly error: Error | null
  _parseString: () => string | null
  _parseProperties: () => object | false
  _parseByType: (type: string) => unknown
  _parsePayload: () => boolean
  _emitError: (error: Error) => void
}

const numbered = new Set(['puback', 'pubrec', 'pubrel', 'pubcomp', 'subscribe', 'unsubscribe'])
const ofServers = new Set(['connack', 'suback', 'unsuback', 'pingresp'])
const longestLengthBytes = 4
const userProperty = 0x26

/**
 * Has a parser refuse what MQTT calls malformed and the library takes: what it would read beyond
 * the end of a packet (the bytes of the next one), bytes that are left over, texts that are not
 * UTF-8 or hold U+0000 (1.5.3), the packet identifier 0 (2.3.1), a will of QoS 3 (3.1.2.6), a
 * property that stands twice, an UNSUBSCRIBE without a topic, and packets that servers send.
 */
export function makeStrict(parser: object): void {
  const reader = parser as Internals
  const { _parseString, _parseProperties, _parseByType, _parsePayload } = reader
  let problem: string | null = null
  /** Identifiers of the properties that were read together. */
  const read = new Set<number>()
  let isRepeated = false
  reader._parseString = () => {
    const start = reader._pos + 2
    const text = _parseString.call(reader)
    if (text !== null && !isWellFormed(text, () => reader._list.slice(start, reader._pos)))
      problem ??= 'has a text that is not UTF-8, or holds U+0000'
    return text
  }
  reader._parseProperties = () => {
    const end = endOfProperties(reader)
    read.clear()
    const properties = _parseProperties.call(reader)
    if (properties !== false && reader._pos !== end)
      problem ??= 'has properties of another length than it says'
    return properties
  }
  reader._parseByType = (type) => {
    const start = reader._pos
    const [identifier = 0] = reader._list.slice(start - 1, start)
    isRepeated ||= read.has(identifier) && identifier !== userProperty
    read.add(identifier)
    const value = _parseByType.call(reader, type)
    if (reader._pos === start) problem ??= 'has a property without a value'
    else if (type === 'byte' && (reader._list.slice(start, start + 1)[0] ?? 0) > 1)
      problem ??= 'has a property that is neither 0 nor 1'
    return value
  }
  reader._parsePayload = () => {
    problem = null
    isRepeated = false
    const isWhole = _parsePayload.call(reader)
    if (!isWhole || reader.error) return isWhole
    const { packet, _pos } = reader
    problem ??= malformation(packet, _pos)
    const error = isRepeated ? 'has a property more than once' : protocolProblem(packet)
    if (problem !== null) reader._emitError(new PacketError(reasonCodes.malformed, problem))
    else if (error !== null) reader._emitError(new PacketError(reasonCodes.protocolError, error))
    return true
  }
}

/** What is wrong with how a packet is written, of which so many bytes were read. */
function malformation(packet: Packet, read: number): string | null {
  if (!isFilled(packet, read)) return 'has another length than its parts'
  return packet.cmd === 'connect' && (packet.will?.qos ?? 0) > 2 ? 'has a will of QoS 3' : null
}

/** What is wrong with what a packet says. */
function protocolProblem(packet: Packet): string | null {
  if (ofServers.has(packet.cmd)) return `is a ${packet.cmd}, which servers send`
  if (lacksIdentifier(packet)) return 'has no packet identifier'
  const isEmpty = packet.cmd === 'unsubscribe' && packet.unsubscriptions.length === 0
  return isEmpty ? 'names no topic' : null
}

/** Whether a text was read as it was sent: what is not UTF-8 was replaced by U+FFFD. */
const isWellFormed = (text: string, bytes: () => Uint8Array) =>
  !text.includes('\0') && (!text.includes('\ufffd') || isUtf8(bytes()))

/** Where properties end by the length before them; none are there beyond the packet's end. */
function endOfProperties({ _list, _pos, packet }: Internals): number {
  const available = Math.min(_list.length, packet.length ?? 0)
  const bytes = _list.slice(
    Math.min(_pos, available),
    Math.min(_pos + longestLengthBytes, available),
  )
  let length = 0
  for (const [index, byte] of bytes.entries()) {
    length += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return Math.min(_pos + index + 1 + length, available)
  }
  return _pos
}

/** Whether a packet has the bytes that were read of it, and no others. */
function isFilled({ cmd, length = 0 }: Packet, read: number): boolean {
  // The payload is what is left; a DISCONNECT of MQTT 5 may leave out its parts.
  if (cmd === 'publish') return read <= length
  return cmd === 'disconnect' ? read >= length : read === length
}

/** It is 0, which none is, or -1 where there are no bytes of it. */
function lacksIdentifier(packet: Packet): boolean {
  const isNumbered = numbered.has(packet.cmd) || (packet.cmd === 'publish' && packet.qos > 0)
  return isNumbered && (packet.messageId ?? 0) <= 0
}
