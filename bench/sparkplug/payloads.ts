import { packet, text } from '../ingest/packets.ts'

/**
 * Messages of an edge node as Sparkplug 3.0 writes them, put together by hand so that the publisher
 * costs as little as possible beside what it measures.
 */

const doubleType = 10
const longType = 4
const publishQos0 = 0x30

/** Fields of the protocol buffer, each with its number and how it is written. */
const field = {
  timestamp: 0x08,
  metric: 0x12,
  sequence: 0x18,
  name: 0x0a,
  alias: 0x10,
  metricTimestamp: 0x18,
  datatype: 0x20,
  long: 0x58,
  double: 0x69,
} as const

/** Written in six bytes also where fewer would do, so that it can be written again in its place. */
function writeTime(buffer: Buffer, at: number, time: number): void {
  let rest = time
  for (let index = 0; index < timeBytes; index++) {
    const isLast = index === timeBytes - 1
    buffer[at + index] = (rest % 128) | (isLast ? 0 : 0x80)
    rest = Math.floor(rest / 128)
  }
}

const timeBytes = 6
const timeField = (key: number) => Buffer.concat([Buffer.from([key]), Buffer.alloc(timeBytes)])
const numberField = (key: number, value: number) => Buffer.from([key, value])
/** In two bytes always: a message's place among 256. */
const sequenceField = (sequence: number) =>
  Buffer.from([field.sequence, (sequence & 0x7f) | 0x80, sequence >> 7])

function metricField(parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([field.metric, body.length]), body])
}

function nameField(name: string): Buffer {
  return Buffer.concat([Buffer.from([field.name, name.length]), Buffer.from(name)])
}

function message(topic: string, payload: Buffer): Buffer {
  return packet(publishQos0, Buffer.concat([text(topic), payload]))
}

/** The birth of a node: its number, and metrics that have the numbers from 1 on as aliases. */
export function birth(group: string, node: string, metrics: number, time: number): Buffer {
  const own = Array.from({ length: metrics }, (_, index) =>
    metricField([
      nameField(`Line/Signal ${String(index).padStart(3, '0')}`),
      numberField(field.alias, index + 1),
      numberField(field.datatype, doubleType),
      doubleField(0),
    ]),
  )
  const session = metricField([
    nameField('bdSeq'),
    numberField(field.datatype, longType),
    numberField(field.long, 0),
  ])
  const stamp = timeField(field.timestamp)
  writeTime(stamp, 1, time)
  const payload = Buffer.concat([stamp, session, ...own, sequenceField(0)])
  return message(`spBv1.0/${group}/NBIRTH/${node}`, payload)
}

function doubleField(value: number): Buffer {
  const bytes = Buffer.alloc(9)
  bytes[0] = field.double
  bytes.writeDoubleLE(value, 1)
  return bytes
}

/** Data of a node by alias, whose time, sequence and values are written into place each time. */
export class DataTemplate {
  readonly #bytes: Buffer
  readonly #timeAt: readonly number[]
  readonly #valueAt: readonly number[]

  /** With so many metrics. */
  constructor(group: string, node: string, metrics: number) {
    const stamp = timeField(field.timestamp)
    const parts = Array.from({ length: metrics }, (_, index) =>
      metricField([
        numberField(field.alias, index + 1),
        timeField(field.metricTimestamp),
        doubleField(0),
      ]),
    )
    const payload = Buffer.concat([stamp, ...parts, sequenceField(0)])
    this.#bytes = message(`spBv1.0/${group}/NDATA/${node}`, payload)
    const payloadAt = this.#bytes.length - payload.length
    const metricAt = (index: number) =>
      payloadAt + stamp.length + index * (parts[0]?.length ?? 0) + 2
    const starts = parts.map((_, index) => metricAt(index))
    this.#timeAt = [payloadAt + 1, ...starts.map((at) => at + 3)]
    this.#valueAt = starts.map((at) => at + 2 + 1 + timeBytes + 1)
  }

  /** A message of its own: at `time` (ms UTC), the `sequence`th of 256, values from `random`. */
  make(time: number, sequence: number, random: () => number): Buffer {
    const bytes = Buffer.from(this.#bytes)
    for (const at of this.#timeAt) writeTime(bytes, at, time)
    for (const at of this.#valueAt) bytes.writeDoubleLE(20 + random() / 100, at)
    bytes[bytes.length - 2] = (sequence & 0x7f) | 0x80
    bytes[bytes.length - 1] = sequence >> 7
    return bytes
  }
}
