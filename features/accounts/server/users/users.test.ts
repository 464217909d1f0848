import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '#kit/server/token.ts'
import { startTestApplication, type TestApplication } from '#testing/application.ts'
import type { HttpClient } from '#testing/http-client.ts'
import type { User } from '../../contract/users.ts'

let site: TestApplication
let now = Date.UTC(2026, 10, 20, 8)
let rootId = 0
let root: HttpClient
let people = 0

beforeAll(async () => {
  site = await startTestApplication(() => now)
  rootId = await site.addAccount({ email: 'root@example.org', name: 'Root', roles: ['admin'] })
  root = await site.clientOf(rootId)
})
afterAll(() => site.close())

async function add(
  roles: readonly string[],
  permissions: readonly string[] = [],
  more: { disabled?: boolean; name?: string } = {},
) {
  now += 60_000
  people += 1
  return site.addAccount({ email: `person${people}@example.org`, roles, permissions, ...more })
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

test('AM2 an account is made with a password, or with a link that works once within 24 hours', async () => {
  const fields = { name: 'Nora', email: 'nora@example.org', roles: ['user'] }
  const made = (await root.post('/api/users', fields)).json().data
  expect(made.user).toMatchObject({
    ...fields,
    permissions: [],
    disabled: false,
    secondFactor: false,
  })
  const token = made.link.path.replace('/reset#', '')
  expect(made.link).toEqual({
    path: expect.stringMatching(/^\/reset#[\w-]{32}$/),
    expiresAt: now + 24 * 3_600_000,
  })
  const stored = await site.sql
    .selectFrom('password_links')
    .selectAll()
    .where('user_id', '=', made.user.id)
    .execute()
  expect(stored.map((row) => row.token_hash)).toEqual([hashToken(token)])
  const nora = await site.anonymousClient()
  expect((await nora.signIn(fields.email, 'a quiet harbour')).statusCode).toBe(401)
  expect(
    (await nora.post('/api/auth/reset', { token, password: 'nora@example' })).json().errors
      .password,
  ).toHaveLength(1)
  expect(
    (await nora.post('/api/auth/reset', { token, password: 'a quiet harbour' })).statusCode,
  ).toBe(204)
  expect((await nora.signIn(fields.email, 'a quiet harbour')).statusCode).toBe(200)
  expect(
    (
      await site
        .anonymousClient()
        .then((other) => other.post('/api/auth/reset', { token, password: 'other harbour' }))
    ).statusCode,
  ).toBe(403)
  const direct = await root.post('/api/users', {
    ...fields,
    email: 'direct@example.org',
    password: 'a quiet harbour',
  })
  expect(direct.json().data.link).toBeNull()
  expect(
    (await (await site.anonymousClient()).signIn('direct@example.org', 'a quiet harbour'))
      .statusCode,
  ).toBe(200)
})

test('AM2 a link that was made for fewer rights is worth nothing once there are more', async () => {
  const token = async (id: number) =>
    (await root.post(`/api/users/${id}/reset-link`)).json().data.path.replace('/reset#', '')
  const use = async (link: string) =>
    (
      await (
        await site.anonymousClient()
      ).post('/api/auth/reset', { token: link, password: 'a quiet harbour' })
    ).statusCode
  const promoted = await add(['user'])
  const before = await token(promoted)
  expect((await edit(root, promoted, { roles: ['user', 'admin'] })).statusCode).toBe(200)
  expect(await use(before)).toBe(403)
  const renamed = await add(['user'])
  const kept = await token(renamed)
  expect((await edit(root, renamed, { name: 'Somebody else' })).statusCode).toBe(200)
  expect(await use(kept)).toBe(204)

  const { version, permissions } = (await root.get('/api/roles'))
    .json()
    .data.find(({ name }: { name: string }) => name === 'free')
  const holder = await add(['free'])
  const raised = await token(holder)
  const grown = { version, permissions: [...permissions, 'manage user'] }
  expect((await root.put('/api/roles/free/permissions', grown)).statusCode).toBe(200)
  expect(await use(raised)).toBe(403)
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

test('AM2 a link is replaced by a newer one, and over after 24 hours', async () => {
  const id = await add(['user'])
  const newLink = async () =>
    (await root.post(`/api/users/${id}/reset-link`))
      .json()
      .data.path.replace('/reset#', '') as string
  const [older, newer] = [await newLink(), await newLink()]
  const use = async (token: string) =>
    (
      await (
        await site.anonymousClient()
      ).post('/api/auth/reset', { token, password: 'a quiet harbour' })
    ).statusCode
  expect(await use(older)).toBe(403)
  now += 24 * 3_600_000
  root = await site.clientOf(rootId)
  expect(await use(newer)).toBe(403)
  const member = await site.clientOf(id)
  expect(await use(await newLink())).toBe(204)
  expect((await member.get('/api/user')).statusCode).toBe(401)
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

test('AM5 nobody shuts themselves out', async () => {
  const id = await add(['admin'])
  const client = await site.clientOf(id)
  expect((await client.post(`/api/users/${id}/disable`)).statusCode).toBe(403)
  expect((await client.delete(`/api/users/${id}`)).statusCode).toBe(403)
  expect((await read(id, client)).abilities).toEqual({
    edit: true,
    disable: false,
    remove: false,
    resetPassword: false,
  })
})

test('AM6 a disabled person is out at once, wherever they are signed in, and comes back when enabled', async () => {
  const id = await add(['user'])
  const sessions = [await site.clientOf(id), await site.clientOf(id)]
  for (const client of sessions) expect((await client.get('/api/user')).statusCode).toBe(200)
  const ended: string[] = []
  const stop = site.bus.on('sessionsEnded', ({ sessionIds }) => void ended.push(...sessionIds))
  expect((await root.post(`/api/users/${id}/disable`)).json().data.disabled).toBe(true)
  await expect.poll(() => new Set(ended).size).toBe(2)
  stop()
  for (const client of sessions) expect((await client.get('/api/user')).statusCode).toBe(401)
  expect((await root.post(`/api/users/${id}/enable`)).json().data.disabled).toBe(false)
  expect((await (await site.clientOf(id)).get('/api/user')).statusCode).toBe(200)
})

test('AM6 a removed person is out at once', async () => {
  const id = await add(['user'])
  const client = await site.clientOf(id)
  expect((await root.delete(`/api/users/${id}`)).statusCode).toBe(204)
  expect((await client.get('/api/user')).statusCode).toBe(401)
  expect((await root.get(`/api/users/${id}`)).statusCode).toBe(404)
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

test('AM8 an administrator switches off the second factor of a person who lost it', async () => {
  const id = await add(['user'])
  expect((await root.post(`/api/users/${id}/second-factor/disable`)).statusCode).toBe(409)
  const factor = { user_id: id, secret: Buffer.alloc(20), confirmed_at: new Date(now) }
  await site.sql.insertInto('second_factors').values(factor).execute()
  expect((await read(id)).secondFactor).toBe(true)
  expect((await root.post(`/api/users/${id}/second-factor/disable`)).json().data.secondFactor).toBe(
    false,
  )
})

test('AM9 nobody gives themselves a new password or takes their own second factor off without the profile, which asks for the password', async () => {
  const id = await add(['admin'])
  const client = await site.clientOf(id)
  const factor = { user_id: id, secret: Buffer.alloc(20), confirmed_at: new Date(now) }
  await site.sql.insertInto('second_factors').values(factor).execute()
  expect((await client.post(`/api/users/${id}/reset-link`)).statusCode).toBe(403)
  expect((await client.post(`/api/users/${id}/second-factor/disable`)).statusCode).toBe(403)
  expect((await read(id)).secondFactor).toBe(true)
  expect(
    await site.sql
      .selectFrom('password_links')
      .select('user_id')
      .where('user_id', '=', id)
      .execute(),
  ).toEqual([])
  expect((await read(id, client)).abilities.resetPassword).toBe(false)
  expect((await root.post(`/api/users/${id}/reset-link`)).statusCode).toBe(200)
})

test('AM2 the link of a disabled person is not taken, and is as before when they are enabled', async () => {
  const id = await add(['user'])
  const token = (await root.post(`/api/users/${id}/reset-link`))
    .json()
    .data.path.replace('/reset#', '')
  const use = async () =>
    (
      await (
        await site.anonymousClient()
      ).post('/api/auth/reset', { token, password: 'a quiet harbour' })
    ).statusCode
  await root.post(`/api/users/${id}/disable`)
  expect(await use()).toBe(403)
  await root.post(`/api/users/${id}/enable`)
  expect(await use()).toBe(204)
})
