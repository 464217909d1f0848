import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { Budget } from '../../budget/budget.ts'
import { createBus } from '../../bus.ts'
import type { Caller } from '../../caller.ts'
import { disconnectSignal } from './disconnect-signal.ts'
import { Downloads } from './downloads.ts'
import { sendFailure } from './failure.ts'
import { followCallers } from './long-replies.ts'
import { DownloadReply, LinesReply, sendResult } from './replies.ts'

/** More than the buffers of the system hold. */
const bytes = 24 * 2 ** 20
const contract = { file: 'text/csv' } as Parameters<typeof sendResult>[1]

/** A server whose calls are made by the session that their address names. */
async function serve() {
  const path = join(temporaryDirectory(), 'file')
  writeFileSync(path, Buffer.alloc(bytes, 'x'))
  const bus = createBus(() => undefined)
  const ended = new Set<string>()
  const permissions = { of: ['see'] as string[] }
  const downloads = new Downloads(new Budget(256 * 2 ** 20))
  const app = fastify({ forceCloseConnections: true })
  app.setErrorHandler((error: Error, request, reply) => sendFailure(error, request, reply))
  app.decorateRequest('caller', null)
  const callerOf = (sessionId: string): Caller => ({
    ...{ userId: 1, sessionId, roles: [], permissions: permissions.of },
  })
  app.addHook('onRequest', async (request) => {
    request.caller = callerOf(new URL(request.url, 'http://x').searchParams.get('session') ?? '')
  })
  followCallers(
    app,
    {
      bus,
      callerNow: async (_, { sessionId }) => (ended.has(sessionId) ? null : callerOf(sessionId)),
    },
    50,
  )
  const config = { gate: 'signed-in' } as const
  app.get('/file', { config }, async (request, reply) => {
    await downloads.begin(request.caller?.sessionId ?? '', reply)
    const file = new DownloadReply({ path, bytes, name: 'file.csv', type: 'text/csv' })
    return sendResult(file, contract, reply)
  })
  const lines = new PassThrough()
  app.get('/lines', { config }, async (_, reply) => {
    disconnectSignal(reply, null)
    lines.write('1\n')
    return sendResult(new LinesReply(lines, 'application/x-ndjson'), contract, reply)
  })
  app.get('/question', { config }, async (_, reply) => {
    const signal = disconnectSignal(reply)
    await delay(60_000, undefined, { signal, ref: false }).catch(() => signal.throwIfAborted())
    return {}
  })
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  onTestFinished(() => app.close())
  return { bus, ended, lines, ask: (what: string, session: string) => ask(port, what, session) }
}

async function ask(port: number, what: string, session: string) {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  let text = ''
  let count = 0
  socket.on('data', (data: Buffer) => {
    count += data.byteLength
    if (text.length < 1_000) text += data.toString('latin1')
  })
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(`GET /${what}?session=${session} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await eventually(`${what} begins`, () => what === 'question' || text.length > 0)
  return { socket, closed, received: () => text, count: () => count }
}

test('HT49 what is on its way to a session that ends goes no further', async () => {
  const { bus, lines, ask: get } = await serve()
  const [file, other, answer] = [
    await get('file', 'a'),
    await get('file', 'b'),
    await get('lines', 'a'),
  ]
  for (const { socket } of [file, other]) socket.pause()
  bus.emit('sessionsEnded', { sessionIds: ['a'] })
  lines.write('2\n')
  file.socket.resume()
  await Promise.all([file.closed, answer.closed])
  expect(file.count()).toBeLessThan(bytes)
  expect(answer.received()).not.toContain('2\n')
  other.socket.resume()
  await other.closed
  expect(other.count()).toBeGreaterThan(bytes)
})

test('HT49 a question whose session ends is answered so, whoever ended it', async () => {
  const { bus, ended, ask: get } = await serve()
  const first = await get('question', 'a')
  const second = await get('question', 'b')
  await eventually('both are asked', async () => {
    bus.emit('sessionsEnded', { sessionIds: ['a'] })
    return first.received().length > 0
  })
  ended.add('b')
  await Promise.all([first.closed, second.closed])
  for (const { received } of [first, second]) expect(received()).toContain('401 Unauthorized')
})
