import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Audit, AuditRecord } from '#kit/server/audit.ts'
import { createBus } from '#kit/server/bus.ts'
import { createHttpApplication } from '#kit/server/http/application.ts'
import { createPostgresListener, type PostgresListener } from '#kit/server/postgres-listener.ts'
import { createKeyring } from '#kit/server/secrets/keyring.ts'
import { hashToken } from '#kit/server/token.ts'
import { countWaiting } from '#testing/databases-store.ts'
import { HttpClient } from '#testing/http-client.ts'
import { notify } from '#testing/databases-store.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres.ts'
import { createAccounts, type AccountServices } from '../index.ts'
import { hashPassword } from '../passwords/password.ts'
import { addUser as insertUser } from '../users/add-user.ts'

const day = 24 * 3_600_000
const password = 'correct horse'
let database: TestDatabase
let listener: PostgresListener
let now = Date.UTC(2026, 10, 20, 8)
const bus = createBus((error) => {
  throw error
})
const applications: { close(): Promise<void> }[] = []
let accounts = 0
const audited: AuditRecord[] = []
const audit: Audit = async (_transaction, _origin, record) => void audited.push(record)

beforeAll(async () => {
  database = await testDatabase()
  listener = await createPostgresListener(database.url, () => undefined)
})
afterAll(async () => {
  for (const application of applications) await application.close()
  await listener.close()
  await database.drop()
})
beforeEach(() => {
  now += 30 * day
})

async function start(
  config: Partial<AccountServices['config']> = {},
  verifyCaptcha: AccountServices['verifyCaptcha'] = null,
  trustedProxies: readonly string[] = [],
) {
  const session = createAccounts({
    sql: database.sql,
    bus,
    listener,
    keyring: createKeyring([Buffer.alloc(32, 7)]),
    audit,
    clock: () => now,
    verifyCaptcha,
    config: { hideUnknown: false, secureCookies: false, demo: false, ...config },
    site: { name: 'Plant', timezone: 'UTC', version: '1.0.0', legacyUrl: null, guideUrl: null },
  })
  const app = createHttpApplication(pino({ level: 'silent' }), undefined, trustedProxies)
  await app.register(session.plugin)
  app.post('/api/probe/write', { config: { gate: 'signed-in' } }, async () => ({ written: true }))
  app.post('/api/probe/device', { config: { gate: 'device' } }, async () => ({ written: true }))
  await app.ready()
  applications.push(app)
  return { app, session }
}

async function addUser(role = 'user'): Promise<{ id: number; email: string }> {
  accounts += 1
  const email = `Person${accounts}@example.org`
  const user = { email, name: `Person ${accounts}`, roles: [role] }
  const id = await insertUser(database.sql, user, await hashPassword(password))
  if (id === null) throw new Error('taken')
  return { id, email }
}

/** Resolves with the ids of the next sessions that end. */
const nextEnd = () =>
  new Promise<readonly string[]>((resolve) => {
    const stop = bus.on('sessionsEnded', ({ sessionIds }) => {
      stop()
      resolve(sessionIds)
    })
  })

test('SE1 a right password starts a session whose token only the browser holds', async () => {
  const { app } = await start()
  const { id, email } = await addUser()
  const client = new HttpClient(app)
  const reply = await client.signIn(` ${email.toUpperCase()} `, password)
  expect(reply.statusCode).toBe(200)
  expect(reply.json().data).toMatchObject({
    id,
    email,
    roles: ['user'],
    permissions: ['view menu warroom'],
  })
  const cookies = new Map(reply.cookies.map((cookie) => [cookie.name, cookie]))
  expect(cookies.get('warroom_session')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: 7 * 86_400,
  })
  expect(cookies.get('warroom_session')).not.toHaveProperty('secure')
  expect(cookies.get('isLogged')).toMatchObject({ value: '1' })
  expect(cookies.get('isLogged')).not.toHaveProperty('httpOnly')
  const token = client.cookies.get('warroom_session') ?? ''
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const rows = await database.sql
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', id)
    .execute()
  expect(rows.map((row) => row.token_hash)).toEqual([hashToken(token)])
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await client.get('/api/user')).json().data).toEqual(reply.json().data)
})

test('SE1 cookies are Secure under https', async () => {
  const throughProxy = async (trustedProxies: readonly string[]) => {
    const { app } = await start({}, null, trustedProxies)
    const from = { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-proto': 'https' } }
    return app.inject({ url: '/api/sanctum/csrf-cookie', ...from })
  }
  const reply = await throughProxy(['127.0.0.1'])
  expect(reply.statusCode).toBe(204)
  expect(reply.cookies[0]).toMatchObject({ name: 'XSRF-TOKEN', secure: true })
  expect((await throughProxy([])).cookies[0]).not.toHaveProperty('secure')
  const always = await start({ secureCookies: true })
  expect((await always.app.inject('/api/sanctum/csrf-cookie')).cookies[0]).toMatchObject({
    secure: true,
  })
})

test('SE2 wrong passwords and unknown e-mail addresses', async () => {
  const { app } = await start()
  const { email } = await addUser()
  const wrong = await new HttpClient(app).signIn(email, 'not the password')
  expect([wrong.statusCode, wrong.json().error]).toEqual([401, 'login_error'])
  const unknown = await new HttpClient(app).signIn('nobody@example.org', password)
  expect([unknown.statusCode, unknown.json().error]).toEqual([422, 'invalid'])
  expect(unknown.json().errors.email[0]).toMatch(/does not exist/)
  const hiding = await start({ hideUnknown: true })
  const hidden = await new HttpClient(hiding.app).signIn('nobody@example.org', password)
  expect([hidden.statusCode, hidden.json().error, hidden.json().message]).toEqual([
    401,
    'login_error',
    wrong.json().message,
  ])
  expect(hidden.json().errors).toBeUndefined()
})

test('SE2 input that the form would refuse is named by field', async () => {
  const { app } = await start()
  const reply = await new HttpClient(app).signIn('no address', 'abc')
  expect(reply.statusCode).toBe(422)
  expect(Object.keys(reply.json().errors)).toEqual(['email', 'password'])
})

test('SE3 a disabled user is refused and thrown out', async () => {
  const { app } = await start()
  const { id, email } = await addUser()
  const client = new HttpClient(app)
  await client.signIn(email, password)
  await database.sql.updateTable('users').set({ disabled: true }).where('id', '=', id).execute()
  await expect.poll(async () => (await client.get('/api/user')).statusCode).toBe(401)
  expect((await new HttpClient(app).signIn(email, password)).statusCode).toBe(403)
})

test('SE4 the sixth try must wait, longer each time; other addresses need not', async () => {
  const { app } = await start()
  const { email } = await addUser()
  const client = new HttpClient(app)
  for (let tries = 0; tries < 5; tries++)
    expect((await client.signIn(email, 'wrong password')).statusCode).toBe(401)
  for (const delay of [10, 20, 40]) {
    const refused = await client.signIn(email, password)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(delay)])
    now += delay * 1000 - 1
    expect((await client.signIn(email, password)).headers['retry-after']).toBe('1')
    now += 1
    expect((await client.signIn(email, 'wrong password')).statusCode).toBe(401)
  }
  expect((await new HttpClient(app, '203.0.113.8').signIn(email, password)).statusCode).toBe(200)
  expect((await client.signIn(email, password)).statusCode).toBe(429)
  now += 15 * 60_000
  expect((await client.signIn(email, 'wrong password')).statusCode).toBe(401)
  expect((await client.signIn(email, password)).statusCode).toBe(200)
})

test('SE4 failures that lie more than 15 minutes back do not count, however many there are', async () => {
  const { app } = await start()
  const { email } = await addUser()
  const client = new HttpClient(app)
  for (let tries = 0; tries < 12; tries++) {
    expect((await client.signIn(email, 'wrong password')).statusCode).toBe(401)
    now += 4 * 60_000
  }
  for (let tries = 0; tries < 2; tries++)
    expect((await client.signIn(email, 'wrong password')).statusCode).toBe(401)
  expect((await client.signIn(email, password)).headers['retry-after']).toBe('10')
})

test('SE4 many tries at once are counted one by one', async () => {
  const { app } = await start()
  const { email } = await addUser()
  const client = new HttpClient(app)
  await client.get('/api/sanctum/csrf-cookie')
  const tries = Array.from({ length: 20 }, () =>
    client.post('/api/auth/login', { email, password: 'wrong password' }),
  )
  const statuses = (await Promise.all(tries)).map((reply) => reply.statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

test('SE4 an address that is written with other letters of the same meaning is the same account', async () => {
  const { app } = await start()
  const { id } = await addUser()
  const email = `iii-${id}@example.org`
  await database.sql.updateTable('users').set({ email }).where('id', '=', id).execute()
  const client = new HttpClient(app)
  for (let tries = 0; tries < 5; tries++)
    expect((await client.signIn(email, 'wrong password')).statusCode).toBe(401)
  expect((await client.signIn(email.toUpperCase(), password)).statusCode).toBe(429)
  // Whether these letters mean the account is the database's to say; in no case are they further
  // tries at it.
  for (const spelled of [email.replace('i', 'İ'), email.replaceAll('i', 'İ')])
    expect([422, 429]).toContain((await client.signIn(spelled, password)).statusCode)
})

test('SE3 a sign-in with the password of before, under way while it is replaced, comes to nothing', async () => {
  const { app } = await start()
  const { id, email } = await addUser()
  const client = new HttpClient(app)
  const signedIn = await database.sql.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ password_hash: await hashPassword('another one') })
      .where('id', '=', id)
      .execute()
    const pending = client.signIn(email, password)
    await expect.poll(() => countWaiting(database.sql)).toBe(1)
    return { pending }
  })
  expect((await signedIn.pending).json().error).toBe('login_error')
  expect((await client.signIn(email, 'another one')).statusCode).toBe(200)
})

test('SE5 a write without the echoed token is 419', async () => {
  const { app } = await start()
  const { email } = await addUser()
  const credentials = { email, password }
  const bare = await app.inject({ method: 'POST', url: '/api/auth/login', payload: credentials })
  expect([bare.statusCode, bare.json().error]).toEqual([419, 'csrf_mismatch'])
  const client = new HttpClient(app)
  await client.get('/api/sanctum/csrf-cookie')
  expect(
    (await client.post('/api/auth/login', credentials, { 'x-xsrf-token': 'other' })).statusCode,
  ).toBe(419)
  for (const url of [
    '/%61pi/auth/login',
    '/api/auth/../auth/login',
    'http://plant.example/api/auth/login',
  ]) {
    const other = await app.inject({ method: 'POST', url, payload: credentials })
    expect([url, other.statusCode === 404 || other.statusCode === 419]).toEqual([url, true])
  }
  expect((await client.post('/api/auth/login', credentials)).statusCode).toBe(200)
  expect((await client.post('/api/probe/write')).statusCode).toBe(200)
})

test('SE5 within a session only a token made for it counts', async () => {
  const { app } = await start()
  const client = new HttpClient(app)
  await client.signIn((await addUser()).email, password)
  const planted = new HttpClient(app)
  await planted.get('/api/sanctum/csrf-cookie')
  client.cookies.set('XSRF-TOKEN', planted.cookies.get('XSRF-TOKEN') ?? '')
  expect((await client.post('/api/probe/write')).statusCode).toBe(419)
  await client.get('/api/sanctum/csrf-cookie')
  expect((await client.post('/api/probe/write')).statusCode).toBe(200)
})

test('SE5 routes of devices need no token', async () => {
  const { app } = await start()
  expect((await app.inject({ method: 'POST', url: '/api/probe/device' })).statusCode).toBe(200)
  expect((await app.inject({ method: 'POST', url: '/api/nothing' })).statusCode).toBe(404)
})

test('SE6 signing in again changes the token and ends the old session', async () => {
  const { app, session } = await start()
  const { email } = await addUser()
  const client = new HttpClient(app)
  await client.signIn(email, password)
  const old = client.cookies.get('warroom_session') ?? ''
  await client.signIn(email, password)
  expect(client.cookies.get('warroom_session')).not.toBe(old)
  expect(
    await session.authenticateRequest({ headers: { cookie: `warroom_session=${old}` } }),
  ).toBeNull()
  expect((await client.get('/api/user')).statusCode).toBe(200)
})

test('SE6 a session ends after 12 hours without a request', async () => {
  const { app, session } = await start()
  const client = new HttpClient(app)
  await client.signIn((await addUser()).email, password)
  const cookie = `warroom_session=${client.cookies.get('warroom_session')}`
  const caller = await session.authenticateRequest({ headers: { cookie } })
  now += 11 * 3_600_000
  expect((await client.get('/api/user')).statusCode).toBe(200)
  now += 11 * 3_600_000
  expect(await session.callerOfSession(caller?.sessionId ?? '')).toEqual(caller)
  now += 3_600_001
  expect((await client.get('/api/user')).json().error).toBe('unauthenticated')
  expect(await session.callerOfSession(caller?.sessionId ?? '')).toBeNull()
})

test('SE6 a session ends after 7 days at most', async () => {
  const { app } = await start()
  const client = new HttpClient(app)
  await client.signIn((await addUser()).email, password)
  for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
    now += 6 * 3_600_000
    expect((await client.get('/api/user')).statusCode).toBe(200)
  }
  now += 6 * 3_600_000
  expect((await client.get('/api/user')).statusCode).toBe(401)
})

test('SE6 the last request is written down once a minute', async () => {
  const { app } = await start()
  const { id, email } = await addUser()
  const client = new HttpClient(app)
  await client.signIn(email, password)
  const lastSeen = async () =>
    (
      await database.sql
        .selectFrom('sessions')
        .select('last_seen_at')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
    ).last_seen_at
  const signedIn = now
  now += 59_000
  await client.get('/api/user')
  expect((await lastSeen()).getTime()).toBe(signedIn)
  now += 4_000
  await client.get('/api/user')
  expect((await lastSeen()).getTime()).toBe(now)
})

test('SE7 signing out ends the session at once and clears the cookies', async () => {
  const { app, session } = await start()
  const client = new HttpClient(app)
  await client.signIn((await addUser()).email, password)
  const headers = { cookie: `warroom_session=${client.cookies.get('warroom_session')}` }
  const caller = await session.authenticateRequest({ headers })
  const ended = nextEnd()
  expect((await client.post('/api/auth/logout')).statusCode).toBe(204)
  expect(await ended).toEqual([caller?.sessionId])
  expect([...client.cookies.keys()]).toEqual(['warroom_device'])
  expect(await session.authenticateRequest({ headers })).toBeNull()
  expect(await session.callerOfSession(caller?.sessionId ?? '')).toBeNull()
})

test('SE8 rights: all roles and own permissions, or the active role alone', async () => {
  const { app, session } = await start()
  const { id, email } = await addUser('basic')
  await database.sql.insertInto('user_roles').values({ user_id: id, role: 'editor' }).execute()
  await database.sql
    .insertInto('user_permissions')
    .values({ user_id: id, permission: 'view menu zip' })
    .execute()
  const client = new HttpClient(app)
  await client.signIn(email, password)
  const headers = { cookie: `warroom_session=${client.cookies.get('warroom_session')}` }
  const editorRights = ['manage article', 'view menu administrator', 'view menu warroom']
  expect(await session.authenticateRequest({ headers })).toMatchObject({
    roles: ['basic', 'editor'],
    permissions: [...editorRights, 'view menu zip'],
  })
  const activate = async (role: string) => {
    await database.sql
      .updateTable('sessions')
      .set({ active_role: role })
      .where('user_id', '=', id)
      .execute()
    now += 5_000
    return session.authenticateRequest({ headers })
  }
  expect(await activate('editor')).toMatchObject({ roles: ['editor'], permissions: editorRights })
  expect(await activate('manager')).toMatchObject({ roles: ['basic', 'editor'] })
  await database.sql.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute()
  expect(await activate('manager')).toMatchObject({ roles: ['manager'] })
})

test('SE9 another process ends a session or takes a role away', async () => {
  const { app, session } = await start()
  const { id, email } = await addUser('admin')
  const client = new HttpClient(app)
  await client.signIn(email, password)
  const headers = { cookie: `warroom_session=${client.cookies.get('warroom_session')}` }
  const caller = await session.authenticateRequest({ headers })
  for (const payload of ['x', '{"user":"1"}', '{"user":99999999999}', '{"newer":[]}'])
    await notify(database.sql, 'warroom_sessions', payload)
  await database.sql.deleteFrom('user_roles').where('user_id', '=', id).execute()
  await expect
    .poll(async () => (await session.authenticateRequest({ headers }))?.roles, { timeout: 1_000 })
    .toEqual([])
  const ended = nextEnd()
  await database.sql.deleteFrom('sessions').where('user_id', '=', id).execute()
  expect(await ended).toEqual([caller?.sessionId])
  expect(await session.authenticateRequest({ headers })).toBeNull()
})

test('SE10 a visitor is refused every write but signing out', async () => {
  const { app } = await start()
  const client = new HttpClient(app)
  await client.signIn((await addUser('visitor')).email, password)
  expect((await client.post('/api/probe/write')).statusCode).toBe(403)
  expect((await client.post('/api/auth/logout')).statusCode).toBe(204)
})

test('SE11 a configured captcha decides first', async () => {
  const asked: string[][] = []
  const { app } = await start({}, async (...question) => {
    asked.push(question)
    return question[0] === 'person'
  })
  const { email } = await addUser()
  const client = new HttpClient(app)
  const refused = await client.signIn(email, password)
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([
    422,
    ['recaptchatoken'],
  ])
  expect(
    (await client.post('/api/auth/login', { email, password, recaptchatoken: 'person' }))
      .statusCode,
  ).toBe(200)
  expect(asked).toEqual([
    ['', '203.0.113.7'],
    ['person', '203.0.113.7'],
  ])
})
