import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { pino } from 'pino'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '#kit/model/calls/route.ts'
import { eventually } from '#testing/eventually.ts'
import { Budget } from '../budget/budget.ts'
import { createHttpApplication } from './application.ts'
import { countBodies } from './requests/body-budget.ts'
import {
  connectionLimits,
  defaultTimeouts,
  limitConnections,
  type ConnectionLimits,
} from './connections/limits.ts'
import { serve } from './serve.ts'

const mebibyte = 2 ** 20
const budgetBytes = 128 * mebibyte
const echo = defineRoute({
  method: 'POST',
  path: '/api/echo',
  summary: 'Says how much came',
  gate: 'public',
  body: z.object({ text: z.string() }),
  reply: z.object({ length: z.int() }),
})
const small = defineRoute({ ...echo, path: '/api/small' })
const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

interface Server {
  readonly app: FastifyInstance
  readonly port: number
  readonly budget: Budget
}

const silent = defineRoute({
  method: 'POST',
  path: '/api/silent',
  summary: 'Never answers',
  gate: 'public',
})

async function startServer(changed: Partial<ConnectionLimits> = {}): Promise<Server> {
  const app = createHttpApplication(pino({ level: 'silent' }))
  const budget = new Budget(budgetBytes)
  const limits = { ...connectionLimits(budgetBytes, []), ...changed }
  countBodies(app, budget, limitConnections(app, limits))
  serve(app, echo, { bodyLimit: mebibyte }, async ({ body }) => ({ length: body.text.length }))
  serve(app, small, async ({ body }) => ({ length: body.text.length }))
  serve(app, silent, () => new Promise(() => undefined))
  await app.listen({ host: '127.0.0.1', port: 0 })
  open.push(() => app.close())
  return { app, port: (app.server.address() as AddressInfo).port, budget }
}

/** A connection from an address of this machine, and all that came back on it. */
async function dial(
  port: number,
  localAddress = '127.0.0.1',
): Promise<{ readonly socket: Socket; readonly answer: () => string }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  let text = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => (text += chunk.toString()))
  open.push(() => socket.destroy())
  await once(socket, 'connect')
  return { socket, answer: () => text }
}

const head = (length: number) =>
  'POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
  `Content-Length: ${length}\r\n\r\n`
const bodiesOf = ({ budget }: Server) => budget.usage().find(({ kind }) => kind === 'request-body')
const post = (port: number, text: string) =>
  fetch(`http://127.0.0.1:${port}/api/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })

it('HL1 unfinished bodies count for their address until it has no share left', async () => {
  const server = await startServer()
  const size = 1_000_000
  const begin = async () => {
    const connection = await dial(server.port, '127.0.0.2')
    connection.socket.write(head(size) + `{"text":"${'x'.repeat(size - 100_000)}`)
    return connection
  }
  const [one, two, three, four] = await Promise.all([begin(), begin(), begin(), begin()])
  await eventually('all of it has arrived', () => (bodiesOf(server)?.bytes ?? 0) > 3_600_000)
  const refused = await begin()
  await once(refused.socket, 'close')
  expect(refused.answer()).toMatch(/^HTTP\/1\.1 429 .*"too_many_requests"/s)
  expect(refused.answer()).toMatch(/\r\nretry-after: 5\r\n/i)
  expect(refused.answer()).toMatch(/\r\nconnection: close\r\n/i)
  expect([one, two, three, four].map(({ answer }) => answer())).toEqual(['', '', '', ''])
  expect(await (await post(server.port, 'neighbour')).json()).toEqual({ length: 9 })
  for (const { socket } of [one, two, three, four]) socket.destroy()
  await eventually('everything is given back', () => bodiesOf(server)?.bytes === 0)
  expect(bodiesOf(server)).toMatchObject({ sources: 0, refused: { share: 1, total: 0 } })
})

it('HL1 what may be read ahead of a body counts, of a small one no more than it is', async () => {
  const server = await startServer()
  const connections = [await dial(server.port), await dial(server.port, '127.0.0.2')]
  for (const [index, { socket }] of connections.entries())
    socket.write(head(index === 0 ? 1_000_000 : 1_000))
  const bytes = 4_096 + 65_536 + 4_096 + 1_000
  await eventually('both are counted', () => bodiesOf(server)?.bytes === bytes)
})

it('HL1 a refused address opens connections slowly, its neighbours as before', async () => {
  const { port, budget } = await startServer({ connectionsPerSecond: 20 })
  const { share } = budget.limits('request-body')
  budget.reserve('request-body', '127.0.0.2', share - 5_000)
  // A burst of five is free; each of these refusals costs a second.
  const refused = await Promise.all([1, 2, 3, 4].map(() => dial(port, '127.0.0.2')))
  for (const { socket } of refused) {
    socket.write(head(20_000) + `{"text":"${'x'.repeat(10_000)}`)
    await once(socket, 'close')
  }
  expect(refused.map(({ answer }) => answer().slice(9, 12))).toEqual(['429', '429', '429', '429'])
  const [again, neighbour] = [await dial(port, '127.0.0.2'), await dial(port, '127.0.0.3')]
  for (const { socket } of [again, neighbour]) socket.write(head(12) + '{"text":"x"}')
  await eventually('the neighbour is answered', () => neighbour.answer().includes('200 OK'))
  expect(again.answer()).toBe('')
})

it('HL7 what anybody may call takes a small body; more is refused as announced', async () => {
  const server = await startServer({ connectionsPerSecond: 4 })
  const begin = (address: string) => dial(server.port, address)
  const smallHead = (length: number) => head(length).replace('/api/echo', '/api/small')
  const refused = await begin('127.0.0.2')
  refused.socket.write(smallHead(16_385) + '{"text":"')
  await once(refused.socket, 'close')
  expect(refused.answer()).toMatch(/^HTTP\/1\.1 400 .*"payload_too_large"/s)
  const [again, neighbour] = [await begin('127.0.0.2'), await begin('127.0.0.3')]
  const maximum = JSON.stringify({ text: 'x'.repeat(16_384 - 11) })
  for (const { socket } of [again, neighbour]) socket.write(smallHead(maximum.length) + maximum)
  await eventually('the neighbour is answered', () => neighbour.answer().includes('200 OK'))
  // The refusal cost the address as many connections as it may open in five seconds.
  expect(again.answer()).toBe('')
})

it('HL1 many addresses together get 503 when all room is taken', async () => {
  const server = await startServer()
  const { share, part } = server.budget.limits('request-body')
  for (let index = 0; index < part / share; index++)
    server.budget.reserve('request-body', `192.0.2.${index}`, share)
  const reply = await post(server.port, 'x')
  expect([reply.status, reply.headers.get('retry-after'), reply.headers.get('connection')]).toEqual(
    [503, '5', 'close'],
  )
  expect(await reply.json()).toMatchObject({ error: 'overloaded' })
})

it('HL1 the memory of a body that is refused is given back without waiting', async () => {
  const { port, budget } = await startServer()
  const freed = vi.spyOn(ArrayBuffer.prototype, 'transfer')
  open.push(() => freed.mockRestore())
  expect((await post(port, 'x'.repeat(200_000))).status).toBe(200)
  expect(freed).not.toHaveBeenCalled()
  const { share } = budget.limits('request-body')
  budget.reserve('request-body', '127.0.0.1', share - 5_000)
  const { socket, answer } = await dial(port)
  socket.write(head(200_000) + `{"text":"${'x'.repeat(100_000)}`)
  await once(socket, 'close')
  expect(answer()).toMatch(/^HTTP\/1\.1 429 /)
  const sizes = (freed.mock.contexts as ArrayBuffer[]).map((buffer) => [
    buffer.detached,
    buffer.byteLength,
  ])
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes).toEqual(sizes.map(() => [true, 0]))
})

it('HL1 gives bodies back, whether taken, refused, too large, not JSON, or to nobody', async () => {
  const server = await startServer()
  expect((await post(server.port, 'x'.repeat(500_000))).status).toBe(200)
  expect((await post(server.port, 'x'.repeat(2_000_000))).status).toBe(400)
  const send = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit)
  expect((await send('/api/echo', '{', { 'content-type': 'application/json' })).status).toBe(400)
  expect((await send('/api/nothing', 'x'.repeat(10_000))).status).toBe(404)
  const chunked = new Blob(['{"text":"', 'x'.repeat(300_000), '"}']).stream()
  expect(
    await (await send('/api/echo', chunked, { 'content-type': 'application/json' })).json(),
  ).toEqual({ length: 300_000 })
  await eventually('everything is given back', () => bodiesOf(server)?.bytes === 0)
})

it('HL2 ends a connection that sends nothing, half a head, half a body', async () => {
  const timeouts = { ...defaultTimeouts, head: 200, request: 400 }
  const server = await startServer({ timeouts })
  const silent = await dial(server.port)
  const halfHead = await dial(server.port)
  halfHead.socket.write('POST /api/echo HTTP/1.1\r\nHost: ')
  const halfBody = await dial(server.port)
  halfBody.socket.write(head(1_000) + '{"text":"')
  await Promise.all([silent, halfHead, halfBody].map(({ socket }) => once(socket, 'close')))
  expect(halfHead.answer()).toMatch(/^HTTP\/1\.1 408 /)
  expect(halfBody.answer()).toMatch(/^HTTP\/1\.1 408 /)
  await eventually('its bytes are given back', () => bodiesOf(server)?.bytes === 0)
})

it('HL2 ends a connection that sends nothing more after a request', async () => {
  const server = await startServer({ timeouts: { ...defaultTimeouts, idle: 100 } })
  const { socket, answer } = await dial(server.port)
  socket.write(head(15) + '{"text":"four"}')
  await once(socket, 'close')
  expect(answer()).toMatch(/^HTTP\/1\.1 200 /)
})

it('HL3 an address has a number of connections, and may open again what it closes', async () => {
  const server = await startServer({ connectionsOfAddress: 3 })
  const first = await Promise.all([1, 2, 3].map(() => dial(server.port, '127.0.0.2')))
  const fourth = await dial(server.port, '127.0.0.2')
  await once(fourth.socket, 'close')
  expect(fourth.answer()).toMatch(/^HTTP\/1\.1 429 .*Retry-After: 5\r\nConnection: close/s)
  expect((await post(server.port, 'neighbour')).status).toBe(200)
  const ended = [once(first[0]?.socket ?? fourth.socket, 'close')]
  first[0]?.socket.destroy()
  await Promise.all(ended)
  await eventually('its place is free', async () => {
    const { socket, answer } = await dial(server.port, '127.0.0.2')
    socket.end(head(15).replace('keep-alive', 'close') + '{"text":"four"}')
    await once(socket, 'close')
    return answer().startsWith('HTTP/1.1 200')
  })
})

it('HL3 a trusted proxy may open as many as it needs, up to what all may', async () => {
  const server = await startServer({
    connections: 4,
    connectionsOfAddress: 1,
    trustedProxies: ['127.0.0.0/8'],
  })
  const opened = await Promise.all([1, 2, 3, 4].map(() => dial(server.port)))
  const fifth = await dial(server.port)
  await once(fifth.socket, 'close')
  for (const { socket } of opened) socket.write(head(15) + '{"text":"four"}')
  await eventually('all four are served', () =>
    opened.every(({ answer }) => answer().startsWith('HTTP/1.1 200')),
  )
})

it('HL5 an address that opens connections too fast waits, its neighbour does not', async () => {
  const server = await startServer({ connectionsPerSecond: 16 })
  const begun = performance.now()
  const served = Array.from({ length: 16 }, async () => {
    const { socket, answer } = await dial(server.port, '127.0.0.2')
    socket.write(head(15) + '{"text":"four"}')
    await eventually('it is served', () => answer().startsWith('HTTP/1.1 200'))
    return performance.now() - begun
  })
  expect((await post(server.port, 'neighbour')).status).toBe(200)
  const times = await Promise.all(served)
  // Four at once, and twelve more at sixteen a second; timers may be a millisecond early.
  expect(Math.max(...times)).toBeGreaterThan(748)
})

it('HL5 nothing is read of a connection that waits for its turn', async () => {
  const { app, port } = await startServer({ connectionsPerSecond: 4 })
  const accepted: Socket[] = []
  app.server.on('connection', (socket: Socket) => accepted.push(socket))
  // The first is served at once, the last would be in a minute.
  const first = await dial(port, '127.0.0.2')
  for (let waiting = 0; waiting < 300; waiting++) await dial(port, '127.0.0.2')
  const last = await dial(port, '127.0.0.2')
  for (const { socket } of [first, last]) socket.write(head(15) + '{"text":"four"}')
  await eventually('the first is answered', () => first.answer().startsWith('HTTP/1.1 200'))
  expect((await post(port, 'neighbour')).status).toBe(200)
  const portOf = ({ socket }: typeof first) => socket.localPort
  const readOf = (wanted: number | undefined) =>
    accepted.find(({ remotePort }) => remotePort === wanted)?.bytesRead
  expect(readOf(portOf(first))).toBeGreaterThan(0)
  expect(readOf(portOf(last))).toBe(0)
})

it('HL2 ends a connection on which no byte moves while a request is answered', async () => {
  const server = await startServer({ timeouts: { ...defaultTimeouts, silence: 100 } })
  const { socket, answer } = await dial(server.port)
  socket.write(head(2).replace('/api/echo', '/api/silent') + '{}')
  await once(socket, 'close')
  expect(answer()).toBe('')
  await eventually('its bytes are given back', () => bodiesOf(server)?.bytes === 0)
})

it('HL4 an address that sends more than 16 MB a second waits', async () => {
  const server = await startServer()
  const text = 'x'.repeat(1_000_000)
  const begun = performance.now()
  for (let megabytes = 0; megabytes < 24; megabytes++)
    expect((await post(server.port, text)).status).toBe(200)
  // A burst of 16 MiB, and the rest at that rate; the last chunk may be under way.
  expect(performance.now() - begun).toBeGreaterThan(
    ((24_000_000 - 2 ** 24 - 65_536) / 2 ** 24) * 1_000,
  )
})

it('HL3 a quarter of all connections may be of one address', () => {
  expect(connectionLimits(128 * mebibyte, ['::1'])).toMatchObject({
    ...{ connections: 2_048, connectionsOfAddress: 512, connectionsPerSecond: 200 },
    trustedProxies: ['::1'],
  })
})
