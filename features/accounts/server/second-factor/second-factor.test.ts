import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { hashPassword } from '../passwords/password.ts'

const password = 'a quiet harbour'
let site: TestApplication
let passwordHash = ''
let now = Date.UTC(2026, 10, 20, 8)
let people = 0
let id = 0
let email = ''
let client: HttpClient
let secret = ''
let codes: string[] = []

const codeAt = (time: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })

beforeAll(async () => {
  site = await startTestApplication(() => now)
  passwordHash = await hashPassword(password)
})
afterAll(() => site.close())
beforeEach(async () => {
  now += 3_600_000
  people += 1
  email = `person${people}@example.org`
  id = await site.addAccount({ email, roles: ['basic'], passwordHash })
  client = await site.clientOf(id)
  const setUp = (await client.post('/api/profile/second-factor/setup', { password })).json().data
  secret = setUp.secret
  expect(new URL(setUp.uri).searchParams.get('secret')).toBe(secret)
  expect(decodeURIComponent(setUp.uri)).toContain(`otpauth://totp/Warroom:${email}?issuer=Warroom`)
  codes = (await client.post('/api/profile/second-factor/confirm', { code: codeAt(now) })).json()
    .data.recoveryCodes
  now += 60_000
})

/** A browser whose password was right, with the ticket for the second step. */
async function halfSignedIn(address?: string) {
  const browser = await site.anonymousClient(address)
  const reply = await browser.post('/api/auth/login', { email, password })
  expect(reply.json()).toEqual({
    data: { secondFactor: true, ticket: expect.stringMatching(/^[\w-]{43}$/) },
  })
  expect(browser.cookies.has('warroom_session')).toBe(false)
  return { browser, ticket: reply.json().data.ticket as string }
}

test('SE30 a right password alone signs nobody in; with a code it does', async () => {
  const { browser, ticket } = await halfSignedIn()
  const spaced = codeAt(now).replace(/^(...)/, '$1 ')
  const reply = await browser.post('/api/auth/second-factor', { ticket, code: spaced })
  expect(reply.json().data).toMatchObject({ email, roles: ['basic'] })
  expect((await browser.get('/api/user')).statusCode).toBe(200)
  expect((await client.get('/api/profile')).json().data).toMatchObject({
    secondFactor: true,
    recoveryCodesLeft: 10,
  })
})

test('SE30 a secret that was not confirmed does not count', async () => {
  const other = { email: `pending${people}@example.org`, roles: ['basic'], passwordHash }
  const pending = await site.clientOf(await site.addAccount(other))
  await pending.post('/api/profile/second-factor/setup', { password })
  const wrong = await pending.post('/api/profile/second-factor/confirm', { code: '000000' })
  expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['code']])
  expect(
    (await (await site.anonymousClient()).signIn(other.email, password)).json().data,
  ).toMatchObject({ email: other.email })
})

test.each([
  [-60_000, 422],
  [-30_000, 200],
  [30_000, 200],
  [60_000, 422],
])('SE31 a code of a clock that is %i ms ahead: %i', async (offset, status) => {
  const { browser, ticket } = await halfSignedIn()
  now = Math.floor(now / 30_000) * 30_000
  expect(
    (await browser.post('/api/auth/second-factor', { ticket, code: codeAt(now + offset) }))
      .statusCode,
  ).toBe(status)
})

test('SE31 a code counts once, also when it is sent twice at once', async () => {
  const attempts = [await halfSignedIn(), await halfSignedIn('203.0.113.8')]
  const send = () =>
    Promise.all(
      attempts.map(({ browser, ticket }) =>
        browser.post('/api/auth/second-factor', { ticket, code: codeAt(now) }),
      ),
    )
  expect((await send()).map((reply) => reply.statusCode).toSorted()).toEqual([200, 422])
  const { browser, ticket } = await halfSignedIn()
  expect(
    (await browser.post('/api/auth/second-factor', { ticket, code: codeAt(now - 30_000) }))
      .statusCode,
  ).toBe(422)
})

test('SE32 each of ten recovery codes works once, however it is typed', async () => {
  expect(new Set(codes).size).toBe(10)
  const [first = ''] = codes
  expect(first).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  const use = async () => {
    const { browser, ticket } = await halfSignedIn()
    return (
      await browser.post('/api/auth/second-factor', {
        ticket,
        recoveryCode: ` ${first.toUpperCase().replaceAll('-', ' ')}`,
      })
    ).statusCode
  }
  expect(await use()).toBe(200)
  expect((await client.get('/api/profile')).json().data.recoveryCodesLeft).toBe(9)
  expect(await use()).toBe(422)
})

test('SE32 a recovery code of another person opens nothing, and stays theirs', async () => {
  const otherId = await site.addAccount({
    email: `other${people}@example.org`,
    roles: ['basic'],
    passwordHash,
  })
  await site.sql
    .updateTable('recovery_codes')
    .set({ user_id: otherId })
    .where('user_id', '=', id)
    .execute()
  const { browser, ticket } = await halfSignedIn()
  expect(
    (await browser.post('/api/auth/second-factor', { ticket, recoveryCode: codes[0] })).statusCode,
  ).toBe(422)
  const left = await site.sql
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', otherId)
    .execute()
  expect(left).toHaveLength(10)
})

test('SE33 a ticket is over after five minutes, five attempts, and its use', async () => {
  const late = await halfSignedIn()
  now += 5 * 60_000
  const send = ({ browser, ticket }: typeof late, code: string) =>
    browser.post('/api/auth/second-factor', { ticket, code })
  expect((await send(late, codeAt(now))).statusCode).toBe(401)
  const guessing = await halfSignedIn()
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await send(guessing, '000000')).statusCode).toBe(422)
  now += 16 * 60_000
  const tired = await halfSignedIn()
  await site.sql
    .updateTable('sign_in_tickets')
    .set({ tries: 5 })
    .where('user_id', '=', id)
    .execute()
  expect((await send(tired, codeAt(now))).statusCode).toBe(401)
  const used = await halfSignedIn()
  expect((await send(used, codeAt(now))).statusCode).toBe(200)
  now += 60_000
  expect((await send(used, codeAt(now))).statusCode).toBe(401)
})

test('SE33 a right password does not buy more attempts at the code', async () => {
  const { browser, ticket } = await halfSignedIn()
  for (let attempt = 0; attempt < 4; attempt++)
    await browser.post('/api/auth/second-factor', { ticket, code: '000000' })
  const again = await halfSignedIn()
  expect(
    (await again.browser.post('/api/auth/second-factor', { ticket: again.ticket, code: '000000' }))
      .statusCode,
  ).toBe(422)
  const refused = await browser.post('/api/auth/login', { email, password })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10'])
  const elsewhere = await halfSignedIn('203.0.113.8')
  const code = { ticket: elsewhere.ticket, code: codeAt(now) }
  expect((await elsewhere.browser.post('/api/auth/second-factor', code)).statusCode).toBe(200)
})

test('SE33 wrong codes of one account count together; a recovery code still leads in', async () => {
  for (let address = 0; address < 5; address++) {
    const { browser, ticket } = await halfSignedIn(`2001:db8:${address}::1`)
    for (let attempt = 0; attempt < 4; attempt++) {
      const reply = await browser.post('/api/auth/second-factor', { ticket, code: '000000' })
      expect(reply.statusCode).toBe(422)
    }
  }
  const { browser, ticket } = await halfSignedIn('2001:db8:5::1')
  const refused = await browser.post('/api/auth/second-factor', { ticket, code: codeAt(now) })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
  const [first = ''] = codes
  expect(
    (await browser.post('/api/auth/second-factor', { ticket, recoveryCode: first })).statusCode,
  ).toBe(200)
  const later = await halfSignedIn('2001:db8:6::1')
  expect(
    (
      await later.browser.post('/api/auth/second-factor', {
        ticket: later.ticket,
        code: codeAt(now),
      })
    ).statusCode,
  ).toBe(200)
})

test('SE34 switching on twice is refused, and switching off takes the password', async () => {
  expect((await client.post('/api/profile/second-factor/setup', { password })).statusCode).toBe(409)
  const wrong = await client.post('/api/profile/second-factor/disable', { password: 'guess' })
  expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['password']])
  expect((await client.post('/api/profile/second-factor/disable', { password })).statusCode).toBe(
    204,
  )
  expect((await (await site.anonymousClient()).signIn(email, password)).json().data).toMatchObject({
    email,
  })
  expect((await client.post('/api/profile/second-factor/disable', { password })).statusCode).toBe(
    409,
  )
})

test('SE35 switching on ends other sessions, half-done sign-ins; renews the token', async () => {
  expect((await client.post('/api/profile/second-factor/disable', { password })).statusCode).toBe(
    204,
  )
  const [other, half] = [await site.clientOf(id), await site.anonymousClient()]
  const stranger = await site.clientOf(
    await site.addAccount({ email: `beside${people}@example.org`, roles: ['basic'] }),
  )
  const sessionIds: string[] = []
  const stop = site.bus.on('sessionsEnded', (ended) => sessionIds.push(...ended.sessionIds))
  secret = (await client.post('/api/profile/second-factor/setup', { password })).json().data.secret
  const [before = '', own] = [
    client.cookies.get('warroom_session'),
    (await other.get('/api/profile/sessions')).json().data,
  ]
  expect(
    (await client.post('/api/profile/second-factor/confirm', { code: '000000' })).statusCode,
  ).toBe(422)
  expect((await other.get('/api/user')).statusCode).toBe(200)
  expect(
    (await client.post('/api/profile/second-factor/confirm', { code: codeAt(now) })).statusCode,
  ).toBe(200)
  expect((await other.get('/api/user')).statusCode).toBe(401)
  const ended = own
    .filter(({ current }: { current: boolean }) => current)
    .map((session: { id: string }) => session.id)
  await expect.poll(() => sessionIds).toEqual(ended)
  stop()
  expect((await client.get('/api/user')).statusCode).toBe(200)
  expect(client.cookies.get('warroom_session')).not.toBe(before)
  half.cookies.set('warroom_session', before)
  expect((await half.get('/api/user')).statusCode).toBe(401)
  expect((await stranger.get('/api/user')).statusCode).toBe(200)
})

test('SE35 a sign-in by password alone while the factor is switched on fails', async () => {
  expect((await client.post('/api/profile/second-factor/disable', { password })).statusCode).toBe(
    204,
  )
  secret = (await client.post('/api/profile/second-factor/setup', { password })).json().data.secret
  const browser = await site.anonymousClient()
  const calls = await site.sql.transaction().execute(async (transaction) => {
    await transaction.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
    const confirmation = client.post('/api/profile/second-factor/confirm', { code: codeAt(now) })
    await expect.poll(() => countWaiting(site.sql)).toBe(1)
    const signIn = browser.post('/api/auth/login', { email, password })
    await expect.poll(() => countWaiting(site.sql)).toBe(2)
    return { confirmation, signIn }
  })
  expect((await calls.confirmation).statusCode).toBe(200)
  expect((await calls.signIn).statusCode).toBe(401)
  expect(browser.cookies.has('warroom_session')).toBe(false)
})

test('SE34 a disabled person fails at the second step and loses no recovery code', async () => {
  const { browser, ticket } = await halfSignedIn()
  await site.sql.updateTable('users').set({ disabled: true }).where('id', '=', id).execute()
  const reply = await browser.post('/api/auth/second-factor', { ticket, recoveryCode: codes[0] })
  expect([reply.statusCode, reply.json().error]).toEqual([401, 'unauthenticated'])
  expect(
    await site.sql
      .selectFrom('recovery_codes')
      .select('user_id')
      .where('user_id', '=', id)
      .execute(),
  ).toHaveLength(10)
})
