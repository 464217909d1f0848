import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import websocket from '@fastify/websocket'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { promptTimeoutMs } from '#testing/eventually.ts'
import { createHttpApplication } from '../application.ts'

const handshake =
  'GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

it(
  'HT62 a socket whose client does not answer its end does not hold up the stop',
  { timeout: promptTimeoutMs },
  async () => {
    const app = createHttpApplication(pino({ level: 'silent' }))
    await app.register(websocket)
    await app.register(async (scope) => {
      scope.get('/socket', { websocket: true }, () => undefined)
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(handshake)
    const [begin] = await once(socket, 'data')
    expect(String(begin)).toMatch(/^HTTP\/1\.1 101 /)
    const ended = once(
      socket.on('error', () => undefined),
      'close',
    )
    await app.close()
    await ended
  },
)
