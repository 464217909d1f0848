import { beforeAll, expect, test } from 'vitest'
import { servedRoutes } from '#kit/server/http/gates.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'

const day = 86_400_000
let administrator: Person
let owner: Person

beforeAll(async () => {
  administrator = await site.addPerson({ roles: ['admin'] })
  owner = await site.addPerson({ roles: ['basic'], name: 'Olga' })
})

const widget = (id: string, change: object = {}) => ({
  ...{ id, sensor: null, sensors: [], kind: 'note', options: {}, x: 0, y: 0, w: 3, h: 2 },
  ...change,
})

async function stored(widgets: object[] = [], { client }: Person = owner): Promise<string> {
  return (await client.post('/api/dashboards', { name: 'Hall 1', widgets })).json().data.id
}

const add = (id: string, { client }: Person = owner, days = 30) =>
  client.post(`/api/boards/${id}/kiosk-links`, { name: 'Hall 1, gate', days })
const links = async (id: string, { client }: Person = owner) =>
  (await client.get(`/api/boards/${id}/kiosk-links`)).json().data

/** What a link opens for somebody without an account. */
async function open(token: string, path = '/api/kiosk/board', method = 'GET') {
  const { app } = site.application
  const headers = { authorization: `Bearer ${token}` }
  return app.inject({ method: method as 'GET', url: path, headers })
}

const status = async (token: string) => (await open(token)).statusCode

async function device(lesiId: string, person: Person) {
  await administrator.client.post('/api/devices', { lesiId, name: lesiId })
  const days = { contractStart: null, contractEnd: null }
  await administrator.client.put(`/api/devices/${lesiId}/bindings`, {
    ...{ email: person.email, relation: 'sub-user', ...days },
  })
  const { catalogue } = site.application.data
  const deviceId = catalogue.device(lesiId)?.id ?? 0
  await catalogue.addSensors(deviceId, [{ key: 'heat', sample: 1 }])
  return { thing: lesiId, key: 'heat' }
}

test('KS1 a link has a token that is shown once, and that is not stored', async () => {
  const id = await stored()
  const { link, token } = (await add(id)).json().data
  expect(link).toEqual({
    ...{ id: expect.any(String), name: 'Hall 1, gate', madeBy: 'Olga', madeAt: site.now },
    ...{ expiresAt: site.now + 30 * day, revokedAt: null, lastUsedAt: null },
    opens: true,
  })
  expect(token).toMatch(/^[\w-]{43}$/)
  const rows = await site.sql.selectFrom('kiosk_links').selectAll().execute()
  const entries = await site.sql.selectFrom('audit_entries').selectAll().execute()
  expect(JSON.stringify([rows, entries, await links(id)])).not.toContain(token)
  expect(await status(token)).toBe(200)
  expect(await links(id)).toMatchObject([{ id: link.id, lastUsedAt: site.now }])
})

test('KS2 a link shows its board with the sensors that are open to whose link it is', async () => {
  const heat = await device('KIOSK-1', owner)
  const other = await device('KIOSK-2', owner)
  const id = await stored([widget('a', { sensor: heat }), widget('b', { x: 3, sensors: [other] })])
  const { token } = (await add(id)).json().data
  const both = [
    { ...heat, sensor: { key: 'heat', lesiId: 'KIOSK-1' } },
    { ...other, sensor: { key: 'heat', lesiId: 'KIOSK-2' } },
  ]
  const reply = await open(token)
  expect(reply.json().data).toMatchObject({ name: 'Hall 1', kind: 'dashboard', sensors: both })
  expect(reply.headers['cache-control']).toBe('no-store')
  await administrator.client.delete(`/api/devices/KIOSK-2/bindings/${owner.id}`)
  expect((await open(token)).json().data.sensors).toMatchObject(both.slice(0, 1))
})

test('KS3 the token of a link opens no other call of the API', async () => {
  const { token } = (await add(await stored())).json().data
  const statusOf = async (url: string, method: string) =>
    (await open(token, url, method)).statusCode
  const closed = servedRoutes(site.application.app).filter(
    ({ gate }) => gate !== 'public' && gate !== 'device',
  )
  expect(closed.length).toBeGreaterThan(100)
  for (const { path, method } of closed) {
    const url = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    // Of writes the token of forms is asked for first.
    expect(`${method} ${path} ${await statusOf(url, method)}`).toMatch(/ (401|419)$/)
  }
})

test('KS3 what is no token of a link opens nothing', async () => {
  const { token } = (await add(await stored())).json().data
  for (const wrong of ['', 'x', token.slice(1), `${token}a`, token.toUpperCase(), `${token}\u0000`])
    expect(await status(wrong)).toBe(401)
  const { app } = site.application
  expect((await app.inject({ method: 'GET', url: '/api/kiosk/board' })).statusCode).toBe(401)
})

test('KS4 a link ends when it is revoked, once', async () => {
  const [id, other] = [await stored(), await stored()]
  const { link, token } = (await add(id)).json().data
  const path = `/api/boards/${id}/kiosk-links/${link.id}`
  const wrong = `/api/boards/${other}/kiosk-links/${link.id}`
  expect((await owner.client.delete(wrong)).statusCode).toBe(404)
  expect(await status(token)).toBe(200)
  const reply = await owner.client.delete(path)
  expect(reply.json().data).toMatchObject([{ id: link.id, revokedAt: site.now }])
  expect([await status(token), (await owner.client.delete(path)).statusCode]).toEqual([401, 404])
})

test('KS4 a link ends with its days', async () => {
  const { token } = (await add(await stored(), owner, 1)).json().data
  site.now += day - 1
  expect(await status(token)).toBe(200)
  site.now += 1
  expect(await status(token)).toBe(401)
  site.now -= day
})

test('KS4 a link ends with the right of whose it is', async () => {
  const person = await site.addPerson({ roles: ['basic', 'user'] })
  const id = await stored([], person)
  const { token } = (await add(id, person)).json().data
  const { sql } = site
  await person.client.put(`/api/boards/${id}/shares`, { role: 'manager', access: 'read' })
  const manager = await site.addPerson({ roles: ['manager'] })
  const listed = async () => (await links(id, manager))[0]?.opens
  expect(await listed()).toBe(true)
  const set = (disabled: boolean) =>
    sql.updateTable('users').set({ disabled }).where('id', '=', person.id).execute()
  await set(true)
  expect([await status(token), await listed()]).toEqual([401, false])
  await set(false)
  expect([await status(token), await listed()]).toEqual([200, true])
  await person.client.put(`/api/dashboards/${id}`, { version: 1, deleted: true })
  expect(await status(token)).toBe(401)
  await person.client.post(`/api/boards/${id}/take-back`)
  expect(await status(token)).toBe(200)
  await sql.deleteFrom('user_roles').where('user_id', '=', person.id).execute()
  expect(await status(token)).toBe(401)
})

test('KS4 the link of somebody with whom a board is shared ends with the share', async () => {
  const id = await stored()
  const manager = await site.addPerson({ roles: ['manager'] })
  expect((await add(id, manager)).statusCode).toBe(404)
  const share = { email: manager.email, access: 'read' }
  const { shares } = (await owner.client.put(`/api/boards/${id}/shares`, share)).json().data
  const { token } = (await add(id, manager)).json().data
  expect(await status(token)).toBe(200)
  await owner.client.delete(`/api/boards/${id}/shares/${shares[0].id}`)
  expect(await status(token)).toBe(401)
  // Who may only look makes none, and does not see those that there are.
  const reader = await site.addPerson({ roles: ['basic'] })
  await owner.client.put(`/api/boards/${id}/shares`, { email: reader.email, access: 'edit' })
  expect((await add(id, reader)).statusCode).toBe(403)
  expect((await reader.client.get(`/api/boards/${id}/kiosk-links`)).statusCode).toBe(403)
})

test('KS4 a role that is looked through makes no links, and roles of then count', async () => {
  const chief = await site.addPerson({ roles: ['admin'] })
  const id = await stored([], chief)
  await chief.client.post('/api/auth/role/asign', { role: 'basic' })
  expect((await add(id, chief)).statusCode).toBe(403)
  // Made in one of two roles it ends with that one, whatever the other allows.
  const person = await site.addPerson({ roles: ['basic', 'user'] })
  const own = await stored([], person)
  await person.client.post('/api/auth/role/asign', { role: 'user' })
  const { token } = (await add(own, person)).json().data
  expect(await status(token)).toBe(200)
  const roles = site.sql.deleteFrom('user_roles').where('user_id', '=', person.id)
  await roles.where('role', '=', 'user').execute()
  expect(await status(token)).toBe(401)
})

test('KS5 a board has at most fifty links; what ended long ago makes room', async () => {
  const id = await stored()
  for (let count = 0; count < 50; count += 1) {
    // Fewer at once than a session may write in a minute.
    if (count % 25 === 0) site.now += 61_000
    expect((await add(id, owner, 1)).statusCode).toBe(200)
  }
  expect((await add(id)).statusCode).toBe(422)
  const before = site.now
  site.now += 32 * day
  const later = { ...owner, client: await site.clientOf(owner.id) }
  expect((await add(id, later)).statusCode).toBe(200)
  expect(await links(id, later)).toHaveLength(1)
  site.now = before
})
