import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql as query } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { eventually, promptTimeoutMs } from '#testing/eventually.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import {
  administrator,
  only,
  operator,
  send,
  site,
  thing,
  watchAlarms,
} from '#testing/sites/alarm-site.ts'
import type { NotificationRoute } from '../contract/notification-route.ts'
import type { NoticeDelivery } from '../contract/routes.ts'

const received: { readonly route: string; readonly count: number }[] = []
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    received.push(JSON.parse(body))
    response.writeHead(204).end()
  })
})
await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
const { port } = receiver.address() as AddressInfo
afterAll(() => receiver.close())
watchAlarms({ WEBHOOK_NETWORKS: '127.0.0.1' })

const path = '/api/notification-routes'
const hook = { kind: 'webhook', url: `http://127.0.0.1:${port}/` }
const asked = (more: object = {}) => ({
  ...{ name: `Route ${thing}`, isEnabled: true, priorities: [1, 2], devices: [thing], shifts: [] },
  ...{ afterMinutes: 0, digestMinutes: 0, quiet: null, language: 'en', target: hook },
  ...more,
})
const add = async (more: object = {}): Promise<NotificationRoute> =>
  (await administrator.post(path, asked(more))).json().data.route
const pathOf = ({ id }: { readonly id: number }) => `${path}/${id}`
interface Listed {
  readonly routes: readonly NotificationRoute[]
  readonly unreadable: readonly { id: number; name: string; version: number }[]
  readonly deliveries: readonly NoticeDelivery[]
}
const listed = async (): Promise<Listed> => (await administrator.get(path)).json().data
const stored = async ({ id }: NotificationRoute) =>
  (await listed()).routes.find((route) => route.id === id)
const sentBy = ({ name }: { readonly name: string }) =>
  eventually('it is sent', () => received.some(({ route }) => route === name), promptTimeoutMs)
const notify = () => site.bus.emit('alarmsChanged', { deviceIds: new Set() })

test('NT17 a person who is called as a language or a target is erased, not the route', async () => {
  const recipients = ['vi@people.test', 'somebody@people.test']
  const target = { kind: 'mail', recipients }
  const route = await add({ name: `Call Vi of ${thing}`, language: 'vi', target })
  for (const name of ['Vi', 'Mail', 'language']) {
    const email = `${name.toLowerCase()}@people.test`
    const id = await site.addAccount({ email, name, roles: ['basic'] })
    expect((await administrator.post(`/api/users/${id}/erase`, { name })).statusCode).toBe(204)
  }
  expect((await listed()).unreadable).toEqual([])
  expect(await stored(route)).toMatchObject({
    ...{ name: expect.not.stringContaining('Vi') as string, language: 'vi' },
    target: { kind: 'mail', recipients: ['somebody@people.test'] },
  })
})

test('NT18 one that cannot be read holds up no other, and is changed or removed', async () => {
  const [well, first, second] = [await add(), await add(), await add()]
  const spoil = ({ id }: NotificationRoute, definition: unknown) =>
    site.sql
      .updateTable('notification_routes')
      .set({ definition: JSON.stringify(definition) })
      .where('id', '=', id)
      .execute()
  await spoil(first, asked({ name: 'Night', language: '▇▇▇' }))
  await spoil(second, null)
  await send({ flow: 12.5 })
  await sentBy(well)
  const { routes, unreadable } = await listed()
  expect(routes.map(({ id }) => id)).toContain(well.id)
  expect(unreadable).toEqual([
    { id: first.id, name: 'Night', version: 1 },
    { id: second.id, name: '', version: 1 },
  ])
  expect((await administrator.post(`${pathOf(first)}/test`)).statusCode).toBe(409)
  const anew = asked({ name: `Anew ${thing}`, version: 1 })
  const changed = (await administrator.put(pathOf(first), anew)).json().data
  expect(changed).toMatchObject({ route: { id: first.id, version: 2 } })
  expect((await administrator.delete(pathOf(second))).statusCode).toBe(204)
  expect((await listed()).unreadable).toEqual([])
})

test('NT19 more alarms than one statement has parameters are notified of together', async () => {
  const route = await add({ name: `All ${thing}`, devices: ['ELSEWHERE'] })
  await send({ flow: 12.5 })
  const { id } = await only()
  const count = 70_000
  await query`with copies as (
      insert into alarms (origin, rule_name, priority, is_latching, device_id, sensor_id, cause,
        message, value, since, raised_at)
      select origin, rule_name, priority, is_latching, device_id, sensor_id, cause, message, value,
        since + number * interval '1 millisecond', raised_at
      from alarms, generate_series(1, ${count}::integer) as number where id = ${id}::bigint
      returning id
    ) insert into notification_notices (route_id, alarm_id, due_at)
      select ${route.id}::integer, id, 'epoch' from copies`.execute(site.sql)
  notify()
  await sentBy(route)
  expect(received.find(({ route: name }) => name === route.name)?.count).toBe(count)
  await query`delete from alarms where device_id = (select device_id from alarms where id = ${id})
    and id <> ${id}`.execute(site.sql)
})

/** Mails of a route that wait for their next attempt. */
async function waitingMails({ id }: NotificationRoute, targets: readonly string[]) {
  const later = new Date(Date.now() + 3_600_000)
  await site.sql
    .insertInto('deliveries')
    .values(
      targets.map((target) => ({
        ...{ id: crypto.randomUUID(), channel: 'mail', source: `notification-route ${id}`, target },
        ...{ content: JSON.stringify({ to: target, subject: '', text: '' }), attempts: 1 },
        ...{ state: 'waiting', failure: 'unreachable', created_at: later, next_at: later },
      })),
    )
    .execute()
}
const mailsOf = ({ id }: NotificationRoute) =>
  site.sql
    .selectFrom('deliveries')
    .select(['target', 'state', 'failure'])
    .where('source', '=', `notification-route ${id}`)
    .orderBy('target')
    .execute()
const withdrawn = { state: 'failed', failure: 'withdrawn' }

test('NT20 what waits for a removed recipient or route is withdrawn', async () => {
  const [one, other, third] = ['a@people.test', 'b@people.test', 'c@people.test']
  const to = (...recipients: readonly string[]) => ({ target: { kind: 'mail', recipients } })
  const [route, moved] = [await add(to(one, other)), await add(to(third))]
  await waitingMails(route, [one, other])
  await waitingMails(moved, [third])
  await administrator.put(pathOf(route), asked({ ...to(one.toUpperCase()), version: 1 }))
  expect(await mailsOf(route)).toEqual([
    { target: one, state: 'waiting', failure: 'unreachable' },
    { target: other, ...withdrawn },
  ])
  await administrator.put(pathOf(moved), asked({ version: 1 }))
  expect(await mailsOf(moved)).toEqual([{ target: third, ...withdrawn }])
  expect((await administrator.delete(pathOf(route))).statusCode).toBe(204)
  expect(await mailsOf(route)).toMatchObject([withdrawn, withdrawn])
})

test('NT20 what waits for a route that is switched off is withdrawn', async () => {
  const target = { kind: 'mail', recipients: ['off@people.test'] }
  const route = await add({ target })
  await waitingMails(route, target.recipients)
  const off = asked({ target, isEnabled: false, version: 1 })
  expect((await administrator.put(pathOf(route), off)).statusCode).toBe(200)
  expect(await mailsOf(route)).toEqual([{ target: 'off@people.test', ...withdrawn }])
})

test('NT22 a route that is removed while alarms are looked at holds up no other', async () => {
  const [removed, route] = [await add({ name: 'removed' }), await add({ name: `Kept ${thing}` })]
  const removal = await site.sql.transaction().execute(async (transaction) => {
    // A look reads the shifts between the routes and what comes of them.
    await query`lock table shifts in access exclusive mode`.execute(transaction)
    await send({ flow: 12.5 })
    await eventually('a look waits', async () => (await countWaiting(site.sql)) === 1)
    let isDone = false
    const reply = administrator.delete(pathOf(removed)).finally(() => (isDone = true))
    await eventually(
      'the removal waits, or is done',
      async () => isDone || (await countWaiting(site.sql)) === 2,
    )
    return { reply }
  })
  expect((await removal.reply).statusCode).toBe(204)
  await sentBy(route)
  expect(received.map(({ route: name }) => name)).not.toContain('removed')
})

test('NT23 a role that gets another name keeps its routes', async () => {
  const role = `Fitters ${thing}`
  const added = await administrator.post('/api/roles', { name: role, permissions: [] })
  const { version } = added.json().data
  const target = { kind: 'push', roles: ['manager', role], recipients: [] }
  const route = await add({ target })
  const to = `Mechanics ${thing}`
  const body = { name: to, version }
  const reply = await administrator.put(`/api/roles/${encodeURIComponent(role)}`, body)
  expect(reply.statusCode).toBe(200)
  expect(await stored(route)).toMatchObject({
    ...{ version: 2, target: { ...target, roles: ['manager', to] } },
  })
})

test('NT23 a shift that gets another name keeps its routes', async () => {
  const set = (...shifts: readonly (readonly [string, string])[]) =>
    administrator.put('/api/shifts', {
      shifts: shifts.map(([name, start]) => ({ name, start })),
    })
  await set(['Day', '00:00'], ['Night', '23:59'])
  const route = await add({ shifts: ['Day'] })
  expect((await set(['Early', '00:00'], ['Night', '23:59'])).statusCode).toBe(200)
  expect(await stored(route)).toMatchObject({ shifts: ['Early'], version: 2 })
  await set()
  expect(await stored(route)).toMatchObject({ shifts: ['Early'], version: 2 })
})

const noticesOf = ({ id }: NotificationRoute) =>
  site.sql.selectFrom('notification_notices').selectAll().where('route_id', '=', id).execute()
const waitingOf = async (route: NotificationRoute) =>
  (await noticesOf(route)).filter(({ ended_at: endedAt }) => endedAt === null)
const waits = (route: NotificationRoute) =>
  eventually('it waits', async () => (await waitingOf(route)).length === 1)
/** As if the time had come at which it leaves. */
async function due({ id }: NotificationRoute): Promise<void> {
  const past = { due_at: new Date(0) }
  const waiting = site.sql.updateTable('notification_notices').set(past)
  await waiting.where('route_id', '=', id).where('ended_at', 'is', null).execute()
  notify()
}

test('NT25 an escalation that was due while its alarm was shelved comes afterwards', async () => {
  const route = await add({ name: `Escalated ${thing}`, afterMinutes: 10 })
  await send({ flow: 12.5 })
  await waits(route)
  const shelf = { ids: [(await only()).id], minutes: 30, reason: 'calibration' }
  expect((await operator.post('/api/alarms/shelve', shelf)).json().data.done).toEqual(shelf.ids)
  await due(route)
  await eventually('it waits no more', async () => (await waitingOf(route)).length === 0)
  const source = { origin: 'upper', thing, sensor: 'flow' }
  expect((await operator.post('/api/alarms/unshelve', source)).statusCode).toBe(200)
  await waits(route)
  const [waiting] = await waitingOf(route)
  expect(waiting?.due_at.getTime()).toBeGreaterThan(Date.now() + 9 * 60_000)
  await due(route)
  await sentBy(route)
})
