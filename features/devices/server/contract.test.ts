import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type WebSocket from 'ws'
import type { ServerMessage } from '#kit/model/live/messages.ts'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { recordAudit } from '#testing/audit.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import { promptTimeoutMs, eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { hasSnapshot, openLivePage, subscribe, type LivePage } from '#testing/sites/live-page.ts'
import { deviceCommands } from './devices-commands.ts'

const lastDay = '2026-11-30'
/** The zone of the test application is UTC. */
const endOfLastDay = Date.UTC(2026, 11, 1)

let now = endOfLastDay - 3_600_000
let site: TestApplication
let holder: HttpClient
let stranger: HttpClient
let administrator: HttpClient
let sensorId = 0
const holderEmail = 'holder@example.org'

beforeAll(async () => {
  site = await startTestApplication(() => now)
  const clientAs = async (email: string, role: string) =>
    site.clientOf(await site.addAccount({ email, roles: [role] }))
  holder = await clientAs(holderEmail, 'manager')
  stranger = await clientAs('stranger@example.org', 'manager')
  administrator = await clientAs('admin@example.org', 'admin')
  const { token } = (await admin('device add', { id: 'PRESS-7' })) as { token: string }
  await eventually('the device is known', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = {
      method: 'POST',
      url: '/api/ingest/PRESS-7',
      headers,
      payload: '{"values":{"temp":21.5}}',
    } as const
    return (await site.app.inject(sent)).statusCode === 200
  })
  await admin('device bind', { id: 'PRESS-7', email: holderEmail, relation: 'admin', end: lastDay })
  await eventually('the holder sees the sensor', async () => {
    const [first] = (await holder.get('/api/sensors')).json<{ data: { id: number }[] }>().data
    sensorId = first?.id ?? 0
    return sensorId > 0
  })
})
afterAll(() => site.close())

const recordRemovedSensors = async () => undefined

async function admin(name: string, options: object): Promise<unknown> {
  const found = deviceCommands.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`no command ${name}`)
  const services = { sql: site.sql, audit: recordAudit, accounts, recordRemovedSensors }
  return found.run({ ...services, refreshDevices: async () => undefined }, options)
}

const things = async (client: HttpClient) =>
  (await client.post('/api/scada/shadow-lambda/things', {})).json<{
    data: Record<string, unknown>[]
  }>().data

/**
 * What every call about values answers: its status and whether the device or its sensor is in it.
 */
async function answers(client: HttpClient) {
  const range = { from: endOfLastDay - 86_400_000, to: endOfLastDay + 86_400_000 }
  const replies = {
    sensors: await client.get('/api/sensors'),
    config: await client.get('/api/scada/sensor/config/PRESS-7'),
    realtime: await client.get('/api/scada/shadow-lambda/realtime'),
    today: await client.post('/api/readings/today', { sensors: [sensorId] }),
    changes: await client.post('/api/readings/changes', { sensors: [sensorId] }),
    report: await client.get('/api/scada/report/PRESS-7/temp/7-days'),
    unknownSensor: await client.get('/api/scada/report/PRESS-7/no-such/7-days'),
    byThing: await client.post('/api/scada/reportbything', { thing: 'PRESS-7', ...range }),
    bySensor: await client.post('/api/scada/reportbything/sensor', {
      thing: 'PRESS-7',
      sensor: 'temp',
      ...range,
    }),
  }
  return Object.fromEntries(
    Object.entries(replies).map(([name, reply]) => [name, replyText(reply)]),
  )
}

function replyText(reply: { statusCode: number; body: string }): string {
  const detail =
    reply.statusCode < 300
      ? /PRESS-7|temp|21\.5|"sensorId"/.test(reply.body)
        ? 'shows it'
        : 'nothing'
      : ''
  return `${reply.statusCode} ${detail}`.trim()
}

const closed = {
  ...{
    sensors: '200 nothing',
    realtime: '200 nothing',
    today: '200 nothing',
    changes: '200 nothing',
  },
  ...{ config: '403', report: '403', unknownSensor: '403', byThing: '403', bySensor: '403' },
}

/** A page on the live socket that watches the sensor. */
async function openPage(client: HttpClient): Promise<LivePage> {
  const page = await openLivePage(site.app, client)
  subscribe(page, [sensorId])
  await eventually('the snapshot is here', () => hasSnapshot(page))
  return page
}

const closedSensors = (messages: readonly ServerMessage[]) =>
  messages.flatMap((message) => (message.type === 'closed' ? message.sensors : []))

async function end(socket: WebSocket): Promise<void> {
  const gone = once(socket, 'close')
  socket.terminate()
  await gone
}

test('DE6 on its last day a contract counts, and its days are in the answer', async () => {
  expect(await things(holder)).toMatchObject([
    {
      lesiId: 'PRESS-7',
      access: 'open',
      relation: 'admin',
      contractStart: null,
      contractEnd: lastDay,
      sensorCount: 1,
    },
  ])
  expect(
    Object.values(await answers(holder)).filter((answer) => answer === '200 shows it'),
  ).toHaveLength(7)
})

test('DE6 after the last day the device stays listed, all else is closed within 1 s', async () => {
  const [page, chief] = [await openPage(holder), await openPage(administrator)]
  expect(page.messages[0]).toMatchObject({
    type: 'snapshot',
    readings: [[sensorId, expect.any(Number), 21.5, 0]],
  })
  now = endOfLastDay
  const begun = performance.now()
  await eventually(
    'the page is notified',
    () => closedSensors(page.messages).includes(sensorId),
    promptTimeoutMs,
  )
  expect(performance.now() - begun).toBeLessThan(promptTimeoutMs)
  await eventually(
    'the list has changed',
    () => page.messages.some(({ type }) => type === 'catalogue'),
    promptTimeoutMs,
  )
  expect(await answers(holder)).toEqual(closed)
  expect(await things(holder)).toEqual([
    {
      ...{ id: expect.any(Number), lesiId: 'PRESS-7', name: 'PRESS-7', relation: 'admin' },
      ...{ contractStart: null, contractEnd: lastDay, access: 'ended' },
      ...{ status: null, statusSince: null, lastSeen: null, sensorCount: null },
    },
  ])
  const refused = (await holder.get('/api/scada/report/PRESS-7/temp/today')).json()
  expect(refused).toMatchObject({
    error: 'contract_closed',
    message: `The contract for device PRESS-7 ended on ${lastDay}`,
  })
  expect((await holder.get('/api/ingest/refusals')).body).not.toContain('PRESS-7')
  const shown = '200 shows it'
  expect(await answers(administrator)).toMatchObject({
    sensors: shown,
    realtime: shown,
    config: shown,
    report: shown,
    byThing: shown,
  })
  expect(closedSensors(chief.messages)).toEqual([])
  const again = await openPage(holder)
  expect(again.messages.find(({ type }) => type === 'snapshot')).toMatchObject({
    readings: [],
    devices: [],
  })
  await eventually(
    'the page is notified',
    () => closedSensors(again.messages).includes(sensorId),
    promptTimeoutMs,
  )
  for (const { socket } of [page, chief, again]) await end(socket)
})

test('DE6 a device of others answers a stranger as one that does not exist', async () => {
  for (const path of ['/api/scada/sensor/config/', '/api/scada/report/']) {
    const rest = path.includes('report') ? '/temp/today' : ''
    const [foreign, missing] = [
      await stranger.get(`${path}PRESS-7${rest}`),
      await stranger.get(`${path}PRESS-8${rest}`),
    ]
    expect(foreign.statusCode).toBe(404)
    const { requestId: _one, ...foreignBody } = foreign.json()
    const { requestId: _other, ...missingBody } = missing.json()
    expect(JSON.stringify(foreignBody)).toBe(
      JSON.stringify(missingBody).replace('PRESS-8', 'PRESS-7'),
    )
  }
  expect(await things(stranger)).toEqual([])
})

test('DE6 a contract that begins later is not open yet, and opens by itself', async () => {
  now = endOfLastDay - 3_600_000
  await admin('device bind', {
    id: 'PRESS-7',
    email: holderEmail,
    relation: 'admin',
    start: '2026-12-01',
    end: 'none',
  })
  await eventually(
    'the contract is another one',
    async () => (await things(holder))[0]?.['access'] === 'upcoming',
  )
  expect(await answers(holder)).toEqual(closed)
  const page = await openPage(holder)
  now = endOfLastDay
  await eventually(
    'the list has changed',
    () => page.messages.some(({ type }) => type === 'catalogue'),
    promptTimeoutMs,
  )
  expect((await answers(holder))['sensors']).toBe('200 shows it')
  await end(page.socket)
})

test('DE7 device unbind closes the device at once on open sockets, and is audited', async () => {
  const page = await openPage(holder)
  const begun = performance.now()
  await admin('device unbind', { id: 'PRESS-7', email: holderEmail.toUpperCase() })
  await eventually(
    'the page is notified',
    () => closedSensors(page.messages).includes(sensorId),
    promptTimeoutMs,
  )
  expect(performance.now() - begun).toBeLessThan(promptTimeoutMs)
  expect(await things(holder)).toEqual([])
  expect((await holder.get('/api/scada/sensor/config/PRESS-7')).statusCode).toBe(404)
  const entries = (await administrator.get('/api/audit?action=device.unbind')).json<{
    data: object[]
  }>().data
  expect(entries).toMatchObject([
    {
      action: 'device.unbind',
      entityId: 'PRESS-7',
      before: {
        user: holderEmail.toUpperCase(),
        relation: 'admin',
        contractStart: '2026-12-01',
        contractEnd: null,
      },
    },
  ])
  await expect(admin('device unbind', { id: 'PRESS-7', email: holderEmail })).rejects.toMatchObject(
    { code: 'not_found' },
  )
  await expect(admin('device unbind', { id: 'NONE-1', email: holderEmail })).rejects.toThrow(
    'There is no device NONE-1',
  )
  await expect(admin('device unbind', { id: 'PRESS-7', email: 'no@example.org' })).rejects.toThrow(
    'There is no user',
  )
  await end(page.socket)
})

test('DE7 device bind takes days that exist and refuses an end before the start', async () => {
  const bind = (days: object) =>
    admin('device bind', { id: 'PRESS-7', email: holderEmail, relation: 'sub-user', ...days })
  expect(await bind({ start: '2026-01-01', end: '2026-12-31' })).toMatchObject({
    contractEnd: '2026-12-31',
  })
  expect(await bind({})).toMatchObject({ contractStart: '2026-01-01', contractEnd: '2026-12-31' })
  expect(await bind({ end: 'none' })).toMatchObject({
    contractStart: '2026-01-01',
    contractEnd: null,
  })
  await expect(bind({ end: '2025-12-31' })).rejects.toMatchObject({ code: 'invalid' })
  expect(await bind({})).toMatchObject({ contractEnd: null })
  for (const end of ['2026-02-30', '1969-12-31', '2100-01-01', 'soon', ''])
    await expect(bind({ end })).rejects.toThrow(/must be a day/)
})
