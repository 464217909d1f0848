import { writeDigits } from '../kit/random.ts'

/**
 * MQTT 3.1.1 packets, written by hand so that the publisher costs as little as possible beside what
 * it measures.
 */

const publishQos1 = 0x32
const duplicate = 0x08

export function connectPacket(clientId: string, username: string, password: string): Buffer {
  const level4 = Buffer.from([0, 4, 0x4d, 0x51, 0x54, 0x54, 4])
  const cleanWithCredentials = 0xc2
  const keepAliveSeconds = 600
  const flags = Buffer.from([cleanWithCredentials, keepAliveSeconds >> 8, keepAliveSeconds & 0xff])
  return packet(
    0x10,
    Buffer.concat([level4, flags, text(clientId), text(username), text(password)]),
  )
}

/** A telemetry message whose time, values and message id are written into place again and again. */
export class PublishTemplate {
  readonly buffer: Buffer
  readonly values: number
  readonly #idAt: number
  readonly #timeAt: number
  readonly #valueAt: readonly number[]

  /** `values` numbers `k0`, `k1`, … of the form 12.34. */
  constructor(topic: string, values: number) {
    this.values = values
    const fields = Array.from({ length: values }, (_, index) => `"k${index}":20.00`).join(',')
    const payload = `{"ts":1000000000000,"values":{${fields}}}`
    this.buffer = packet(
      publishQos1,
      Buffer.concat([text(topic), Buffer.from([0, 0]), Buffer.from(payload)]),
    )
    const payloadAt = this.buffer.length - payload.length
    this.#idAt = payloadAt - 2
    this.#timeAt = payloadAt + payload.indexOf('1000000000000')
    this.#valueAt = [...payload.matchAll(/20\.00/g)].map(({ index }) => payloadAt + index)
  }

  /**
   * Makes it the message with this id, with this time (ms UTC, 13 digits) and values drawn from
   * `random`.
   */
  fill(messageId: number, time: number, random: () => number): void {
    this.buffer[0] = publishQos1
    this.buffer.writeUInt16BE(messageId, this.#idAt)
    this.buffer.write(String(time), this.#timeAt, 'latin1')
    for (const at of this.#valueAt) writeDigits(this.buffer, at, random)
  }

  /** Marks it as sent before. */
  markDuplicate(): void {
    this.buffer[0] = publishQos1 | duplicate
  }
}

/** Cuts a stream into packets and gives type and message id of each (0 where there is none). */
export class PacketReader {
  #rest: Buffer = Buffer.alloc(0)

  read(chunk: Buffer, onPacket: (type: number, messageId: number, body: Buffer) => void): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = 0
    while (at + 2 <= bytes.length) {
      // What a broker answers here is always shorter than 128 bytes: one byte of length.
      const end = at + 2 + (bytes[at + 1] ?? 0)
      if (end > bytes.length) break
      const messageId = end - at >= 4 ? bytes.readUInt16BE(at + 2) : 0
      onPacket((bytes[at] ?? 0) >> 4, messageId, bytes.subarray(at + 2, end))
      at = end
    }
    this.#rest = bytes.subarray(at)
  }
}

/** A packet with this first byte: its length is before the body. */
export function packet(firstByte: number, body: Buffer): Buffer {
  const length: number[] = []
  let rest = body.length
  do {
    const more = rest > 127 ? 0x80 : 0
    length.push((rest & 0x7f) | more)
    rest >>= 7
  } while (rest > 0)
  return Buffer.concat([Buffer.from([firstByte, ...length]), body])
}

/** A text as MQTT has it: its length before it. */
export function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}
