import { beforeAll, expect, test } from 'vitest'
import { accountSite } from '#testing/sites/account-site.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import type { User } from '../../contract/users.ts'

const site = accountSite()
let rootId = 0
let root: HttpClient

beforeAll(async () => {
  rootId = await site.addAccount({ email: 'root@example.org', name: 'Root', roles: ['admin'] })
  root = await site.clientOf(rootId)
})

function add(
  roles: readonly string[],
  permissions: readonly string[] = [],
  more: { disabled?: boolean; name?: string } = {},
) {
  site.now += 60_000
  return site.addAccount({ roles, permissions, ...more })
}

async function read(id: number, client = root): Promise<User> {
  return (await client.get(`/api/users/${id}`)).json().data
}

async function edit(client: HttpClient, id: number, change: Partial<User>) {
  const { version, name, email, introduction, roles, permissions } = await read(id)
  const reply = await client.put(`/api/users/${id}`, {
    version,
    name,
    email,
    introduction,
    roles,
    permissions,
    ...change,
  })
  return reply
}

test('AM1 lists accounts by search, role and state, in order and in pages', async () => {
  await add(['visitor'], [], { name: 'Zora Quill' })
  await add(['visitor'], [], { name: 'Ada Quill', disabled: true })
  await add(['free'], [], { name: '100% Quill_' })
  const names = async (query: string) => {
    const { data, meta } = (await root.get(`/api/users?${query}`)).json()
    return { names: data.map(({ name }: User) => name), total: meta.total }
  }
  expect(await names('search=quill')).toEqual({
    names: ['100% Quill_', 'Ada Quill', 'Zora Quill'],
    total: 3,
  })
  expect(await names('search=quill&role=visitor&order=desc')).toEqual({
    names: ['Zora Quill', 'Ada Quill'],
    total: 2,
  })
  expect(await names('search=quill&disabled=true')).toEqual({ names: ['Ada Quill'], total: 1 })
  expect(await names('search=quill&limit=1&page=2')).toEqual({ names: ['Ada Quill'], total: 3 })
  expect(await names('search=%25')).toEqual({ names: ['100% Quill_'], total: 1 })
  expect(await names('search=quill&sort=created&order=desc')).toMatchObject({
    names: ['100% Quill_', 'Ada Quill', 'Zora Quill'],
  })
  for (const query of ['limit=0', 'page=x', 'sort=password', 'disabled=maybe'])
    expect((await root.get(`/api/users?${query}`)).statusCode).toBe(422)
})

test.each([
  [{ email: 'root@example.org' }, 422, 'email'],
  [{ email: 'ROOT@example.org' }, 422, 'email'],
  [{ email: 'nobody' }, 422, 'email'],
  [{ name: ' ' }, 422, 'name'],
  [{ name: 'a\u0000b' }, 422, 'name'],
  [{ name: '\ud800' }, 422, 'name'],
  [{ roles: [] }, 422, 'roles'],
  [{ roles: ['captain'] }, 422, 'roles'],
  [{ permissions: ['fly'] }, 422, 'permissions'],
])('AM3 %j is refused with its field', async (change, status, field) => {
  const reply = await edit(root, await add(['user']), change as Partial<User>)
  expect(reply.statusCode).toBe(status)
  expect(Object.keys(reply.json().errors)).toEqual([field])
})

test('AM3 an edit that began from an older version is 409, and nothing is lost', async () => {
  const id = await add(['user'])
  const before = await read(id)
  expect((await edit(root, id, { name: 'First' })).json().data).toMatchObject({
    name: 'First',
    version: before.version + 1,
  })
  const late = await edit(root, id, { name: 'Second', version: before.version })
  expect([late.statusCode, late.json().error]).toEqual([409, 'conflict'])
  expect((await read(id)).name).toBe('First')
})

test('AM4 the last enabled administrator is neither demoted, disabled nor removed', async () => {
  await add(['admin'], [], { disabled: true })
  const attempts = [
    await edit(root, rootId, { roles: ['manager'] }),
    await root.post(`/api/users/${rootId}/disable`),
    await root.delete(`/api/users/${rootId}`),
  ]
  for (const reply of attempts)
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      expect.stringContaining('last administrator'),
    ])
  expect(await read(rootId)).toMatchObject({ roles: ['admin'], disabled: false })
})

test('AM4 of administrators who shut each other out at once, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const ids = [rootId, await add(['admin']), await add(['admin'])]
    const pairs = ids.map((id, index) => ({ id, by: ids[(index + 1) % ids.length] ?? rootId }))
    const attempts = await Promise.all(
      pairs.map(async ({ id, by }) => ({ id, client: await site.clientOf(by) })),
    )
    await Promise.all(
      attempts.map(async ({ id, client }) => client.post(`/api/users/${id}/disable`)),
    )
    const left = await site.sql
      .selectFrom('users')
      .innerJoin('user_roles', 'user_id', 'id')
      .select('id')
      .where('role', '=', 'admin')
      .where('disabled', '=', false)
      .execute()
    expect(left.length).toBeGreaterThan(0)
    await site.sql.updateTable('users').set({ disabled: false }).where('id', '=', rootId).execute()
    await site.sql.deleteFrom('users').where('id', 'in', ids.slice(1)).execute()
    root = await site.clientOf(rootId)
  }
})

test('AM4 an administrator who never chose a password is no other administrator', async () => {
  await site.sql.updateTable('users').set({ disabled: true }).where('id', '<>', rootId).execute()
  const { link } = (
    await root.post('/api/users', {
      name: 'Invited',
      email: 'invited@example.org',
      roles: ['admin'],
    })
  ).json().data
  expect((await edit(root, rootId, { roles: ['user'] })).statusCode).toBe(409)
  const token = link.path.replace('/reset#', '')
  await (
    await site.anonymousClient()
  ).post('/api/auth/reset', { token, password: 'a quiet harbour' })
  const invited = (await root.get('/api/users?search=invited@example.org')).json().data[0]
  expect((await edit(root, invited.id, { roles: ['user'] })).statusCode).toBe(200)
})

test('AM7 who manages people comes to no right that way that they do not have', async () => {
  const manager = await site.clientOf(await add(['manager']))
  const id = await add(['user'])
  for (const change of [
    { roles: ['admin'] },
    { roles: ['user', 'admin'] },
    { permissions: ['manage permission'] },
  ])
    expect((await edit(manager, id, change)).statusCode).toBe(403)
  expect(
    (await edit(manager, id, { roles: ['editor', 'basic'], permissions: ['view menu zip'] }))
      .statusCode,
  ).toBe(200)
  const made = await manager.post('/api/users', {
    name: 'X',
    email: 'x@example.org',
    roles: ['admin'],
  })
  expect([made.statusCode, Object.keys(made.json().errors)]).toEqual([403, ['roles']])
  await site.sql.insertInto('roles').values({ name: 'Rights' }).execute()
  await site.sql
    .insertInto('role_permissions')
    .values({ role: 'Rights', permission: 'manage permission' })
    .execute()
  for (const above of [rootId, await add(['Rights']), await add(['user'], ['manage permission'])]) {
    expect((await edit(manager, above, { email: 'mine@example.org' })).statusCode).toBe(403)
    expect((await manager.post(`/api/users/${above}/reset-link`)).statusCode).toBe(403)
    expect((await read(above, manager)).abilities).toEqual({
      edit: false,
      disable: false,
      remove: false,
      resetPassword: false,
      exportData: false,
      erase: false,
    })
  }
})

test('AM7 a right to manage people opens no war room', async () => {
  const clerk = await site.clientOf(await add([], ['manage user']))
  const id = await add(['visitor'])
  for (const roles of [['basic'], ['free'], ['user'], ['manager']])
    expect((await edit(clerk, id, { roles })).statusCode).toBe(403)
  expect((await edit(clerk, id, { name: 'Renamed' })).statusCode).toBe(200)
  const above = await add(['basic'])
  expect((await clerk.post(`/api/users/${above}/reset-link`)).statusCode).toBe(403)
})

test('AM7 nobody who has the war room alone gives themselves what the role basic has', async () => {
  const id = await add([], ['manage user', 'view menu warroom'])
  const clerk = await site.clientOf(id)
  expect((await clerk.get('/api/alarms/analysis')).statusCode).toBe(403)
  expect((await edit(clerk, id, { roles: ['basic'] })).statusCode).toBe(403)
  expect((await edit(clerk, id, { roles: ['free'] })).statusCode).toBe(200)
})
