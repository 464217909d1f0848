import { once } from 'node:events'
import { connect } from 'node:net'
import { connectPacket, text, packet } from '../ingest/packets.ts'

/** Asks for a subscriber that counts what nodes of a group publish. */
export interface SubscribeTask {
  readonly port: number
  readonly filter: string
}

/** What it answers each time it is asked after that. */
export interface SubscriberCount {
  readonly messages: number
  /** ms UTC of the last. */
  readonly lastAt: number
}

/** Counts PUBLISH packets of a stream, and reads nothing of them. */
class PublishCounter {
  count = 0
  #rest: Buffer = Buffer.alloc(0)
  #skip = 0

  read(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = this.#skip
    while (at < bytes.length) {
      const header = headerOf(bytes, at)
      if (!header) break
      if ((bytes[at] ?? 0) >> 4 === 3) this.count++
      at += header.headerBytes + header.length
    }
    this.#skip = Math.max(0, at - bytes.length)
    this.#rest = at < bytes.length ? bytes.subarray(at) : Buffer.alloc(0)
  }
}

/** Null while it is not complete. */
function headerOf(bytes: Buffer, at: number): { headerBytes: number; length: number } | null {
  let length = 0
  for (let index = 0; index < 4; index++) {
    const byte = bytes[at + 1 + index]
    if (byte === undefined) return null
    length += (byte & 0x7f) * 128 ** index
    if (byte < 128) return { headerBytes: index + 2, length }
  }
  return null
}

const [task] = (await once(process, 'message')) as [SubscribeTask]
const socket = connect(task.port, '127.0.0.1')
await once(socket, 'connect')
const subscribe = Buffer.concat([Buffer.from([0, 1]), text(task.filter), Buffer.from([0])])
socket.write(connectPacket('counter', 'counter', 'counter'))
await once(socket, 'data')
socket.write(packet(0x82, subscribe))
await once(socket, 'data')
const counter = new PublishCounter()
let lastAt = 0
socket.on('data', (chunk) => {
  counter.read(chunk)
  lastAt = Date.now()
})
process.on('message', () => process.send?.({ messages: counter.count, lastAt }))
process.on('disconnect', () => process.exit(0))
process.send?.({ messages: 0, lastAt: 0 })
