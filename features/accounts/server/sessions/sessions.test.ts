import { expect, test } from 'vitest'
import { notify } from '#testing/postgres/databases-store.ts'
import { HttpClient } from '#testing/peers/http-client.ts'
import { password, sessionSite } from '#testing/sites/session-site.ts'

const site = sessionSite()

test('SE5 a write without the echoed token is 419', async () => {
  const { app } = await site.start()
  const { email } = await site.addUser()
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
  const { app } = await site.start()
  const client = new HttpClient(app)
  await client.signIn((await site.addUser()).email, password)
  const planted = new HttpClient(app)
  await planted.get('/api/sanctum/csrf-cookie')
  client.cookies.set('XSRF-TOKEN', planted.cookies.get('XSRF-TOKEN') ?? '')
  expect((await client.post('/api/probe/write')).statusCode).toBe(419)
  await client.get('/api/sanctum/csrf-cookie')
  expect((await client.post('/api/probe/write')).statusCode).toBe(200)
})

test('SE5 routes of devices need no token', async () => {
  const { app } = await site.start()
  expect((await app.inject({ method: 'POST', url: '/api/probe/device' })).statusCode).toBe(200)
  expect((await app.inject({ method: 'POST', url: '/api/nothing' })).statusCode).toBe(404)
})

test('SE6 signing in again changes the token and ends the old session', async () => {
  const { app, session } = await site.start()
  const { email } = await site.addUser()
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
  const { app, session } = await site.start()
  const client = new HttpClient(app)
  await client.signIn((await site.addUser()).email, password)
  const cookie = `warroom_session=${client.cookies.get('warroom_session')}`
  const caller = await session.authenticateRequest({ headers: { cookie } })
  site.now += 11 * 3_600_000
  expect((await client.get('/api/user')).statusCode).toBe(200)
  site.now += 11 * 3_600_000
  expect(await session.callerOfSession(caller?.sessionId ?? '')).toEqual(caller)
  site.now += 3_600_001
  expect((await client.get('/api/user')).json().error).toBe('unauthenticated')
  expect(await session.callerOfSession(caller?.sessionId ?? '')).toBeNull()
})

test('SE6 a session ends after 7 days at most', async () => {
  const { app } = await site.start()
  const client = new HttpClient(app)
  await client.signIn((await site.addUser()).email, password)
  for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
    site.now += 6 * 3_600_000
    expect((await client.get('/api/user')).statusCode).toBe(200)
  }
  site.now += 6 * 3_600_000
  expect((await client.get('/api/user')).statusCode).toBe(401)
})

test('SE6 the last request is written down once a minute', async () => {
  const { app } = await site.start()
  const { id, email } = await site.addUser()
  const client = new HttpClient(app)
  await client.signIn(email, password)
  const lastSeen = async () =>
    (
      await site.database.sql
        .selectFrom('sessions')
        .select('last_seen_at')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
    ).last_seen_at
  const signedIn = site.now
  site.now += 59_000
  await client.get('/api/user')
  expect((await lastSeen()).getTime()).toBe(signedIn)
  site.now += 4_000
  await client.get('/api/user')
  expect((await lastSeen()).getTime()).toBe(site.now)
})

test('SE7 signing out ends the session at once and clears the cookies', async () => {
  const { app, session } = await site.start()
  const client = new HttpClient(app)
  await client.signIn((await site.addUser()).email, password)
  const headers = { cookie: `warroom_session=${client.cookies.get('warroom_session')}` }
  const caller = await session.authenticateRequest({ headers })
  const ended = site.endOf(caller?.sessionId)
  expect((await client.post('/api/auth/logout')).statusCode).toBe(204)
  expect(await ended).toEqual([caller?.sessionId])
  expect([...client.cookies.keys()]).toEqual(['warroom_device'])
  expect(await session.authenticateRequest({ headers })).toBeNull()
  expect(await session.callerOfSession(caller?.sessionId ?? '')).toBeNull()
})

test('SE8 rights: all roles and own permissions, or the active role alone', async () => {
  const { app, session } = await site.start()
  const { id, email } = await site.addUser('basic')
  await site.database.sql.insertInto('user_roles').values({ user_id: id, role: 'editor' }).execute()
  await site.database.sql
    .insertInto('user_permissions')
    .values({ user_id: id, permission: 'view menu zip' })
    .execute()
  const client = new HttpClient(app)
  await client.signIn(email, password)
  const headers = { cookie: `warroom_session=${client.cookies.get('warroom_session')}` }
  const editorRights = [
    ...['annotate sensor', 'manage article', 'view menu administrator', 'view menu warroom'],
  ]
  expect(await session.authenticateRequest({ headers })).toMatchObject({
    roles: ['basic', 'editor'],
    permissions: [...editorRights, 'view menu zip'],
  })
  const activate = async (role: string) => {
    await site.database.sql
      .updateTable('sessions')
      .set({ active_role: role })
      .where('user_id', '=', id)
      .execute()
    site.now += 5_000
    return session.authenticateRequest({ headers })
  }
  expect(await activate('editor')).toMatchObject({ roles: ['editor'], permissions: editorRights })
  expect(await activate('manager')).toMatchObject({ roles: ['basic', 'editor'] })
  await site.database.sql.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute()
  expect(await activate('manager')).toMatchObject({ roles: ['manager'] })
})

test('SE9 another process ends a session or takes a role away', async () => {
  const { app, session } = await site.start()
  const { id, email } = await site.addUser('admin')
  const client = new HttpClient(app)
  await client.signIn(email, password)
  const headers = { cookie: `warroom_session=${client.cookies.get('warroom_session')}` }
  const caller = await session.authenticateRequest({ headers })
  for (const payload of ['x', '{"user":"1"}', '{"user":99999999999}', '{"newer":[]}'])
    await notify(site.database.sql, 'warroom_sessions', payload)
  await site.database.sql.deleteFrom('user_roles').where('user_id', '=', id).execute()
  await expect.poll(async () => (await session.authenticateRequest({ headers }))?.roles).toEqual([])
  const ended = site.endOf(caller?.sessionId)
  await site.database.sql.deleteFrom('sessions').where('user_id', '=', id).execute()
  expect(await ended).toEqual([caller?.sessionId])
  expect(await session.authenticateRequest({ headers })).toBeNull()
})

test('SE10 a visitor is refused every write but signing out', async () => {
  const { app } = await site.start()
  const client = new HttpClient(app)
  await client.signIn((await site.addUser('visitor')).email, password)
  expect((await client.post('/api/probe/write')).statusCode).toBe(403)
  expect((await client.post('/api/auth/logout')).statusCode).toBe(204)
})
