import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import websocket from '@fastify/websocket'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import { eventually } from '#testing/eventually.ts'
import { Budget } from '../../budget/budget.ts'
import { createHttpApplication } from '../application.ts'
import { countUnfinishedMessages } from './socket-budget.ts'

const frameBytes = 500_000
const handshake =
  'GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

/** A masked binary frame, which is not ended before all its bytes have come. */
function frame(): Buffer {
  const head = Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeBigUInt64BE(BigInt(frameBytes), 2)
  return Buffer.concat([head, Buffer.alloc(frameBytes)])
}

it('HL8 whoever is refused a socket, by whatever hook, has no connection left', async () => {
  const app = createHttpApplication(pino({ level: 'silent' }))
  await app.register(websocket)
  const onRequest = async () => {
    throw new AppError('forbidden', 'not you')
  }
  app.get('/socket', { websocket: true, onRequest }, () => undefined)
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => app.close())
  const { port } = app.server.address() as AddressInfo
  const hosts = 'Host: x\r\nHost: y\r\n'
  for (const [sent, status] of [
    [handshake, 403],
    [handshake.replace('Host: x\r\n', hosts), 400],
  ] as const) {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(sent)
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(socket, 'end')
    expect(Buffer.concat(chunks).toString()).toMatch(`HTTP/1.1 ${status} `)
  }
})

it('HL6 counts the unfinished message of a socket for its address, up to its share', async () => {
  const app = createHttpApplication(pino({ level: 'silent' }))
  const budget = new Budget(128 * 2 ** 20)
  await app.register(websocket, { options: { maxPayload: 512 * 1024 } })
  const received: number[] = []
  await app.register(async (scope) => {
    scope.get('/socket', { websocket: true }, (socket, request) => {
      countUnfinishedMessages(socket, request, budget)
      socket.on('message', (data: Buffer) => received.push(data.length))
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => app.close())
  const { port } = app.server.address() as AddressInfo
  const bytes = () => budget.usage().find(({ kind }) => kind === 'request-body')?.bytes
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    socket.write(handshake)
    await once(socket, 'data')
    socket.resume()
    return socket
  }
  const { share } = budget.limits('request-body')
  const sockets = await Promise.all(Array.from({ length: Math.floor(share / frameBytes) }, open))
  for (const socket of sockets) socket.write(frame().subarray(0, frameBytes - 1_000))
  const expected = sockets.length * (frameBytes - 1_000)
  await eventually('all of it has come', () => bytes() === expected)
  const [first, ...others] = sockets
  const refused = await open()
  const ended = new Promise((resolve) => refused.once('close', resolve))
  refused.write(frame().subarray(0, frameBytes - 1_000))
  await ended
  await eventually('what it held is given back', () => bytes() === expected)
  first?.write(Buffer.alloc(1_014))
  await eventually('the message has come', () => received.length === 1)
  await eventually('it is counted no more', () => bytes() === expected - (frameBytes - 1_000))
  for (const socket of others) socket.destroy()
  await eventually('all of it is given back', () => bytes() === 0)
  expect(received).toEqual([frameBytes])
})

it('HL8 only an address with a WebSocket opens one', async () => {
  const app = createHttpApplication(pino({ level: 'silent' }))
  await app.register(websocket)
  await app.register(async (scope) => {
    scope.get('/socket', { websocket: true }, (socket) => socket.close())
    scope.get('/plain', async () => 'plain')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => app.close())
  const { port } = app.server.address() as AddressInfo
  const statusOf = async (path: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(handshake.replace('/socket', path))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return answer.toString().slice(9, 12)
  }
  for (const [path, status] of [
    ['/socket', '101'],
    ['/socket?a=1', '101'],
    ['/plain', '200'],
    ['/plain?/socket', '200'],
    ['/nothing', '404'],
  ] as const)
    expect([path, await statusOf(path)]).toEqual([path, status])
})
