import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { password, type Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'

let person: Person
let secret = ''
let codes: string[] = []

const codeAt = (time: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })

beforeEach(async () => {
  site.now += 3_600_000
  person = await site.addPerson()
  const setUp = (await person.client.post('/api/profile/second-factor/setup', { password })).json()
    .data
  secret = setUp.secret
  expect(new URL(setUp.uri).searchParams.get('secret')).toBe(secret)
  expect(decodeURIComponent(setUp.uri)).toContain(
    `otpauth://totp/Warroom:${person.email}?issuer=Warroom`,
  )
  codes = (
    await person.client.post('/api/profile/second-factor/confirm', { code: codeAt(site.now) })
  ).json().data.recoveryCodes
  site.now += 60_000
})

/** A browser whose password was right, with the ticket for the second step. */
async function halfSignedIn(address?: string) {
  const browser = await site.anonymousClient(address)
  const reply = await browser.post('/api/auth/login', { email: person.email, password })
  expect(reply.json()).toEqual({
    data: { secondFactor: true, ticket: expect.stringMatching(/^[\w-]{43}$/) },
  })
  expect(browser.cookies.has('warroom_session')).toBe(false)
  return { browser, ticket: reply.json().data.ticket as string }
}

test('SE30 a right password alone signs nobody in; with a code it does', async () => {
  const { browser, ticket } = await halfSignedIn()
  const spaced = codeAt(site.now).replace(/^(...)/, '$1 ')
  const reply = await browser.post('/api/auth/second-factor', { ticket, code: spaced })
  expect(reply.json().data).toMatchObject({ email: person.email, roles: ['basic'] })
  expect((await browser.get('/api/user')).statusCode).toBe(200)
  expect((await person.client.get('/api/profile')).json().data).toMatchObject({
    secondFactor: true,
    recoveryCodesLeft: 10,
  })
})

test('SE30 a secret that was not confirmed does not count', async () => {
  const other = { email: site.newEmail('pending'), roles: ['basic'] }
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
  site.now = Math.floor(site.now / 30_000) * 30_000
  expect(
    (await browser.post('/api/auth/second-factor', { ticket, code: codeAt(site.now + offset) }))
      .statusCode,
  ).toBe(status)
})

test('SE31 a code counts once, also when it is sent twice at once', async () => {
  const attempts = [await halfSignedIn(), await halfSignedIn('203.0.113.8')]
  const send = () =>
    Promise.all(
      attempts.map(({ browser, ticket }) =>
        browser.post('/api/auth/second-factor', { ticket, code: codeAt(site.now) }),
      ),
    )
  expect((await send()).map((reply) => reply.statusCode).toSorted()).toEqual([200, 422])
  const { browser, ticket } = await halfSignedIn()
  expect(
    (await browser.post('/api/auth/second-factor', { ticket, code: codeAt(site.now - 30_000) }))
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
  expect((await person.client.get('/api/profile')).json().data.recoveryCodesLeft).toBe(9)
  expect(await use()).toBe(422)
})

test('SE32 a recovery code of another person opens nothing, and stays theirs', async () => {
  const otherId = await site.addAccount({
    email: site.newEmail('other'),
    roles: ['basic'],
  })
  await site.sql
    .updateTable('recovery_codes')
    .set({ user_id: otherId })
    .where('user_id', '=', person.id)
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
  site.now += 5 * 60_000
  const send = ({ browser, ticket }: typeof late, code: string) =>
    browser.post('/api/auth/second-factor', { ticket, code })
  expect((await send(late, codeAt(site.now))).statusCode).toBe(401)
  const guessing = await halfSignedIn()
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await send(guessing, '000000')).statusCode).toBe(422)
  site.now += 16 * 60_000
  const tired = await halfSignedIn()
  await site.sql
    .updateTable('sign_in_tickets')
    .set({ attempts: 5 })
    .where('user_id', '=', person.id)
    .execute()
  expect((await send(tired, codeAt(site.now))).statusCode).toBe(401)
  const used = await halfSignedIn()
  expect((await send(used, codeAt(site.now))).statusCode).toBe(200)
  site.now += 60_000
  expect((await send(used, codeAt(site.now))).statusCode).toBe(401)
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
  const refused = await browser.post('/api/auth/login', { email: person.email, password })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10'])
  const elsewhere = await halfSignedIn('203.0.113.8')
  const code = { ticket: elsewhere.ticket, code: codeAt(site.now) }
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
  const refused = await browser.post('/api/auth/second-factor', { ticket, code: codeAt(site.now) })
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
        code: codeAt(site.now),
      })
    ).statusCode,
  ).toBe(200)
})

test('SE34 switching on twice is refused, and switching off takes the password', async () => {
  expect(
    (await person.client.post('/api/profile/second-factor/setup', { password })).statusCode,
  ).toBe(409)
  const wrong = await person.client.post('/api/profile/second-factor/disable', {
    password: 'guess',
  })
  expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['password']])
  expect(
    (await person.client.post('/api/profile/second-factor/disable', { password })).statusCode,
  ).toBe(204)
  expect(
    (await (await site.anonymousClient()).signIn(person.email, password)).json().data,
  ).toMatchObject({
    email: person.email,
  })
  expect(
    (await person.client.post('/api/profile/second-factor/disable', { password })).statusCode,
  ).toBe(409)
})

test('SE35 switching on ends other sessions, half-done sign-ins; renews the token', async () => {
  expect(
    (await person.client.post('/api/profile/second-factor/disable', { password })).statusCode,
  ).toBe(204)
  const [other, half] = [await site.clientOf(person.id), await site.anonymousClient()]
  const stranger = await site.clientOf(
    await site.addAccount({ email: site.newEmail('beside'), roles: ['basic'] }),
  )
  const sessionIds: string[] = []
  const stop = site.bus.on('sessionsEnded', (ended) => sessionIds.push(...ended.sessionIds))
  secret = (await person.client.post('/api/profile/second-factor/setup', { password })).json().data
    .secret
  const [before = '', own] = [
    person.client.cookies.get('warroom_session'),
    (await other.get('/api/profile/sessions')).json().data,
  ]
  expect(
    (await person.client.post('/api/profile/second-factor/confirm', { code: '000000' })).statusCode,
  ).toBe(422)
  expect((await other.get('/api/user')).statusCode).toBe(200)
  expect(
    (await person.client.post('/api/profile/second-factor/confirm', { code: codeAt(site.now) }))
      .statusCode,
  ).toBe(200)
  expect((await other.get('/api/user')).statusCode).toBe(401)
  const ended = own
    .filter(({ current }: { current: boolean }) => current)
    .map((session: { id: string }) => session.id)
  await expect.poll(() => sessionIds).toEqual(ended)
  stop()
  expect((await person.client.get('/api/user')).statusCode).toBe(200)
  expect(person.client.cookies.get('warroom_session')).not.toBe(before)
  half.cookies.set('warroom_session', before)
  expect((await half.get('/api/user')).statusCode).toBe(401)
  expect((await stranger.get('/api/user')).statusCode).toBe(200)
})

test('SE35 a sign-in by password alone while the factor is switched on fails', async () => {
  expect(
    (await person.client.post('/api/profile/second-factor/disable', { password })).statusCode,
  ).toBe(204)
  secret = (await person.client.post('/api/profile/second-factor/setup', { password })).json().data
    .secret
  const browser = await site.anonymousClient()
  const calls = await site.sql.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', person.id)
      .forUpdate()
      .execute()
    const confirmation = person.client.post('/api/profile/second-factor/confirm', {
      code: codeAt(site.now),
    })
    await expect.poll(() => countWaiting(site.sql)).toBe(1)
    const signIn = browser.post('/api/auth/login', { email: person.email, password })
    await expect.poll(() => countWaiting(site.sql)).toBe(2)
    return { confirmation, signIn }
  })
  expect((await calls.confirmation).statusCode).toBe(200)
  expect((await calls.signIn).statusCode).toBe(401)
  expect(browser.cookies.has('warroom_session')).toBe(false)
})

test('SE34 a disabled person fails at the second step and loses no recovery code', async () => {
  const { browser, ticket } = await halfSignedIn()
  await site.sql.updateTable('users').set({ disabled: true }).where('id', '=', person.id).execute()
  const reply = await browser.post('/api/auth/second-factor', { ticket, recoveryCode: codes[0] })
  expect([reply.statusCode, reply.json().error]).toEqual([401, 'unauthenticated'])
  expect(
    await site.sql
      .selectFrom('recovery_codes')
      .select('user_id')
      .where('user_id', '=', person.id)
      .execute(),
  ).toHaveLength(10)
})
