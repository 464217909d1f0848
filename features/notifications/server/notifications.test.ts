import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { mailSink } from '#testing/peers/mail-sink.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import {
  administrator,
  operator,
  only,
  send,
  site,
  thing,
  watchAlarms,
} from '#testing/sites/alarm-site.ts'
import type { NoticeDelivery } from '../contract/routes.ts'
import { maximumRoutes, type NotificationRoute } from '../contract/notification-route.ts'

interface Received {
  readonly body: string
  readonly headers: IncomingMessage['headers']
}
const received: Received[] = []
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ body, headers: request.headers })
    response.writeHead(204).end()
  })
})
await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
const { port } = receiver.address() as AddressInfo
const sink = await mailSink()
afterAll(async () => {
  receiver.close()
  await sink.close()
})
watchAlarms({
  ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sink.port), SMTP_ENCRYPTION: 'none' },
  ...{ SMTP_FROM: 'plant@warroom.test', PUBLIC_URL: 'https://warroom.test' },
  WEBHOOK_NETWORKS: '127.0.0.1',
})

const path = '/api/notification-routes'
const asked = (more: object = {}) => ({
  ...{ name: `Route ${thing}`, isEnabled: true, priorities: [1, 2], devices: [thing], shifts: [] },
  ...{ afterMinutes: 0, digestMinutes: 0, quiet: null, language: 'en' },
  target: { kind: 'mail', recipients: [`${thing.toLowerCase()}@people.test`] },
  ...more,
})
const hook = { kind: 'webhook', url: `http://localhost:${port}/token-in-path` }
const add = async (more: object = {}): Promise<{ route: NotificationRoute; secret: string }> =>
  (await administrator.post(path, asked(more))).json().data
const listed = async () => (await administrator.get(path)).json().data
const deliveriesOf = async ({ id }: NotificationRoute): Promise<NoticeDelivery[]> =>
  (await listed()).deliveries.filter(({ routeId }: NoticeDelivery) => routeId === id)
const sentBy = (route: NotificationRoute) =>
  eventually('it is sent', async () =>
    (await deliveriesOf(route)).some(({ state }) => state === 'sent'),
  )
const mails = () => sink.mails.filter(({ to }) => to.includes(`${thing.toLowerCase()}@people.test`))
const noticesOf = ({ id }: NotificationRoute) =>
  site.sql.selectFrom('notification_notices').selectAll().where('route_id', '=', id).execute()
const bodies = (): { id: string; isTest: boolean; alarms: object[] }[] =>
  received.map(({ body }) => JSON.parse(body)).filter(({ route }) => route === `Route ${thing}`)

test('NT3 an alarm is mailed once, with a link to its chart', async () => {
  const { route } = await add()
  await send({ flow: 12.5 })
  await sentBy(route)
  const [mail] = mails()
  const source = mail?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  expect(source).toContain('above its upper limit 10')
  expect(source).toContain(`https://warroom.test/warroomCharts?thing=${thing}&sensor=flow`)
  await send({ flow: 13 })
  await send({ flow: 1 })
  await site.data.alarms.register.afterwards(async () => undefined)
  expect(await noticesOf(route)).toHaveLength(1)
  expect(mails()).toHaveLength(1)
})

test('NT3 a webhook is signed with the secret that was shown once', async () => {
  const { route, secret } = await add({ target: hook })
  await send({ flow: 12.5 })
  await sentBy(route)
  const isOfThing = (each: Received) => each.body.includes(thing)
  const { body, headers } = received.find(isOfThing) ?? { body: '', headers: {} }
  const stamp = String(headers['x-warroom-timestamp'])
  const mac = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')
  expect(headers['x-warroom-signature']).toBe(`v1=${mac}`)
  expect(bodies()).toMatchObject([
    {
      ...{ id: headers['x-warroom-delivery'], isTest: false, count: 1 },
      alarms: [
        {
          ...{ id: (await only()).id, priority: 2, state: 'present', value: 12.5 },
          ...{ device: { lesiId: thing }, sensor: { key: 'flow' } },
        },
      ],
    },
  ])
  expect(JSON.stringify(await listed())).not.toContain(secret)
  const stored = await site.sql.selectFrom('notification_routes').selectAll().execute()
  expect(JSON.stringify(stored.map((row) => String(row.secret)))).not.toContain(secret)
})

test('NT4 what a killed server had not stored is notified of, and nothing twice', async () => {
  const { route } = await add()
  const cursor = await site.sql
    .selectFrom('notification_cursor')
    .select('event')
    .executeTakeFirstOrThrow()
  await send({ flow: 12.5 })
  await sentBy(route)
  // As if it had read these events and been killed after it stored what came of them.
  await site.sql.updateTable('notification_cursor').set(cursor).execute()
  site.bus.emit('alarmsChanged', { deviceIds: new Set() })
  const isRead = async () =>
    (await site.sql.selectFrom('notification_cursor').select('event').executeTakeFirst())?.event !==
    cursor.event
  await eventually('it has read them again', isRead)
  expect(await noticesOf(route)).toHaveLength(1)
  // As if it had been killed before.
  await site.sql.deleteFrom('notification_notices').where('route_id', '=', route.id).execute()
  await site.sql.updateTable('notification_cursor').set(cursor).execute()
  site.bus.emit('alarmsChanged', { deviceIds: new Set() })
  await eventually('it is sent', async () => (await deliveriesOf(route)).length === 2)
})

test('NT14 a route stored before an alarm notifies of it, while others are read', async () => {
  const route = await site.sql.transaction().execute(async (transaction) => {
    await transaction.selectFrom('notification_cursor').selectAll().forUpdate().execute()
    site.bus.emit('alarmsChanged', { deviceIds: new Set() })
    const isLooking = async () => (await countWaiting(site.sql)) > 0
    await eventually('a look has begun', isLooking)
    const added = await add({ target: hook })
    await send({ flow: 12.5 })
    await only()
    return added.route
  })
  await sentBy(route)
})

test('NT5 an escalation leaves only for what nobody has acknowledged in time', async () => {
  const { route } = await add({ afterMinutes: 10 })
  const { route: other } = await add({ afterMinutes: 20, target: hook })
  await send({ flow: 12.5 })
  await eventually('they wait', async () => (await noticesOf(other)).length === 1)
  expect(await deliveriesOf(route)).toEqual([])
  const due = async ({ id }: NotificationRoute) => {
    await site.sql
      .updateTable('notification_notices')
      .set({ due_at: new Date(0) })
      .where('route_id', '=', id)
      .execute()
    site.bus.emit('alarmsChanged', { deviceIds: new Set() })
  }
  await due(route)
  await sentBy(route)
  const { id } = await only()
  await operator.post('/api/alarms/acknowledge', { ids: [id], comment: '' })
  await due(other)
  await eventually('it has ended', async () =>
    (await noticesOf(other)).every(({ ended_at: endedAt }) => endedAt !== null),
  )
  expect(await deliveriesOf(other)).toEqual([])
})

test('NT5 an escalation does not leave for what has returned by itself meanwhile', async () => {
  const { route } = await add({ afterMinutes: 10 })
  await send({ flow: 12.5 })
  await eventually('it waits', async () => (await noticesOf(route)).length === 1)
  await send({ flow: 1 })
  await eventually('it has returned', async () => (await only()).returnedAt !== null)
  await site.sql
    .updateTable('notification_notices')
    .set({ due_at: new Date(0) })
    .where('route_id', '=', route.id)
    .execute()
  site.bus.emit('alarmsChanged', { deviceIds: new Set() })
  await eventually('it has ended', async () => (await noticesOf(route))[0]?.ended_at !== null)
  expect(await deliveriesOf(route)).toEqual([])
})

test('NT12 a clock that is set back keeps no notice, and wakes nobody in quiet hours', async () => {
  const minute = 60_000
  const { route } = await add({ afterMinutes: 10, target: hook })
  const from = new Date(Date.now() - 60 * minute).toISOString().slice(11, 16)
  const to = new Date(Date.now() + 120 * minute).toISOString().slice(11, 16)
  const { route: quiet } = await add({ quiet: { from, to } })
  const { route: own } = await add({ isEnabled: false })
  await send({ flow: 12.5 })
  const waiting = async () => (await noticesOf(quiet))[0]?.due_at.getTime() ?? 0
  await eventually('they wait', async () => (await waiting()) > 0)
  const end = await waiting()
  expect(await deliveriesOf(route)).toEqual([])
  // Held for a person until the end of quiet hours, by a clock that was a day ahead.
  const userId = await site.addAccount({ email: `${thing}@example.org`, roles: ['basic'] })
  const hours = { quiet_from: from, quiet_to: to, is_urgent_allowed: false }
  await site.sql
    .insertInto('notification_quiet_hours')
    .values({ user_id: userId, ...hours })
    .execute()
  await site.sql
    .insertInto('notification_held')
    .values({
      ...{ route_id: own.id, user_id: userId, alarm_id: String((await only()).id) },
      due_at: new Date(end + 24 * 60 * minute),
    })
    .execute()
  const setBack = { now: Date.now(), withinMs: 1_000 }
  site.bus.emit('clockSetBack', { ...setBack, byMs: 10 * minute })
  await sentBy(route)
  expect(await waiting()).toBe(end)
  site.bus.emit('clockSetBack', { ...setBack, byMs: 24 * 60 * minute })
  const held = async () => {
    const rows = site.sql.selectFrom('notification_held').select('due_at')
    return (await rows.where('user_id', '=', userId).execute()).map((row) => row.due_at.getTime())
  }
  await expect.poll(held).toEqual([end])
  expect(await waiting()).toBe(end)
  expect(await deliveriesOf(quiet)).toEqual([])
})

test('NT6 a test is sent by a route that is not enabled, too, and is marked as one', async () => {
  const { route } = await add({ isEnabled: false, target: hook })
  await send({ flow: 12.5 })
  expect((await administrator.post(`${path}/${route.id}/test`)).statusCode).toBe(204)
  await sentBy(route)
  expect(bodies()).toMatchObject([{ isTest: true, alarms: [] }])
})

test('NT6 routes are of administrators; no change of somebody else is overwritten', async () => {
  expect((await operator.get(path)).statusCode).toBe(403)
  expect((await operator.post(path, asked())).statusCode).toBe(403)
  const { route } = await add({ target: hook })
  const change = (more: object) =>
    administrator.put(`${path}/${route.id}`, asked({ version: 1, target: hook, ...more }))
  expect((await change({ name: 'B' })).json().data).toMatchObject({ secret: null })
  expect((await change({})).json().reasons).toMatchObject({
    version: [{ code: 'changed_meanwhile' }],
  })
  const moved = { version: 2, target: { ...hook, url: `${hook.url}/other` } }
  expect((await change(moved)).json().data.secret).toMatch(/^[\w-]{43}$/)
  expect((await administrator.delete(`${path}/${route.id}`)).statusCode).toBe(204)
  const entries = await administrator.get(
    `/api/audit?entity=notification-route&entityId=${route.id}`,
  )
  expect(entries.json().data).toHaveLength(4)
  expect(JSON.stringify(entries.json())).not.toContain('token-in-path')
})

test('NT16 of routes that are added at once no more than the maximum are taken', async () => {
  const { route } = await add({ isEnabled: false })
  const rows = site.sql.selectFrom('notification_routes')
  const { id: _id, ...stored } = await rows
    .selectAll()
    .where('id', '=', route.id)
    .executeTakeFirstOrThrow()
  const { count } = await rows
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const left = maximumRoutes - 1 - Number(count)
  const copies = Array.from({ length: left }, () => ({
    ...stored,
    definition: JSON.stringify(stored.definition),
  }))
  const ids = await site.sql
    .insertInto('notification_routes')
    .values(copies)
    .returning('id')
    .execute()
  const added = await Promise.all([1, 2, 3, 4].map(() => add({ isEnabled: false })))
  expect(added.filter(Boolean)).toHaveLength(1)
  const made = [...ids.map(({ id }) => id), route.id, ...added.flatMap((each) => each?.route.id)]
  await site.sql.deleteFrom('notification_routes').where('id', 'in', made.filter(Boolean)).execute()
})

test.each([
  [{ priorities: [] }, 'priorities', 'too_few'],
  [{ quiet: { from: '25:00', to: '06:00' } }, 'quiet.from', 'time_of_day'],
  [{ target: { kind: 'mail', recipients: ['nobody'] } }, 'target.recipients.0', 'email'],
  [{ target: { kind: 'webhook', url: 'file:///etc/passwd' } }, 'target.url', 'web_url'],
  [{ target: { kind: 'webhook', url: 'http://10.0.0.1/' } }, 'target.url', 'inner_target'],
  [{ target: { kind: 'webhook', url: 'http://0x7f.2/' } }, 'target.url', 'inner_target'],
])('NT6 %j is refused with its reason', async (more, field, code) => {
  const reply = await administrator.post(path, asked(more))
  expect(reply.json()).toMatchObject({ reasons: { [field]: [{ code }] } })
})
