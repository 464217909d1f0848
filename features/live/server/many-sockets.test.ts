import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { hasSnapshot, openLivePage, subscribe } from '#testing/sites/live-page.ts'
import { maximumSubscription } from '#kit/model/live/protocol.ts'
import { maximumSocketsPerSession } from './live-sockets.ts'

let site: TestApplication
let person: HttpClient
let neighbour: HttpClient

beforeAll(async () => {
  site = await startTestApplication()
  const account = await site.addAccount({ email: 'admin@example.org', roles: ['admin'] })
  person = await site.clientOf(account)
  neighbour = await site.clientOf(account)
})
afterAll(() => site.close())

const open = (client: HttpClient) => openLivePage(site.app, client)

it('LV20 one socket more than a session may have is closed with the reason', async () => {
  const pages = await Promise.all(
    Array.from({ length: maximumSocketsPerSession }, () => open(person)),
  )
  const [code, reason] = (await (await open(person)).closed) as [number, Buffer]
  expect([code, String(reason)]).toEqual([4429, 'too many sockets are open in this session'])
  const other = await open(neighbour)
  subscribe(other, [])
  await eventually('the neighbour is served', () => hasSnapshot(other))
  pages[0]?.socket.terminate()
  await pages[0]?.closed
  await eventually('another one is served', async () => {
    const page = await open(person)
    subscribe(page, [])
    return Promise.race([
      page.closed.then(() => false),
      eventually('it has its snapshot', () => hasSnapshot(page)).then(() => true),
    ])
  })
  for (const { socket } of [...pages, other]) socket.terminate()
})

it('LV20 sockets beyond the limit that come fast are refused before they are opened', async () => {
  const hasty = await site.clientOf(
    await site.addAccount({ email: 'hasty@example.org', roles: ['admin'] }),
  )
  const pages = await Promise.all(
    Array.from({ length: maximumSocketsPerSession }, () => open(hasty)),
  )
  const outcomes: string[] = []
  for (let index = 0; index < 8; index++)
    outcomes.push(
      await open(hasty).then(
        async (page) => String((await page.closed)[0]),
        (error: Error) => error.message,
      ),
    )
  expect(outcomes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => '4429'))
  expect(outcomes.at(-1)).toMatch(/429/)
  expect(outcomes.at(-1)).not.toBe('4429')
  const other = await open(neighbour)
  subscribe(other, [])
  await eventually('the neighbour is served', () => hasSnapshot(other))
  for (const { socket } of [...pages, other]) socket.terminate()
})

it('LV21 the snapshot of many long texts comes in pieces, every sensor once', async () => {
  const ids: number[] = []
  for (let index = 0; index < 100; index++)
    ids.push(await insertDevice(site.sql, `LONG-${index}`, 'text'))
  const page = await open(neighbour)
  await eventually('the sensors are listed', async () => {
    const { meta } = (await neighbour.get('/api/scada/shadow-lambda/realtime?limit=1')).json<{
      meta: { total: number }
    }>()
    return meta.total === ids.length
  })
  const text = 'x'.repeat(4_000)
  const readings = ids.map((sensorId) => ({
    sensorId,
    time: Date.now(),
    value: text,
    quality: 'good' as const,
  }))
  site.bus.emit('readings', { readings, receivedAt: Date.now() })
  subscribe(page, [
    ...ids,
    ...Array.from(
      { length: maximumSubscription - ids.length },
      (_, index) => 4_000_000_000 + index,
    ),
  ])
  const snapshots = () => page.messages.filter((message) => message.type === 'snapshot')
  const sent = () => snapshots().flatMap((message) => message.readings.map(([id]) => id))
  await eventually('all were sent', () => sent().length >= ids.length)
  expect(sent().toSorted((one, other) => one - other)).toEqual(ids)
  expect(snapshots().length).toBeGreaterThan(2)
  expect(snapshots().map(({ devices }) => devices.length > 0)).toEqual(
    snapshots().map((_, index) => index === 0),
  )
  for (const { readings: some } of snapshots())
    expect(JSON.stringify(some).length).toBeLessThan(160_000)
  page.socket.terminate()
})

it('LV20 an unfinished message of a socket is counted for its address', async () => {
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = site.app.server.address() as AddressInfo
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = connect(port, '127.0.0.1')
  socket.write(
    [
      'GET /api/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket',
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Cookie: ${cookie}\r\n\r\n`,
    ].join('\r\n'),
  )
  await once(socket, 'data')
  const bytes = () =>
    site.data.budget.usage().find(({ kind }) => kind === 'request-body')?.bytes ?? 0
  const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0])
  socket.write(Buffer.concat([head, Buffer.alloc(100_000, ' ')]))
  await eventually('it is counted', () => bytes() >= 100_000)
  socket.destroy()
  await eventually('it is given back', () => bytes() === 0)
})
