import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { hashToken } from '#kit/server/token.ts'
import { password, type Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { hashPassword } from '../passwords/password.ts'
import { browserCookie } from './known-browsers.ts'
import { waitBeforeUnknownAttempt } from './sign-in-limits.ts'

const day = 24 * 3_600_000
let addresses = 0
let person: Person
beforeEach(async () => {
  site.now += day
  person = await site.addPerson()
})

const nextAddress = () => `10.1.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`
const elsewhere = () => site.anonymousClient(nextAddress())

async function tryFrom(
  browser: HttpClient,
  secret: string,
  as = person.email,
): Promise<number | string> {
  const { statusCode, headers } = await browser.post('/api/auth/login', {
    email: as,
    password: secret,
  })
  return statusCode === 429 ? `429 after ${String(headers['retry-after'])}` : statusCode
}

/** Guesses from as many addresses, until the brake begins. */
async function guess(as = person.email, status = 401): Promise<void> {
  for (let attempt = 0; attempt < 25; attempt++)
    expect(await tryFrom(await elsewhere(), 'a wrong guess', as)).toBe(status)
}

test('SE37 with any number of addresses an account is guessed at once a minute', async () => {
  await guess()
  for (const delay of [10, 20, 40, 60, 60, 60]) {
    expect(await tryFrom(await elsewhere(), 'a wrong guess')).toBe(`429 after ${delay}`)
    site.now += delay * 1000 - 1
    expect(await tryFrom(await elsewhere(), password)).toBe('429 after 1')
    site.now += 1
    expect(await tryFrom(await elsewhere(), 'a wrong guess')).toBe(401)
  }
  site.now += 60_000
  expect(await tryFrom(await elsewhere(), password)).toBe(200)
  expect(await tryFrom(await elsewhere(), 'a wrong guess')).toBe(401)
  site.now += 15 * 60_000
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await tryFrom(await elsewhere(), 'a wrong guess')).toBe(401)
})

test('SE37 many guesses at once from as many addresses are counted one by one', async () => {
  // At the product's cost: all of them are under way while the first is compared.
  person = await site.addPerson({ passwordHash: await hashPassword(password) })
  const browsers = await Promise.all(Array.from({ length: 60 }, elsewhere))
  const outcomes = await Promise.all(browsers.map((browser) => tryFrom(browser, 'a wrong guess')))
  expect(outcomes.filter((outcome) => outcome === 401)).toHaveLength(25)
})

test('SE37 an account that does not exist is braked alike', async () => {
  const nobody = site.newEmail('nobody')
  await guess(nobody, 422)
  expect(await tryFrom(await elsewhere(), 'a wrong guess', nobody)).toBe('429 after 10')
})

test('SE37 other accounts are not affected', async () => {
  await guess()
  const other = { email: site.newEmail('beside') }
  await site.addAccount(other)
  expect(await tryFrom(await elsewhere(), password, other.email)).toBe(200)
})

test('SE38 guessers do not lock a known browser out, nor from its own address', async () => {
  const address = nextAddress()
  const own = await site.anonymousClient(address)
  expect(await tryFrom(own, password)).toBe(200)
  expect((await own.post('/api/auth/logout')).statusCode).toBe(204)
  await own.get('/api/sanctum/csrf-cookie')
  await guess()
  const neighbour = await site.anonymousClient(address)
  site.now += 10 * 60_000
  for (let attempt = 0; attempt < 5; attempt++) {
    site.now += 60_000
    expect(await tryFrom(neighbour, 'a wrong guess')).toBe(401)
  }
  expect(await tryFrom(neighbour, password)).toMatch(/^429/)
  expect(await tryFrom(own, 'a slip')).toBe(401)
  expect(await tryFrom(own, password)).toBe(200)
})

test('SE38 a known browser has five free failures, and they slow nobody else', async () => {
  const own = await elsewhere()
  await tryFrom(own, password)
  const stolen = own.cookies.get(browserCookie) ?? ''
  for (let attempt = 0; attempt < 5; attempt++) {
    const thief = await elsewhere()
    thief.cookies.set(browserCookie, stolen)
    expect(await tryFrom(thief, 'a wrong guess')).toBe(401)
  }
  const thief = await elsewhere()
  thief.cookies.set(browserCookie, stolen)
  expect(await tryFrom(thief, 'a wrong guess')).toBe('429 after 10')
  expect(await tryFrom(await elsewhere(), password)).toBe(200)
  const counted = await site.sql
    .selectFrom('sign_in_failures')
    .select('address')
    .where('account', '=', String(person.id))
    .execute()
  expect(counted).toHaveLength(1)
})

test('SE38 a one-time link makes its browser known, also while others guess', async () => {
  await guess()
  const token = 'a token of the tests'
  const link = {
    user_id: person.id,
    token_hash: hashToken(token),
    expires_at: new Date(site.now + day),
  }
  await site.sql.insertInto('password_links').values(link).execute()
  const browser = await elsewhere()
  expect(await tryFrom(browser, password)).toBe('429 after 10')
  expect(
    (await browser.post('/api/auth/reset', { token: 'another', password: 'vier grüne Enten' }))
      .statusCode,
  ).toBe(403)
  expect(browser.cookies.has(browserCookie)).toBe(false)
  expect(
    (await browser.post('/api/auth/reset', { token, password: 'vier grüne Enten' })).statusCode,
  ).toBe(204)
  expect(await tryFrom(browser, 'vier grüne Enten')).toBe(200)
})

test('SE38 who is signed in confirms with the password while others guess', async () => {
  const own = await site.clientOf(person.id)
  await guess()
  expect((await own.post('/api/profile/second-factor/setup', { password })).statusCode).toBe(200)
})

test('SE38 the mark goes with sign-ins alone, hidden from scripts, for half a year', async () => {
  const own = await elsewhere()
  const reply = await own.post('/api/auth/login', { email: person.email, password })
  const mark = reply.cookies.find(({ name }) => name === browserCookie)
  expect(mark).toMatchObject({
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: (180 * day) / 1000,
  })
  expect(mark).not.toHaveProperty('secure')
  own.cookies.delete('warroom_session')
  site.now += 180 * day - 1
  await guess()
  expect(await tryFrom(own, 'a slip')).toBe(401)
  site.now += 1
  expect(await tryFrom(own, password)).toBe('429 after 10')
})

test('SE38 a mark counts for its own person; a forged or changed one for nobody', async () => {
  const [own, otherEmail] = [await elsewhere(), site.newEmail('beside')]
  const otherId = await site.addAccount({ email: otherEmail })
  await tryFrom(own, password, otherEmail)
  const mark = own.cookies.get(browserCookie) ?? ''
  await guess()
  const withMark = async (text: string) => {
    const browser = await elsewhere()
    browser.cookies.set(browserCookie, text)
    return tryFrom(browser, password)
  }
  const [, nonce = '', time = '', signature = ''] = mark.split('.')
  expect(mark.startsWith(`${otherId}.`)).toBe(true)
  const made = [
    mark,
    `${person.id}.${nonce}.${time}.${signature}`,
    `${person.id}.${nonce}.${time}.${'A'.repeat(32)}`,
    '',
    '~~',
    'é'.repeat(32),
  ]
  for (const text of made) expect(await withMark(text)).toBe('429 after 10')
})

test('SE38 a shared browser is known for each of the newest eight people', async () => {
  const shared = await elsewhere()
  const names = Array.from({ length: 9 }, () => site.newEmail('shift'))
  for (const name of names) {
    await site.addAccount({ email: name })
    expect(await tryFrom(shared, password, name)).toBe(200)
    await shared.post('/api/auth/logout')
    await shared.get('/api/sanctum/csrf-cookie')
  }
  expect(shared.cookies.get(browserCookie)?.split('~')).toHaveLength(8)
  await guess(names[1])
  expect(await tryFrom(shared, password, names[1])).toBe(200)
})

test('SE37 the wait grows and never exceeds a minute', () => {
  expect(
    [0, 24, 25, 26, 27, 28, 1_000_000].map((failures) =>
      waitBeforeUnknownAttempt({ failures, lastFailureAt: 0 }, 0),
    ),
  ).toEqual([...[0, 0, 10_000, 20_000, 40_000, 60_000, 60_000]])
  expect(waitBeforeUnknownAttempt(null, 0)).toBe(0)
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (failures, since) => {
      const wait = waitBeforeUnknownAttempt({ failures, lastFailureAt: 0 }, since)
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(60_000)
      expect(waitBeforeUnknownAttempt({ failures, lastFailureAt: 0 }, since + wait)).toBe(0)
    }),
  )
})
