import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { registerLibraries } from './libraries.ts'

it('HT65 a socket reads at the stop of the server that it is going away', async () => {
  const app = createHttpApplication(pino({ level: 'silent' }))
  await registerLibraries(app, '1.0.0')
  await app.register(async (scope) => {
    scope.get('/socket', { websocket: true }, () => undefined)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`)
  await once(socket, 'open')
  const closed = once(socket, 'close')
  await app.close()
  expect((await closed)[0]).toBe(1001)
})
