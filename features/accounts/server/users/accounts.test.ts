import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { permissions, roles } from '#kit/model/permission.ts'
import type { Audit } from '#kit/server/audit.ts'
import { createBus } from '#kit/server/bus.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { createKeyring } from '#kit/server/secrets/keyring.ts'
import {
  createPostgresListener,
  type PostgresListener,
} from '#kit/server/notifications/postgres-listener.ts'
import { cheapPasswordHash } from '#testing/cheap-password-hash.ts'
import { noAudit } from '#testing/no-audit.ts'
import { HttpClient } from '#testing/peers/http-client.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { readSetUp, takeSetUp } from '../set-up/first-administrator-store.ts'
import {
  closeDemoAccounts,
  createAccounts,
  demoPassword,
  ensureDemoAccounts,
  firstAdministratorLink,
} from '../index.ts'
import { userCommands } from './users-commands.ts'
import { listUsers } from './user-list-store.ts'

let database: TestDatabase
let listener: PostgresListener
let app: ReturnType<typeof createHttpApplication>
const audit: Audit = async () => undefined
let now = Date.UTC(2026, 10, 20)

async function start(demo: boolean): Promise<HttpClient> {
  const session = createAccounts({
    sql: database.sql,
    bus: createBus(() => undefined),
    listener,
    keyring: createKeyring([Buffer.alloc(32, 7)]),
    audit,
    clock: () => now,
    takeOver: async () => () => undefined,
    onRoleRenamed: [],
    personalData: { read: async () => [], erase: async () => undefined },
    accessTokens: { callerOf: async () => null },
    verifyCaptcha: null,
    config: { hideUnknown: false, secureCookies: false, demo },
    site: {
      name: 'Plant',
      timezone: 'Asia/Taipei',
      version: '1.0.0',
      legacyUrl: null,
      guideUrl: null,
      captcha: null,
      analyticsScript: null,
    },
  })
  app = createHttpApplication(pino({ level: 'silent' }))
  await app.register(session.plugin)
  const client = new HttpClient(app)
  await client.get('/api/sanctum/csrf-cookie')
  return client
}

beforeEach(async () => {
  database = await testDatabase()
  listener = await createPostgresListener(database.url, () => undefined)
})
afterEach(async () => {
  await app?.close()
  await listener.close()
  await database.drop()
})

const allUsers = async () =>
  (await listUsers(database.sql, {}, { sort: 'email', order: 'asc' }, null)).users

test('SE13 one demo account for every role, with its rights', async () => {
  await ensureDemoAccounts({ sql: database.sql, audit: noAudit })
  await ensureDemoAccounts({ sql: database.sql, audit: noAudit })
  const users = await allUsers()
  expect(users.map((user) => user.roles.join()).toSorted()).toEqual([...roles].toSorted())
  const client = await start(true)
  const site = (await client.get('/api/site')).json().data
  expect(site).toMatchObject({
    name: 'Plant',
    timezone: 'Asia/Taipei',
    demo: { password: 'warroom' },
  })
  for (const { role, email } of site.demo.accounts) {
    const reply = await new HttpClient(app).signIn(email, demoPassword)
    expect(reply.json().data).toMatchObject({ email: `${role}@warroom.test`, roles: [role] })
    expect(reply.json().data.permissions).toHaveLength(
      { admin: permissions.length, manager: permissions.length - 2, editor: 4, user: 3 }[
        role as 'admin'
      ] ?? 0,
    )
  }
})

test('SE13 without demo data the sign-in page learns of no accounts', async () => {
  const client = await start(false)
  expect((await client.get('/api/site')).json().data.demo).toBeNull()
})

test('SE13 without demo data the demo password fails, and a set-up link is made', async () => {
  await ensureDemoAccounts({ sql: database.sql, audit: noAudit })
  const client = await start(false)
  const visitor = new HttpClient(app)
  await database.sql
    .updateTable('users')
    .set({ password_hash: cheapPasswordHash('my own words') })
    .where('email', '=', 'visitor@warroom.test')
    .execute()
  expect((await client.signIn('admin@warroom.test', demoPassword)).statusCode).toBe(200)
  expect(await closeDemoAccounts({ sql: database.sql, audit: noAudit })).toBe(6)
  expect(await closeDemoAccounts({ sql: database.sql, audit: noAudit })).toBe(0)
  await expect.poll(async () => (await client.get('/api/user')).statusCode).toBe(401)
  expect((await client.signIn('admin@warroom.test', demoPassword)).statusCode).toBe(401)
  expect((await client.signIn('admin@warroom.test', '')).statusCode).toBe(422)
  expect((await visitor.signIn('visitor@warroom.test', 'my own words')).statusCode).toBe(200)
  expect(await newLink()).not.toBe('')
  await ensureDemoAccounts({ sql: database.sql, audit: noAudit })
  expect((await client.signIn('admin@warroom.test', demoPassword)).statusCode).toBe(200)
  expect((await visitor.signIn('visitor@warroom.test', 'my own words')).statusCode).toBe(200)
})

const person = { email: 'first@example.org', name: 'First', password: 'long enough' }
const newLink = async () =>
  (await firstAdministratorLink(
    { sql: database.sql, audit: noAudit },
    'https://plant.example/',
    now,
  )) ?? ''
const tokenOf = (link: string) => new URL(link).hash.slice(1)

test('SE14 the set-up link makes one administrator, once', async () => {
  const client = await start(false)
  const link = await newLink()
  expect(link).toMatch(/^https:\/\/plant\.example\/setup#[\w-]{32}$/)
  const reply = await client.post('/api/auth/setup', { ...person, token: tokenOf(link) })
  expect(reply.json().data).toMatchObject({ email: person.email, roles: ['admin'] })
  expect((await client.get('/api/user')).statusCode).toBe(200)
  const again = await client.post('/api/auth/setup', {
    ...person,
    email: 'second@example.org',
    token: tokenOf(link),
  })
  expect(again.statusCode).toBe(403)
  expect(
    await firstAdministratorLink(
      { sql: database.sql, audit: noAudit },
      'https://plant.example',
      now,
    ),
  ).toBeNull()
})

test('SE14 many uses of the link at once make one administrator', async () => {
  const client = await start(false)
  const token = tokenOf(await newLink())
  const replies = await Promise.all(
    [1, 2, 3, 4].map((count) =>
      client.post('/api/auth/setup', { ...person, email: `p${count}@example.org`, token }),
    ),
  )
  expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 403, 403, 403])
  expect(await allUsers()).toHaveLength(1)
})

test('SE14 an old, replaced or wrong token makes nobody', async () => {
  const client = await start(false)
  const use = async (token: string) =>
    (await client.post('/api/auth/setup', { ...person, token })).statusCode
  const replaced = tokenOf(await newLink())
  const newest = tokenOf(await newLink())
  expect(await use(replaced)).toBe(403)
  expect(await use('x')).toBe(403)
  now += 24 * 3_600_000
  expect(await use(newest)).toBe(403)
  expect(await allUsers()).toEqual([])
})

test('SE14 a link that is replaced while it is used makes nobody; the newer stays', async () => {
  await newLink()
  const replaced = await readSetUp(database.sql)
  const newest = tokenOf(await newLink())
  if (!replaced) throw new Error('no link')
  expect(await takeSetUp(database.sql, replaced)).toBe(false)
  const client = await start(false)
  expect((await client.post('/api/auth/setup', { ...person, token: newest })).statusCode).toBe(200)
})

async function command(name: string, options: object): Promise<unknown> {
  const found = userCommands.find((candidate) => candidate.name === name)
  return found?.run({ sql: database.sql, audit }, options)
}

test('SE15 a generated password is shown once and works', async () => {
  const added = await command('user add', { email: 'ann@example.org', name: 'Ann', role: 'user' })
  expect(added).toEqual({
    email: 'ann@example.org',
    password: expect.stringMatching(/^[\w-]{32}$/),
  })
  const { password } = added as { password: string }
  expect(JSON.stringify(await command('user list', {}))).not.toContain(password)
  const client = await start(false)
  expect((await client.signIn('ann@example.org', password)).statusCode).toBe(200)
  await expect(
    command('user add', { email: 'ANN@example.org', name: 'Ann', role: 'user' }),
  ).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(
    await command('user add', {
      email: 'b@example.org',
      name: 'B',
      role: 'user',
      password: 'chosen one',
    }),
  ).toEqual({
    email: 'b@example.org',
    password: null,
  })
})

test('SE15 a reset replaces the password and ends the sessions', async () => {
  await command('user add', {
    email: 'ann@example.org',
    name: 'Ann',
    role: 'user',
    password: 'the old one',
  })
  const client = await start(false)
  await client.signIn('ann@example.org', 'the old one')
  await command('user reset', { email: 'ann@example.org', password: 'the new one' })
  await expect.poll(async () => (await client.get('/api/user')).statusCode).toBe(401)
  expect((await new HttpClient(app).signIn('ann@example.org', 'the old one')).statusCode).toBe(401)
  expect((await new HttpClient(app).signIn('ann@example.org', 'the new one')).statusCode).toBe(200)
  await expect(command('user reset', { email: 'nobody@example.org' })).rejects.toMatchObject({
    code: 'not_found',
  })
})
