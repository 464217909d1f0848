import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { sweepRegularly } from '#features/accounts/server/sessions/sweep.ts'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { pushService } from '#testing/peers/push-service.ts'
import {
  add as addRule,
  active,
  administrator,
  only,
  operator,
  rule,
  send,
  site,
  stranger,
  thing,
  watchAlarms,
} from '#testing/sites/alarm-site.ts'
import type { NotificationRoute } from '../../contract/notification-route.ts'
import { maximumPushBrowsers, type PushBrowser } from '../../contract/own-notices.ts'
import type { PushPayload } from '../../contract/push-payload.ts'

const service = await pushService()
afterAll(() => service.close())
// Another network for webhooks: it opens nothing to push.
watchAlarms({ WEBHOOK_NETWORKS: '10.0.0.0/8', PUBLIC_URL: 'https://warroom.test' }, ['127.0.0.1'])

const browsersPath = '/api/profile/push-browsers'
const subscribe = async (client: HttpClient, name: string): Promise<PushBrowser> =>
  (
    await client.post(browsersPath, { ...service.subscribe(`${thing}-${name}`), language: 'vi' })
  ).json().data
const pushedTo = (name: string) =>
  service.pushed.filter(({ path }) => path === `/push/${thing}-${name}`)
const textsOf = (name: string): PushPayload[] => pushedTo(name).map(({ text }) => JSON.parse(text))
const arrived = (name: string, count = 1) =>
  eventually(`${name} has it`, () => pushedTo(name).length === count)
const ownOf = async (client: HttpClient) => (await client.get('/api/profile/notices')).json().data
const routeTo = async (target: object, more: object = {}): Promise<NotificationRoute> => {
  const reply = await administrator.post('/api/notification-routes', {
    ...{ name: `Route ${thing}`, isEnabled: true, priorities: [1, 2], devices: [thing] },
    ...{ shifts: [], afterMinutes: 0, digestMinutes: 0, quiet: null, language: 'en' },
    target: { kind: 'push', roles: [], recipients: [], ...target },
    ...more,
  })
  return reply.json().data.route
}
const everybody = { roles: ['manager'], recipients: ['admin@example.org'] }
const deliveriesOf = async ({ id }: NotificationRoute): Promise<{ target: string }[]> => {
  const { deliveries } = (await administrator.get('/api/notification-routes')).json().data
  return deliveries.filter(({ routeId }: { routeId: number }) => routeId === id)
}

test('NT8 people get alarms of devices that are open to them, in their language', async () => {
  await subscribe(operator, 'otto')
  await subscribe(stranger, 'stranger')
  await subscribe(administrator, 'ada')
  const route = await routeTo(everybody)
  await send({ flow: 12.5 })
  await Promise.all([arrived('otto'), arrived('ada')])
  const { id } = await only()
  expect(textsOf('otto')).toMatchObject([
    {
      ...{ tag: `alarm-${id}`, language: 'vi', isUrgent: false },
      title: expect.stringMatching(new RegExp(`^Mức ưu tiên 2: .*${thing}`)) as string,
      body: expect.stringContaining('trên giới hạn trên 10') as string,
      path: expect.stringMatching(
        new RegExp(`^/warroomCharts\\?thing=${thing}&sensor=flow&from=`),
      ) as string,
    },
  ])
  expect(pushedTo('otto')[0]).toMatchObject({
    headers: { urgency: 'normal', topic: `alarm-${id}`, ttl: '14400' },
    claims: { aud: service.address, sub: 'https://warroom.test' },
  })
  expect(pushedTo('stranger')).toEqual([])
  const targets = (await deliveriesOf(route)).map(({ target }) => target)
  expect(targets.toSorted()).toEqual([
    ...['admin@example.org · 127.0.0.1', 'op@example.org · 127.0.0.1'],
  ])
  const delivered = async () => (await ownOf(operator)).browsers.at(-1)?.deliveredAt !== null
  await eventually('it is noted', delivered)
})

test('NT8 a device that is closed to a person meanwhile is not named to them', async () => {
  await subscribe(operator, 'otto')
  const { id } = await routeTo({ roles: ['manager'] })
  // The push service is away, so that it is retried.
  service.refuseNext(`${thing}-otto`, 503)
  await send({ flow: 12.5 })
  const states = async () =>
    (await deliveriesOf({ id } as NotificationRoute)) as { failure?: string }[]
  await eventually('it was tried', async () =>
    (await states()).some(({ failure }) => failure === 'refused'),
  )
  await site.sql.deleteFrom('bindings').execute()
  await site.data.catalogue.refresh([site.data.catalogue.device(thing)?.id ?? 0])
  const due = { next_at: new Date(0) }
  await site.sql.updateTable('deliveries').set(due).where('state', '=', 'waiting').execute()
  await administrator.post(`/api/notification-routes/${id}/test`)
  await eventually('it ends', async () =>
    (await states()).some(({ failure }) => failure === 'withdrawn'),
  )
  expect(textsOf('otto').filter(({ tag }) => tag !== 'test')).toEqual([])
})

test('NT20 what waits for a person whom the route does not name any more stays here', async () => {
  await subscribe(operator, 'otto')
  const route = await routeTo({ roles: ['manager'] })
  service.refuseNext(`${thing}-otto`, 503)
  await send({ flow: 12.5 })
  const deliveries = async () => (await deliveriesOf(route)) as { failure?: string }[]
  await eventually('it was tried', async () =>
    (await deliveries()).some(({ failure }) => failure === 'refused'),
  )
  const to = { ...route, target: { kind: 'push', roles: [], recipients: ['admin@example.org'] } }
  const { id, ...definition } = to
  const changed = await administrator.put(`/api/notification-routes/${id}`, definition)
  expect(changed.statusCode).toBe(200)
  const due = { next_at: new Date(0) }
  await site.sql.updateTable('deliveries').set(due).where('state', '=', 'waiting').execute()
  await administrator.post(`/api/notification-routes/${id}/test`)
  await eventually('it ends', async () =>
    (await deliveries()).some(({ failure }) => failure === 'withdrawn'),
  )
  expect(pushedTo('otto')).toEqual([])
})

test('NT21 what is opened to webhooks is not opened to push', async () => {
  const target = { kind: 'webhook', url: 'http://10.0.0.1/' }
  expect((await routeTo({}, { target })).target).toEqual(target)
  const browser = { ...service.subscribe(`${thing}-inner`), language: 'en' }
  const refused = await operator.post(browsersPath, {
    ...browser,
    endpoint: 'http://10.0.0.1/push',
  })
  expect(refused.json()).toMatchObject({ reasons: { endpoint: [{ code: 'inner_target' }] } })
  const { id } = await subscribe(operator, 'otto')
  await site.sql
    .updateTable('push_browsers')
    .set({ endpoint: 'http://10.0.0.1/push' })
    .where('id', '=', id)
    .execute()
  await operator.post(`${browsersPath}/${id}/test`)
  const ended = () =>
    site.sql
      .selectFrom('deliveries')
      .select('failure')
      .where('source', '=', `push-browser ${id}`)
      .where('ended_at', 'is not', null)
      .execute()
  await expect.poll(ended).toEqual([{ failure: 'blocked' }])
})

test('NT9 a browser that is gone is removed, and no one else’s can be used', async () => {
  const { id } = await subscribe(operator, 'otto')
  const own = `${browsersPath}/${id}`
  expect((await stranger.post(`${own}/test`)).statusCode).toBe(404)
  expect((await stranger.delete(own)).statusCode).toBe(404)
  expect((await operator.post(`${own}/test`)).statusCode).toBe(204)
  await arrived('otto')
  expect(textsOf('otto')).toMatchObject([{ tag: 'test', isUrgent: false }])
  service.unsubscribe(`${thing}-otto`)
  await operator.post(`${own}/test`)
  const ids = async () => (await ownOf(operator)).browsers.map((each: PushBrowser) => each.id)
  await eventually('it is removed', async () => !(await ids()).includes(id))
})

test('NT9 signing out ends it, a session that runs out does not', async () => {
  const userId = await site.addAccount({ email: `${thing}@example.org`, roles: ['manager'] })
  const [first, second] = [await site.clientOf(userId), await site.clientOf(userId)]
  await subscribe(first, 'first')
  const { id } = await subscribe(second, 'second')
  await first.post('/api/auth/logout')
  const left = () =>
    site.sql.selectFrom('push_browsers').select('id').where('user_id', '=', userId).execute()
  expect(await left()).toEqual([{ id }])
  const longAgo = { last_seen_at: new Date(0) }
  await site.sql.updateTable('sessions').set(longAgo).where('user_id', '=', userId).execute()
  await sweepRegularly({ sql: site.sql, clock: Date.now }, pino({ level: 'silent' }))()
  expect(await left()).toEqual([{ id }])
  const third = await site.clientOf(userId)
  expect((await ownOf(third)).browsers).toMatchObject([{ id, isOfSession: false }])
  await subscribe(third, 'third')
  await third.delete('/api/profile/sessions')
  expect((await ownOf(third)).browsers).toMatchObject([{ isOfSession: true }])
  await site.sql.deleteFrom('users').where('id', '=', userId).execute()
  expect(await left()).toEqual([])
})

test.each([
  [{ endpoint: 'http://10.0.0.1/push' }, 'endpoint', 'inner_target'],
  [{ endpoint: 'ftp://push.test/' }, 'endpoint', 'web_url'],
  [{ keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }, 'keys.p256dh', 'not_accepted'],
  [{ keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(21) } }, 'keys.auth', 'not_accepted'],
])('NT9 %j is refused with its reason', async (more, field, code) => {
  const reply = await operator.post(browsersPath, {
    ...{ ...service.subscribe(`${thing}-bad`), language: 'en' },
    ...more,
  })
  expect(reply.json()).toMatchObject({ reasons: { [field]: [{ code }] } })
})

test('NT16 of browsers that are added at once no more than the maximum are taken', async () => {
  const userId = await site.addAccount({ email: `${thing}-many@example.org`, roles: ['manager'] })
  const client = await site.clientOf(userId)
  await subscribe(client, 'first')
  const rows = () => site.sql.selectFrom('push_browsers').selectAll().where('user_id', '=', userId)
  const { id: _id, ...first } = await rows().executeTakeFirstOrThrow()
  const more = Array.from({ length: maximumPushBrowsers - 2 }, (_, index) => ({
    ...first,
    endpoint: `${first.endpoint}-${index}`,
  }))
  await site.sql.insertInto('push_browsers').values(more).execute()
  const names = ['a', 'b', 'c', 'd']
  const added = await Promise.all(names.map((name) => subscribe(client, name)))
  expect(added.filter(Boolean)).toHaveLength(1)
  expect(await rows().execute()).toHaveLength(maximumPushBrowsers)
})

const clockOf = (time: number) => new Date(time).toISOString().slice(11, 16)
const hourMs = 3_600_000

test('NT10 in a person’s quiet hours only what they let through comes; more after', async () => {
  await subscribe(operator, 'otto')
  await subscribe(administrator, 'ada')
  const quiet = { from: clockOf(Date.now() - hourMs), to: clockOf(Date.now() + hourMs) }
  const hours = { quiet, isUrgentAllowed: true }
  expect((await operator.put('/api/profile/quiet-hours', hours)).json().data).toEqual(hours)
  const route = await routeTo(everybody)
  const mail = { kind: 'mail', recipients: ['op@example.org', 'nobody@people.test'] }
  const byMail = await routeTo({}, { target: mail })
  await send({ flow: 12.5 })
  await arrived('ada')
  expect((await deliveriesOf(byMail)).map(({ target }) => target)).toEqual(['nobody@people.test'])
  expect(pushedTo('otto')).toEqual([])
  await addRule(rule({ kind: 'limit', level: 'high_high', limit: 20 }))
  await send({ flow: 25 })
  await arrived('otto')
  expect(textsOf('otto')).toMatchObject([{ isUrgent: true }])
  const over = { from: clockOf(Date.now() + hourMs), to: clockOf(Date.now() + 2 * hourMs) }
  await operator.put('/api/profile/quiet-hours', { quiet: over, isUrgentAllowed: true })
  site.bus.emit('alarmsChanged', { deviceIds: new Set() })
  await arrived('otto', 2)
  expect((await deliveriesOf(byMail)).map(({ target }) => target)).toContain('op@example.org')
  await operator.put('/api/profile/quiet-hours', { quiet: null, isUrgentAllowed: true })
  expect(await ownOf(operator)).toMatchObject({ quiet: null })
  expect((await deliveriesOf(route)).length).toBeGreaterThan(2)
})

test('NT27 a push that leaves late says that its alarm has passed or is acknowledged', async () => {
  await subscribe(operator, 'otto')
  const route = await routeTo({ roles: ['manager'] })
  service.refuseNext(`${thing}-otto`, 503)
  await send({ flow: 25 })
  const deliveries = async () => (await deliveriesOf(route)) as { failure?: string }[]
  await eventually('it was tried', async () =>
    (await deliveries()).some(({ failure }) => failure === 'refused'),
  )
  const acknowledgement = { ids: [(await only()).id], comment: '' }
  const acknowledged = await operator.post('/api/alarms/acknowledge', acknowledgement)
  expect(acknowledged.json().data.done).toEqual(acknowledgement.ids)
  await send({ flow: 1 })
  await eventually('it has ended', async () => (await active()).length === 0)
  const due = { next_at: new Date(0) }
  await site.sql.updateTable('deliveries').set(due).where('state', '=', 'waiting').execute()
  await administrator.post(`/api/notification-routes/${route.id}/test`)
  await eventually('it comes', () => textsOf('otto').some(({ tag }) => tag.startsWith('alarm-')))
  const late = textsOf('otto').find(({ tag }) => tag.startsWith('alarm-'))
  expect(late).toMatchObject({ isUrgent: false })
  expect(late?.body).toContain('Tình trạng đã qua.')
  expect(late?.body).toContain('Cảnh báo đã được xác nhận.')
})

test('NT6 a route to nobody, and to a role that is not there, is refused', async () => {
  const refused = async (target: object) =>
    (
      await administrator.post('/api/notification-routes', {
        ...{ name: 'x', isEnabled: true, priorities: [1], devices: [], shifts: [] },
        ...{ afterMinutes: 0, digestMinutes: 0, quiet: null, language: 'en' },
        target: { kind: 'push', roles: [], recipients: [], ...target },
      })
    ).json().reasons
  expect(await refused({})).toMatchObject({ 'target.recipients': [{ code: 'required' }] })
  expect(await refused({ roles: ['nobody'] })).toMatchObject({
    'target.roles': [{ code: 'unknown_right', parameters: { name: 'nobody' } }],
  })
})
