import { afterAll, beforeAll, expect, it } from 'vitest'
import { kioskProtocol } from '#kit/model/live/protocol.ts'
import type { Reading } from '#kit/model/reading.ts'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { dropRightsNotifications } from '#testing/postgres/databases-store.ts'
import { bindPerson, insertDevice } from '#testing/postgres/devices-store.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import { cheapPasswordHash } from '#testing/cheap-password-hash.ts'
import { hasSnapshot, openLivePage, subscribe, type LivePage } from '#testing/sites/live-page.ts'

let site: TestApplication
let chief: HttpClient
let chiefPage: LivePage
let sensorId = 0
let value = 0
const password = 'a quiet harbour'
const passwordHash = cheapPasswordHash(password)

// The database notifies nobody: what is so at the answer is so by the call itself.
beforeAll(async () => {
  site = await startTestApplication()
  chief = await site.clientOf(await site.addAccount({ email: 'c@example.org', roles: ['admin'] }))
  await insertDevice(site.sql, 'PUMP-1', 'temp')
  const row = await site.sql.selectFrom('devices').select('id').executeTakeFirstOrThrow()
  await site.data.catalogue.refresh([row.id])
  sensorId = site.data.catalogue.sensorByKey(row.id, 'temp')?.id ?? 0
  await dropRightsNotifications(site.sql)
  chiefPage = await watching(chief)
})
afterAll(() => site.close())

async function watching(client: HttpClient): Promise<LivePage> {
  const page = await openLivePage(site.app, client)
  subscribe(page, [sensorId])
  await eventually('the snapshot is here', () => hasSnapshot(page))
  return page
}

async function person(email: string, roles: string[]) {
  const id = await site.addAccount({ email, roles, passwordHash })
  return { id, email, client: await site.clientOf(id) }
}

const has = ({ messages }: LivePage, wanted: number) =>
  messages.some(
    (each) => each.type === 'frame' && each.readings.some(([, , current]) => current === wanted),
  )

/** A reading comes directly after the answer: whether the page gets it, when others have it. */
async function getsNext(page: LivePage): Promise<boolean> {
  value += 1
  const reading: Reading = { sensorId, time: Date.now(), value, quality: 'good' }
  site.bus.emit('current', { readings: [reading] })
  await eventually('somebody has it', () => has(chiefPage, value), 5_000)
  return has(page, value)
}

const edit = ({ email }: { email: string }, roles: string[]) => ({
  ...{ version: 1, name: 'Somebody', email, introduction: '', roles, permissions: [] },
})

it('LV33 a role that is taken away shows no further reading after the answer', async () => {
  const one = await person('one@example.org', ['admin'])
  const page = await watching(one.client)
  await eventually('it has the next one', () => getsNext(page))
  const reply = await chief.put(`/api/users/${one.id}`, edit(one, ['basic']))
  expect(reply.statusCode).toBe(200)
  expect(await getsNext(page)).toBe(false)
})

it('LV33 a role that is looked through shows no further reading after the answer', async () => {
  const { client } = await person('viewer@example.org', ['admin'])
  const page = await watching(client)
  const reply = await client.post('/api/auth/role/asign', { role: 'basic' })
  expect(reply.statusCode).toBe(200)
  expect(await getsNext(page)).toBe(false)
})

it('LV33 what a role may do no more ends at the answer', async () => {
  const role = { name: 'looker', permissions: ['view menu warroom'] }
  const made = await chief.post('/api/roles', role)
  expect(made.json()).toMatchObject({ data: { name: 'looker' } })
  const { id, client } = await person('looker@example.org', ['looker'])
  await bindPerson(site.sql, 'PUMP-1', id)
  await site.data.catalogue.refresh([site.data.catalogue.device('PUMP-1')?.id ?? 0])
  const page = await watching(client)
  await eventually('it has the next one', () => getsNext(page))
  const { version } = made.json().data
  const path = '/api/roles/looker/permissions'
  expect((await chief.put(path, { version, permissions: [] })).statusCode).toBe(200)
  expect(await getsNext(page)).toBe(false)
})

it('LV33 sessions that a call ends show no further reading after its answer', async () => {
  const others = ['signs out', 'ended', 'ended with others', 'password', 'disabled', 'removed']
  for (const [index, how] of others.entries()) {
    const email = `ended-${index}@example.org`
    const one = await person(email, ['admin'])
    const page = await watching(one.client)
    await eventually('it has the next one', () => getsNext(page))
    const other = how === 'signs out' ? one.client : await site.clientOf(one.id)
    const sessions: { id: string; current: boolean }[] = (
      await other.get('/api/profile/sessions')
    ).json().data
    const first = sessions.find(({ current }) => !current)?.id
    const calls: Readonly<Record<string, () => ReturnType<HttpClient['get']>>> = {
      'signs out': () => other.post('/api/auth/logout'),
      ended: () => other.delete(`/api/profile/sessions/${first}`),
      'ended with others': () => other.delete('/api/profile/sessions'),
      password: () =>
        other.post('/api/profile/password', { current: password, next: 'another quiet harbour' }),
      disabled: () => chief.post(`/api/users/${one.id}/disable`, {}),
      removed: () => chief.delete(`/api/users/${one.id}`),
    }
    const reply = await calls[how]?.()
    expect([how, reply?.statusCode]).toEqual([how, expect.toBeOneOf([200, 204])])
    expect([how, await getsNext(page)]).toEqual([how, false])
  }
})

async function kioskOf(client: HttpClient) {
  const widget = { id: 'a', sensor: { thing: 'PUMP-1', key: 'temp' }, kind: null, options: {} }
  const widgets = [{ ...widget, x: 0, y: 0, w: 3, h: 2 }]
  const board = (await client.post('/api/dashboards', { name: 'Hall', widgets })).json().data.id
  const links = `/api/boards/${board}/kiosk-links`
  const { token, link } = (await client.post(links, { name: 'Gate', days: 1 })).json().data
  const protocol = { 'sec-websocket-protocol': `${kioskProtocol}, ${token}` }
  const page = await openLivePage(site.app, client, '/api/kiosk/live', protocol)
  subscribe(page, [sensorId])
  await eventually('the snapshot is here', () => hasSnapshot(page))
  return { page, path: `${links}/${link.id}` }
}

it('KS7 a screen gets no further reading after its link was revoked', async () => {
  const { client } = await person('wall@example.org', ['admin'])
  const { page, path } = await kioskOf(client)
  await eventually('it has the next one', () => getsNext(page))
  expect((await client.delete(path)).statusCode).toBe(200)
  expect(await getsNext(page)).toBe(false)
})

it('KS7 a screen gets no further reading after the account of its link was disabled', async () => {
  const one = await person('gate@example.org', ['admin'])
  const { page } = await kioskOf(one.client)
  await eventually('it has the next one', () => getsNext(page))
  expect((await chief.post(`/api/users/${one.id}/disable`, {})).statusCode).toBe(200)
  expect(await getsNext(page)).toBe(false)
})

it('AM17 whoever looks through a role that is removed looks through none at once', async () => {
  const { client } = await person('through@example.org', ['admin'])
  await chief.post('/api/roles', { name: 'short-lived', permissions: [] })
  await client.post('/api/auth/role/asign', { role: 'short-lived' })
  expect((await client.get('/api/roles')).statusCode).toBe(403)
  expect((await chief.delete('/api/roles/short-lived')).statusCode).toBe(204)
  expect((await client.get('/api/roles')).statusCode).toBe(200)
})
