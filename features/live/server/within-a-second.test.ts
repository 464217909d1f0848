import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { kioskProtocol, rightsLostCode, sessionEndedCode } from '#kit/model/live/protocol.ts'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import { openLivePage, type LivePage } from '#testing/sites/live-page.ts'
import { closeAnswerMs } from './live-connection.ts'

let site: TestApplication
let chief: HttpClient
let now = Date.now()

// No timer of the server goes off: what comes all the same waits for no round and no delay, which
// the time on a wall cannot prove beside other programs.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  site = await startTestApplication(() => now)
  chief = await site.clientOf(await site.addAccount({ email: 'c@example.org', roles: ['admin'] }))
})
afterAll(async () => {
  vi.useRealTimers()
  await site.close()
})

async function openedBy(email: string) {
  const id = await site.addAccount({ email, roles: ['basic'] })
  const client = await site.clientOf(id)
  return { id, email, client, page: await openLivePage(site.app, client) }
}

/** The code with which the page's socket was closed while no timer went off. */
async function closedWith({ socket, closed }: LivePage): Promise<unknown> {
  await eventually('its close comes', () => socket.readyState === WebSocket.CLOSING)
  // Only now the end of the connection itself, for which a client has some time.
  await vi.advanceTimersByTimeAsync(closeAnswerMs)
  return (await closed)[0]
}

it('LV6 a socket is closed with 4401 by sign-out itself, by no round of a timer', async () => {
  const { client, page } = await openedBy('leaver@example.org')
  expect((await client.post('/api/auth/logout')).statusCode).toBe(204)
  expect(await closedWith(page)).toBe(sessionEndedCode)
})

it('LV8 a disabled person is cut off by the event itself', async () => {
  const { id, page } = await openedBy('disabled@example.org')
  expect((await chief.post(`/api/users/${id}/disable`, {})).statusCode).toBeLessThan(300)
  expect(await closedWith(page)).toBe(sessionEndedCode)
})

it('LV8 whoever loses the war room is cut off by the event itself', async () => {
  const { id, email, page } = await openedBy('demoted@example.org')
  const edit = { version: 1, name: 'Demoted', email, introduction: '' }
  const reply = await chief.put(`/api/users/${id}`, {
    ...edit,
    roles: ['visitor'],
    permissions: [],
  })
  expect(reply.statusCode).toBe(200)
  expect(await closedWith(page)).toBe(rightsLostCode)
})

it('KS7 a link that expires ends with its last second, its timer early or not', async () => {
  const { client } = await openedBy('wall@example.org')
  const board = (await client.post('/api/dashboards', { name: 'Hall' })).json().data.id
  const link = { name: 'Gate', days: 1 }
  const path = `/api/boards/${board}/kiosk-links`
  const { token } = (await client.post(path, link)).json().data
  const expiresAt = now + 86_400_000
  now = expiresAt - 5_000
  const protocol = { 'sec-websocket-protocol': `${kioskProtocol}, ${token}` }
  const socket = await site.app.injectWS('/api/kiosk/live', {
    headers: protocol,
    rawHeaders: [],
  })
  const closed = new Promise<unknown[]>((resolve) => {
    socket.on('close', (...end: unknown[]) => resolve(end))
  })
  // The clock of the server and those of its timers are not the same.
  now = expiresAt - 1
  await vi.advanceTimersByTimeAsync(5_000)
  expect(socket.readyState).toBe(WebSocket.OPEN)
  now = expiresAt
  await vi.advanceTimersByTimeAsync(1)
  const page = { socket: socket as WebSocket, messages: [], closed }
  expect(await closedWith(page)).toBe(sessionEndedCode)
})
