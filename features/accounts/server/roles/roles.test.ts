import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { permissions } from '#kit/model/permission.ts'
import { noAudit } from '#testing/no-audit.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import type { RoleDetail } from '../../contract/roles.ts'
import { ensureProducts } from './products.ts'

let site: TestApplication
let root: HttpClient
let rootId = 0
let people = 0

beforeAll(async () => {
  site = await startTestApplication()
  rootId = await site.addAccount({ email: 'root@example.org', roles: ['admin'] })
})
beforeEach(async () => {
  root = await site.clientOf(rootId)
})
afterAll(() => site.close())

async function holder(...held: readonly string[]): Promise<HttpClient> {
  people += 1
  return site.clientOf(
    await site.addAccount({ email: `p${people}@example.org`, roles: [], permissions: held }),
  )
}

async function role(name: string, client = root): Promise<RoleDetail> {
  const { data } = (await client.get('/api/roles')).json() as { data: RoleDetail[] }
  const found = data.find((each) => each.name === name)
  if (!found) throw new Error(`no role ${name}`)
  return found
}

const setPermissions = async (client: HttpClient, name: string, names: readonly string[]) =>
  client.put(`/api/roles/${encodeURIComponent(name)}/permissions`, {
    permissions: names,
    version: (await role(name)).version,
  })

test('AM10 every role with what it may do and how many hold it', async () => {
  const { data } = (await root.get('/api/roles')).json() as { data: RoleDetail[] }
  expect(data.map(({ name }) => name)).toEqual([
    'admin',
    'basic',
    'editor',
    'free',
    'manager',
    'user',
    'visitor',
  ])
  expect(data.every(({ builtIn }) => builtIn)).toBe(true)
  expect(await role('admin')).toMatchObject({
    members: 1,
    permissions: [...permissions].toSorted(),
  })
  const forAdministrators = new Set<string>(['manage permission', 'command device'])
  expect((await role('manager')).permissions).toEqual(
    permissions.filter((name) => !forAdministrators.has(name)).toSorted(),
  )
})

test('AM11 a role is made, renamed with its members, removed when nobody holds it', async () => {
  const made = await root.post('/api/roles', {
    name: ' Night shift ',
    permissions: ['view menu warroom'],
  })
  expect(made.json().data).toMatchObject({
    name: 'Night shift',
    builtIn: false,
    members: 0,
    permissions: ['view menu warroom'],
  })
  const userId = await site.addAccount({ email: 'night@example.org', roles: ['Night shift'] })
  const member = await site.clientOf(userId)
  expect((await member.get('/api/sensors')).statusCode).toBe(200)
  const renamed = await root.put('/api/roles/Night%20shift', {
    name: '夜班',
    version: made.json().data.version,
  })
  expect(renamed.json().data).toMatchObject({
    name: '夜班',
    members: 1,
    version: made.json().data.version + 1,
  })
  expect((await member.get('/api/user')).json().data.roles).toEqual(['夜班'])
  expect(
    (await root.put('/api/roles/%E5%A4%9C%E7%8F%AD', { name: 'Late', version: 1 })).statusCode,
  ).toBe(409)
  expect((await root.delete('/api/roles/%E5%A4%9C%E7%8F%AD')).statusCode).toBe(409)
  await site.sql.deleteFrom('users').where('id', '=', userId).execute()
  expect((await root.delete('/api/roles/%E5%A4%9C%E7%8F%AD')).statusCode).toBe(204)
})

test('AM11 tokens, kiosk links and schedules of a role go on under its new name', async () => {
  const made = await root.post('/api/roles', {
    name: 'Watch',
    permissions: ['view menu warroom'],
  })
  const email = 'watch@example.org'
  const userId = await site.addAccount({ email, roles: ['Watch', 'basic'] })
  const member = await site.clientOf(userId)
  const asked = { name: 'Grafana', days: 30, devices: null }
  const { token } = (await member.post('/api/profile/access-tokens', asked)).json().data
  const page = { name: 'Hall', areas: [] }
  const board = await member.post('/api/scada/shadow-lambda/custom/store', page)
  const boardId = board.json().data.id
  await member.post(`/api/boards/${boardId}/kiosk-links`, { name: 'Gate', days: 30 })
  await site.sql
    .insertInto('export_schedules')
    .values({
      ...{ owner_id: userId, definition: '{}', roles: ['Watch'], is_paused: true },
      created_at: new Date(),
    })
    .execute()
  const { version } = made.json().data
  const renamed = await root.put('/api/roles/Watch', { name: 'Guard', version })
  expect(renamed.statusCode).toBe(200)
  const rolesIn = async (table: 'access_tokens' | 'kiosk_links' | 'export_schedules') =>
    (await site.sql.selectFrom(table).select('roles').execute()).flatMap(({ roles }) => roles)
  expect((await rolesIn('access_tokens')).toSorted()).toEqual(['Guard', 'basic'])
  expect((await rolesIn('kiosk_links')).toSorted()).toEqual(['Guard', 'basic'])
  expect(await rolesIn('export_schedules')).toEqual(['Guard'])
  const headers = { authorization: `Bearer ${token}` }
  const read = await site.app.inject({ url: '/api/sensors', headers })
  expect(read.statusCode).toBe(200)
})

test('AM11 names that are taken, empty or strange are refused', async () => {
  for (const name of ['admin', 'ADMIN', 'Manager', '', '  ', 'a/b', '<b>', 'x'.repeat(41)]) {
    const reply = await root.post('/api/roles', { name })
    expect([name, reply.statusCode, Object.keys(reply.json().errors)]).toEqual([
      name,
      422,
      ['name'],
    ])
  }
})

test('AM11 of names that differ by their case alone one is taken, also at one moment', async () => {
  const names = ['late', 'Late', 'LATE', 'lAte', 'laTe', 'latE']
  const replies = await Promise.all(names.map((name) => root.post('/api/roles', { name })))
  const made = replies.filter(({ statusCode }) => statusCode < 300)
  expect(made).toHaveLength(1)
  const others = await Promise.all(
    ['early', 'noon'].map(async (name) => (await root.post('/api/roles', { name })).json().data),
  )
  const renamed = await Promise.all(
    others.map(({ name, version }, index) =>
      root.put(`/api/roles/${name}`, { name: index === 0 ? 'Night' : 'night', version }),
    ),
  )
  expect(renamed.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
})

test('AM11 an edit of a version that is not there is a conflict, however great', async () => {
  const { name } = (await root.post('/api/roles', { name: 'Versions' })).json().data
  const edit = { version: 2_147_483_647, permissions: [] }
  expect((await root.put(`/api/roles/${name}/permissions`, edit)).statusCode).toBe(409)
})

test('AM12 what a role may do counts at once for those who hold it', async () => {
  await root.post('/api/roles', { name: 'Clerks', permissions: [] })
  const clerk = await site.clientOf(
    await site.addAccount({ email: 'clerk@example.org', roles: ['Clerks'] }),
  )
  expect((await clerk.get('/api/users')).statusCode).toBe(403)
  expect((await setPermissions(root, 'Clerks', ['manage user'])).json().data.permissions).toEqual([
    'manage user',
  ])
  expect((await clerk.get('/api/users')).statusCode).toBe(200)
  await setPermissions(root, 'Clerks', [])
  expect((await clerk.get('/api/users')).statusCode).toBe(403)
  const stale = await root.put('/api/roles/Clerks/permissions', {
    permissions: ['manage user'],
    version: 1,
  })
  expect(stale.statusCode).toBe(409)
})

test('AM13 `admin` is never changed; built-in roles are neither renamed nor removed', async () => {
  expect((await setPermissions(root, 'admin', [])).statusCode).toBe(409)
  for (const name of ['admin', 'editor']) {
    expect((await root.put(`/api/roles/${name}`, { name: 'other', version: 1 })).statusCode).toBe(
      409,
    )
    expect((await root.delete(`/api/roles/${name}`)).statusCode).toBe(409)
  }
  expect((await role('admin')).abilities).toEqual({
    rename: false,
    setPermissions: false,
    remove: false,
    assign: true,
  })
})

test('AM14 who manages permissions and is not admin gives and takes only their own', async () => {
  const client = await holder('manage permission', 'view menu zip')
  expect(
    (await client.post('/api/roles', { name: 'Own', permissions: ['manage user'] })).statusCode,
  ).toBe(403)
  expect(
    (await client.post('/api/roles', { name: 'Own', permissions: ['view menu zip'] })).statusCode,
  ).toBe(200)
  expect((await setPermissions(client, 'Own', ['view menu zip', 'view menu pdf'])).statusCode).toBe(
    403,
  )
  expect((await setPermissions(client, 'manager', [])).statusCode).toBe(403)
  expect((await setPermissions(client, 'Own', [])).statusCode).toBe(200)
  expect(
    (await client.post('/api/users', { name: 'A', email: 'a@example.org', roles: ['Own'] }))
      .statusCode,
  ).toBe(403)
})

test('AM15 a product brings a permission that admin, manager and editor hold', async () => {
  const products = [
    { key: 'pump', name: 'Pump' },
    { key: 'oven', name: 'Oven' },
  ]
  await ensureProducts({ sql: site.sql, audit: noAudit }, products)
  await ensureProducts({ sql: site.sql, audit: noAudit }, products)
  expect((await root.get('/api/products')).json().data).toEqual(products.toReversed())
  const listed = (await root.get('/api/permissions')).json().data
  expect(listed).toHaveLength(permissions.length + 2)
  expect(listed).toContainEqual({ name: 'manage pumparticle', product: 'pump', assignable: true })
  expect(listed).toContainEqual({ name: 'manage article', product: null, assignable: true })
  for (const name of ['admin', 'manager', 'editor'])
    expect((await role(name)).permissions).toContain('manage ovenarticle')
  const clerk = await holder('manage user', 'manage pumparticle')
  const assignable = (await clerk.get('/api/permissions'))
    .json()
    .data.filter((each: { assignable: boolean }) => each.assignable)
  expect(assignable.map(({ name }: { name: string }) => name)).toEqual([
    'manage user',
    'manage pumparticle',
  ])
})
