import { once } from 'node:events'
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { LiveClient, LiveSite } from '#testing/sites/live-site.ts'
import { liveVersion } from '#kit/model/live/protocol.ts'

let live: LiveSite
beforeAll(async () => void (live = await LiveSite.start()))
afterAll(() => live.close())

interface Frame {
  /** The first byte: whether it is the last of its message, reserved bits, and its kind. */
  readonly head: number
  readonly isMasked: boolean
  readonly payload: Uint8Array
}

const [textHead, lastText, binaryHead] = [0x01, 0x81, 0x82]

/** The bytes of a frame, whose length is what it says. */
function bytesOf({ head, isMasked, payload }: Frame): Buffer {
  const { length } = payload
  const mask = isMasked ? 0x80 : 0
  const size = length < 126 ? [mask | length] : [mask | 126, length >> 8, length & 0xff]
  const key = isMasked ? [1, 2, 3, 4] : []
  const masked = payload.map((byte, index) => byte ^ (key[index % 4] ?? 0))
  return Buffer.concat([Buffer.from([head, ...size, ...key]), masked])
}

const asText = (message: unknown) => new TextEncoder().encode(JSON.stringify(message))
const subscription = { version: liveVersion, type: 'subscribe' }
const sensors = fc.array(
  fc.oneof(fc.integer({ min: -5, max: 50 }), fc.double(), fc.constant('1'), fc.constant(null)),
)
const members = {
  ...{ sensors, historyMs: fc.oneof(fc.nat(86_400_001), fc.double()) },
  ...{ historyColumns: fc.integer(), since: fc.oneof(fc.maxSafeInteger(), fc.double()) },
  listsAgeMs: fc.oneof(fc.double(), fc.constant(1e308)),
}
const likeSubscriptions = fc
  .record(members, { requiredKeys: [] })
  .map((own) => asText({ ...subscription, ...own }))
const payload = fc.oneof(
  likeSubscriptions,
  fc.json({ maxDepth: 3 }).map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 200 }),
  fc.constant(new TextEncoder().encode('['.repeat(60_000))),
)
const frame = fc.record({
  head: fc.oneof(
    { arbitrary: fc.constantFrom(lastText, binaryHead, textHead, 0x00, 0x80), weight: 4 },
    { arbitrary: fc.nat(255), weight: 1 },
  ),
  isMasked: fc.oneof({ arbitrary: fc.constant(true), weight: 9 }, fc.boolean()),
  payload,
})

const tcpOf = ({ socket }: LiveClient) =>
  (socket as unknown as { readonly _socket: Socket })._socket

it('LV34 whatever frames come, a socket is answered or closed, and others go on', async () => {
  const neighbour = await live.listen([live.sensor('temp')], {}, live.person)
  let value = 0
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 4 }), async (frames) => {
      const client = new LiveClient(live.openSocket(live.person))
      client.socket.on('error', () => undefined)
      await once(client.socket, 'open')
      let code: number | undefined
      void client.closed.then((closed) => (code = closed))
      const last = asText({ ...subscription, sensors: [live.sensor('temp')] })
      const all = [...frames, { head: lastText, isMasked: true, payload: last }]
      tcpOf(client).write(Buffer.concat(all.map(bytesOf)))
      const isAnswered = () => client.newest(live.sensor('temp')) !== undefined
      await eventually('it is answered or closed', () => code !== undefined || isAnswered())
      if (code !== undefined) expect([1002, 1003, 1005, 1006, 1007, 4400]).toContain(code)
      client.socket.terminate()
      await live.publish('pump', { temp: ++value + 1_000 })
      const newest = () => neighbour.newest(live.sensor('temp'))
      await eventually('the neighbour has it', () => newest() === value + 1_000)
    }),
    { numRuns: 60 },
  )
  neighbour.socket.terminate()
})
