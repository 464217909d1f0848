import { beforeAll, expect, test } from 'vitest'
import { hashToken } from '#kit/server/token.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import type { User } from '../../contract/users.ts'
import { lockUser } from './users-store.ts'

let rootId = 0
let root: HttpClient

beforeAll(async () => {
  rootId = await site.addAccount({ email: site.newEmail('root'), name: 'Root', roles: ['admin'] })
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

test('AM2 an account is made with a password, or a link that works once within 24 h', async () => {
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
    expiresAt: site.now + 24 * 3_600_000,
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
  const stillValid = await token(renamed)
  expect((await edit(root, renamed, { name: 'Somebody else' })).statusCode).toBe(200)
  expect(await use(stillValid)).toBe(204)

  const { version, permissions } = (await root.get('/api/roles'))
    .json()
    .data.find(({ name }: { name: string }) => name === 'free')
  const holder = await add(['free'])
  const raised = await token(holder)
  const grown = { version, permissions: [...permissions, 'manage user'] }
  expect((await root.put('/api/roles/free/permissions', grown)).statusCode).toBe(200)
  expect(await use(raised)).toBe(403)
})

test('AM2 nobody makes a link for whom they could manage until a moment ago', async () => {
  const manager = await site.clientOf(await add(['manager']))
  const id = await add(['user'])
  const promotion = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const promoted = site.sql.transaction().execute(async (transaction) => {
    await lockUser(transaction, id)
    begun.resolve()
    await promotion.promise
    await transaction.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute()
  })
  await begun.promise
  const asked = manager.post(`/api/users/${id}/reset-link`)
  await expect.poll(() => countWaiting(site.sql)).toBe(1)
  promotion.resolve()
  await promoted
  expect((await asked).statusCode).toBe(403)
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
  site.now += 24 * 3_600_000
  root = await site.clientOf(rootId)
  expect(await use(newer)).toBe(403)
  const member = await site.clientOf(id)
  expect(await use(await newLink())).toBe(204)
  expect((await member.get('/api/user')).statusCode).toBe(401)
})

test('AM2 the link of a disabled person is refused, and works when they are enabled', async () => {
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
    exportData: true,
    erase: false,
  })
})

test('AM6 a disabled person is out at once everywhere, and comes back when enabled', async () => {
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

test('AM8 an administrator switches off the second factor of a person who lost it', async () => {
  const id = await add(['user'])
  expect((await root.post(`/api/users/${id}/second-factor/disable`)).statusCode).toBe(409)
  const factor = { user_id: id, secret: Buffer.alloc(20), confirmed_at: new Date(site.now) }
  await site.sql.insertInto('second_factors').values(factor).execute()
  expect((await read(id)).secondFactor).toBe(true)
  expect((await root.post(`/api/users/${id}/second-factor/disable`)).json().data.secondFactor).toBe(
    false,
  )
})

test('AM9 nobody resets their own password or second factor outside of the profile', async () => {
  const id = await add(['admin'])
  const client = await site.clientOf(id)
  const factor = { user_id: id, secret: Buffer.alloc(20), confirmed_at: new Date(site.now) }
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
