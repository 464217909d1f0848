import { expect, test } from 'vitest'
import { hashToken } from '#kit/server/token.ts'
import { cheapPasswordHash } from '#testing/cheap-password-hash.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import { HttpClient } from '#testing/peers/http-client.ts'
import { password, sessionSite } from '#testing/sites/session-site.ts'

const site = sessionSite()

test('SE1 a right password starts a session whose token only the browser holds', async () => {
  const { app } = await site.start()
  const { id, email } = await site.addUser()
  const client = new HttpClient(app)
  const reply = await client.signIn(` ${email.toUpperCase()} `, password)
  expect(reply.statusCode).toBe(200)
  expect(reply.json().data).toMatchObject({
    id,
    email,
    roles: ['user'],
    permissions: ['acknowledge alarm', 'annotate sensor', 'view menu warroom'],
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
  const rows = await site.database.sql
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
    const { app } = await site.start({}, null, trustedProxies)
    const from = { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-proto': 'https' } }
    return app.inject({ url: '/api/sanctum/csrf-cookie', ...from })
  }
  const reply = await throughProxy(['127.0.0.1'])
  expect(reply.statusCode).toBe(204)
  expect(reply.cookies[0]).toMatchObject({ name: 'XSRF-TOKEN', secure: true })
  expect((await throughProxy([])).cookies[0]).not.toHaveProperty('secure')
  const always = await site.start({ secureCookies: true })
  expect((await always.app.inject('/api/sanctum/csrf-cookie')).cookies[0]).toMatchObject({
    secure: true,
  })
})

test('SE2 wrong passwords and unknown e-mail addresses', async () => {
  const { app } = await site.start()
  const { email } = await site.addUser()
  const wrong = await new HttpClient(app).signIn(email, 'not the password')
  expect([wrong.statusCode, wrong.json().error]).toEqual([401, 'login_error'])
  const unknown = await new HttpClient(app).signIn('nobody@example.org', password)
  expect([unknown.statusCode, unknown.json().error]).toEqual([422, 'invalid'])
  expect(unknown.json().errors.email[0]).toMatch(/does not exist/)
  const hiding = await site.start({ hideUnknown: true })
  const hidden = await new HttpClient(hiding.app).signIn('nobody@example.org', password)
  expect([hidden.statusCode, hidden.json().error, hidden.json().message]).toEqual([
    401,
    'login_error',
    wrong.json().message,
  ])
  expect(hidden.json().errors).toBeUndefined()
})

test('SE2 input that the form would refuse is named by field', async () => {
  const { app } = await site.start()
  const reply = await new HttpClient(app).signIn('no address', 'abc')
  expect(reply.statusCode).toBe(422)
  expect(Object.keys(reply.json().errors)).toEqual(['email', 'password'])
})

test('SE3 a disabled user is refused and thrown out', async () => {
  const { app } = await site.start()
  const { id, email } = await site.addUser()
  const client = new HttpClient(app)
  await client.signIn(email, password)
  await site.database.sql
    .updateTable('users')
    .set({ disabled: true })
    .where('id', '=', id)
    .execute()
  await expect.poll(async () => (await client.get('/api/user')).statusCode).toBe(401)
  expect((await new HttpClient(app).signIn(email, password)).statusCode).toBe(403)
})

test('SE3 a sign-in that is under way while its password is replaced fails', async () => {
  const { app } = await site.start()
  const { id, email } = await site.addUser()
  const client = new HttpClient(app)
  const signedIn = await site.database.sql.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ password_hash: cheapPasswordHash('another one') })
      .where('id', '=', id)
      .execute()
    const pending = client.signIn(email, password)
    await expect.poll(() => countWaiting(site.database.sql)).toBe(1)
    return { pending }
  })
  expect((await signedIn.pending).json().error).toBe('login_error')
  expect((await client.signIn(email, 'another one')).statusCode).toBe(200)
})

test('SE4 the sixth try must wait, longer each time; other addresses need not', async () => {
  const { app } = await site.start()
  const { email } = await site.addUser()
  const client = new HttpClient(app)
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await client.signIn(email, 'wrong password')).statusCode).toBe(401)
  for (const delay of [10, 20, 40]) {
    const refused = await client.signIn(email, password)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(delay)])
    site.now += delay * 1000 - 1
    expect((await client.signIn(email, password)).headers['retry-after']).toBe('1')
    site.now += 1
    expect((await client.signIn(email, 'wrong password')).statusCode).toBe(401)
  }
  expect((await new HttpClient(app, '203.0.113.8').signIn(email, password)).statusCode).toBe(200)
  expect((await client.signIn(email, password)).statusCode).toBe(429)
  site.now += 15 * 60_000
  expect((await client.signIn(email, 'wrong password')).statusCode).toBe(401)
  expect((await client.signIn(email, password)).statusCode).toBe(200)
})

test('SE4 failures older than 15 minutes do not count, however many there are', async () => {
  const { app } = await site.start()
  const { email } = await site.addUser()
  const client = new HttpClient(app)
  for (let attempt = 0; attempt < 12; attempt++) {
    expect((await client.signIn(email, 'wrong password')).statusCode).toBe(401)
    site.now += 4 * 60_000
  }
  for (let attempt = 0; attempt < 2; attempt++)
    expect((await client.signIn(email, 'wrong password')).statusCode).toBe(401)
  expect((await client.signIn(email, password)).headers['retry-after']).toBe('10')
})

test('SE4 many attempts at once are counted one by one', async () => {
  const { app } = await site.start()
  const { email } = await site.addUser()
  const client = new HttpClient(app)
  await client.get('/api/sanctum/csrf-cookie')
  const attempts = Array.from({ length: 20 }, () =>
    client.post('/api/auth/login', { email, password: 'wrong password' }),
  )
  const statuses = (await Promise.all(attempts)).map((reply) => reply.statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

test('SE4 an e-mail address in letters of the same meaning is the same account', async () => {
  const { app } = await site.start()
  const { id } = await site.addUser()
  const email = `iii-${id}@example.org`
  await site.database.sql.updateTable('users').set({ email }).where('id', '=', id).execute()
  const client = new HttpClient(app)
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await client.signIn(email, 'wrong password')).statusCode).toBe(401)
  expect((await client.signIn(email.toUpperCase(), password)).statusCode).toBe(429)
  // Whether these letters mean the account is the database's to say; in no case are they further
  // attempts at it.
  for (const spelled of [email.replace('i', 'İ'), email.replaceAll('i', 'İ')])
    expect([422, 429]).toContain((await client.signIn(spelled, password)).statusCode)
})

test('SE11 a configured captcha decides first', async () => {
  const asked: string[][] = []
  const { app } = await site.start({}, async (...question) => {
    asked.push(question)
    return question[0] === 'person'
  })
  const { email } = await site.addUser()
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
