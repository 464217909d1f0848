import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { Budget } from '../../budget/budget.ts'
import { downloadBytes, Downloads } from './downloads.ts'
import { sendFailure } from './failure.ts'
import { DownloadReply, sendResult } from './replies.ts'

const bytes = 16 * 2 ** 20
const directory = mkdtempSync(join(tmpdir(), 'warroom-downloads-'))
const path = join(directory, 'file')
const sockets: Socket[] = []
let budget: Budget
let app: FastifyInstance
let port = 0

beforeAll(() => writeFileSync(path, Buffer.alloc(bytes, 'x')))
beforeEach(async () => {
  budget = new Budget(256 * 2 ** 20)
  const downloads = new Downloads(budget)
  app = fastify({ forceCloseConnections: true })
  app.setErrorHandler((error: Error, request, reply) => sendFailure(error, request, reply))
  app.get<{ Querystring: { session: string } }>('/', async (request, reply) => {
    await downloads.begin(request.query.session, reply)
    const file = new DownloadReply({ path, bytes, name: 'file.csv', type: 'text/csv' })
    return sendResult(file, { file: 'text/csv' } as Parameters<typeof sendResult>[1], reply)
  })
  app.get('/growing', (_, reply) => {
    const file = new DownloadReply({ path, bytes: bytes - 1, name: 'x', type: 'text/csv' })
    return sendResult(file, { file: 'text/csv' } as Parameters<typeof sendResult>[1], reply)
  })
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})
afterAll(() => rmSync(directory, { recursive: true }))

/** Asks for the file and reads nothing of it. */
async function ask(session: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(`GET /?session=${session} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  return socket
}

/** Reads to the end; how many bytes came, with the head. */
async function read(socket: Socket): Promise<number> {
  let count = 0
  socket.on('data', (data: Buffer) => (count += data.byteLength))
  socket.resume()
  await once(socket, 'close')
  return count
}

const held = () => budget.usage().find(({ kind }) => kind === 'reply')?.bytes ?? NaN

test('HT35 files that nobody reads are counted until their callers leave', async () => {
  const open = await Promise.all(['a', 'a', 'b'].map((session) => ask(session)))
  await eventually('all are counted', () => held() === 3 * downloadBytes)
  for (const socket of open) socket.destroy()
  await eventually('none is', () => held() === 0)
})

test('HT35 one session is sent four files at a time; the next one follows, whole', async () => {
  const open = await Promise.all(['a', 'a', 'a', 'a'].map((session) => ask(session)))
  await eventually('four are counted', () => held() === 4 * downloadBytes)
  const fifth = read(await ask('a'))
  // That of another session does not wait.
  expect(await read(await ask('b'))).toBeGreaterThan(bytes)
  await eventually('the fifth waits', () => held() === 4 * downloadBytes)
  open[0]?.destroy()
  expect(await fifth).toBeGreaterThan(bytes)
})

test('IM43 of a file that grows as it is sent comes what it had', async () => {
  const { rawPayload, headers } = await app.inject('/growing')
  expect(Number(headers['content-length'])).toBe(bytes - 1)
  expect(rawPayload.length).toBe(bytes - 1)
})
