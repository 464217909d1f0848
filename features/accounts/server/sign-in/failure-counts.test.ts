import { beforeEach, expect, test } from 'vitest'
import { password } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'

beforeEach(() => {
  site.now += 3_600_000
})

async function addPerson(): Promise<string> {
  const email = site.newEmail()
  await site.addAccount({ email })
  return email
}

/** Status of a try from a browser that was never used before. */
async function tryFrom(address: string, email: string, secret = 'a wrong guess'): Promise<number> {
  const browser = await site.anonymousClient(address)
  return (await browser.post('/api/auth/login', { email, password: secret })).statusCode
}

test('SE4 addresses of one IPv6 network count as one', async () => {
  const email = await addPerson()
  for (let host = 1; host <= 5; host++)
    expect(await tryFrom(`2001:db8:1:2::${host}`, email)).toBe(401)
  expect(await tryFrom('2001:db8:1:2:ffff::6', email)).toBe(429)
  expect(await tryFrom('2001:db8:1:3::6', email)).toBe(401)
})

test('SE4 an unknown e-mail address is one account however it is written', async () => {
  for (const email of ['No@', 'nO@', 'NO@', 'no@', 'nO@'])
    expect(await tryFrom('203.0.113.7', `${email}example.org`)).toBe(422)
  expect(await tryFrom('203.0.113.7', 'No@example.org')).toBe(429)
})

test('SE4 a clock that is set back lets nobody wait for it, and the brake goes on', async () => {
  const email = await addPerson()
  const address = '203.0.113.7'
  for (let attempt = 0; attempt < 5; attempt++) expect(await tryFrom(address, email)).toBe(401)
  expect(await tryFrom(address, email)).toBe(429)
  site.now -= 86_400_000
  expect(await tryFrom(address, email)).toBe(401)
  expect(await tryFrom(address, email)).toBe(429)
  site.now += 21_000
  expect(await tryFrom(address, email, password)).toBe(200)
})

test('SE4 who signs in clears their own failures from that address, and no others', async () => {
  const [email, other] = [await addPerson(), await addPerson()]
  const [here, there] = ['203.0.113.7', '203.0.113.8']
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(await tryFrom(here, other)).toBe(401)
    expect(await tryFrom(there, email)).toBe(401)
  }
  expect(await tryFrom(here, email)).toBe(401)
  expect(await tryFrom(here, email, password)).toBe(200)
  for (let attempt = 0; attempt < 5; attempt++) expect(await tryFrom(here, email)).toBe(401)
  expect(await tryFrom(here, email)).toBe(429)
  expect(await tryFrom(here, other)).toBe(429)
  expect(await tryFrom(there, email)).toBe(429)
})

test('SE4 the right password of a disabled account is no failure', async () => {
  const email = 'disabled@example.org'
  await site.addAccount({ email, disabled: true })
  for (let attempt = 0; attempt < 7; attempt++)
    expect(await tryFrom('203.0.113.7', email, password)).toBe(403)
})

test('SE3 who is disabled while their sign-in is under way does not come in', async () => {
  const email = await addPerson()
  const { reply } = await site.sql.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ disabled: true })
      .where('email', '=', email)
      .execute()
    const pending = tryFrom('203.0.113.7', email, password)
    await expect.poll(() => countWaiting(site.sql)).toBe(1)
    return { reply: pending }
  })
  expect(await reply).toBe(401)
})
