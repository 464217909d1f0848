import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** MQTT 3.1.1 packets as bytes, for what no well-behaved client would send. */
function packet(first: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const header = [first]
  let left = body.length
  do {
    header.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0))
    left >>>= 7
  } while (left > 0)
  return Buffer.concat([Buffer.from(header), body])
}

function text(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

export interface ConnectOptions {
  readonly username: string
  readonly password: string
  readonly clientId?: string
  readonly protocol?: string
  readonly level?: number
  /** Seconds. */
  readonly keepAlive?: number
  readonly will?: { readonly topic: string; readonly payload: Buffer }
}

export function connectPacket(options: ConnectOptions): Buffer {
  const { username, password, clientId = '', protocol = 'MQTT', level = 4, will } = options
  const { keepAlive = 60 } = options
  const flags = 0xc2 | (will ? 0x04 : 0)
  const properties = level === 5 ? [Buffer.from([0])] : []
  const parts = [
    text(protocol),
    Buffer.from([level, flags, 0, keepAlive]),
    ...properties,
    text(clientId),
  ]
  if (will) parts.push(...properties, text(will.topic), text(will.payload))
  return packet(0x10, ...parts, text(username), text(password))
}

export function publishPacket(
  topic: string,
  payload: Buffer,
  qos: 0 | 1 | 2,
  messageId = 1,
): Buffer {
  const identifier = qos === 0 ? [] : [Buffer.from([messageId >> 8, messageId & 0xff])]
  return packet(0x30 | (qos << 1), text(topic), ...identifier, payload)
}

export function pubrelPacket(messageId: number): Buffer {
  return packet(0x62, Buffer.from([messageId >> 8, messageId & 0xff]))
}

export interface Wire {
  readonly socket: Socket
  /** All bytes that came back so far. */
  received(): Buffer
}

/** An open TCP connection to the broker. */
export async function openWire(mqttUrl: string): Promise<Wire> {
  const { hostname, port } = new URL(mqttUrl)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => chunks.push(chunk))
  await once(socket, 'connect')
  return { socket, received: () => Buffer.concat(chunks) }
}
