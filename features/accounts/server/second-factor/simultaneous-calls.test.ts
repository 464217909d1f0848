import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import { password, type Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { createLink } from '../passwords/password-link.ts'
import { lockUser, setDisabled } from '../users/users-store.ts'

let person: Person

const setUp = (client = person.client) =>
  client.post('/api/profile/second-factor/setup', { password })
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.now })

beforeEach(async () => {
  site.now += 3_600_000
  person = await site.addPerson()
})

async function switchOn(): Promise<void> {
  const { secret } = (await setUp()).json().data
  const confirmation = { code: codeOf(secret) }
  await person.client.post('/api/profile/second-factor/confirm', confirmation)
  site.now += 60_000
}

/** Tickets that right passwords bought, each in a network of its own. */
async function tickets(count: number): Promise<string[]> {
  const bought: string[] = []
  for (let index = 0; index < count; index++) {
    const browser = await site.anonymousClient(`2001:db8:${index}::1`)
    const reply = await browser.post('/api/auth/login', { email: person.email, password })
    bought.push(reply.json().data.ticket)
  }
  return bought
}

/** How many of 40 networks that send a wrong code at once with these tickets have it looked at. */
async function guessesOf(bought: readonly string[]): Promise<number> {
  const browsers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => site.anonymousClient(`2001:db8:ffff:${index}::1`)),
  )
  const replies = await Promise.all(
    browsers.map((browser, index) => {
      const ticket = bought[index % bought.length]
      return browser.post('/api/auth/second-factor', { ticket, code: '000000' })
    }),
  )
  return replies.filter(({ statusCode }) => statusCode === 422).length
}

test('SE33 one ticket is good for five codes, also from many networks at once', async () => {
  await switchOn()
  expect(await guessesOf(await tickets(1))).toBe(5)
})

test('SE33 with many tickets from many networks at once an account has 20 codes', async () => {
  await switchOn()
  expect(await guessesOf(await tickets(20))).toBe(20)
})

type Call = () => ReturnType<typeof setUp>

/** What these calls are answered that wait for the account at once, in this order. */
async function answersOf(...calls: readonly Call[]): Promise<number[]> {
  const waiting = await site.sql.transaction().execute(async (transaction) => {
    await lockUser(transaction, person.id)
    const replies = []
    for (const call of calls) {
      replies.push(call())
      await expect.poll(() => countWaiting(site.sql)).toBe(replies.length)
    }
    return { replies: Promise.all(replies) }
  })
  return (await waiting.replies).map(({ statusCode }) => statusCode)
}

const isOn = async () => (await person.client.get('/api/profile')).json().data.secondFactor
const change: Call = () =>
  person.client.post('/api/profile/password', { current: password, next: 'another harbour' })

test('SE34 a password that is replaced meanwhile switches nothing off', async () => {
  await switchOn()
  const other = await site.clientOf(person.id)
  const disable: Call = () => other.post('/api/profile/second-factor/disable', { password })
  expect(await answersOf(change, disable)).toEqual([204, 422])
  expect(await isOn()).toBe(true)
})

test('SE34 a password that is replaced meanwhile sets nothing up', async () => {
  const other = await site.clientOf(person.id)
  expect(await answersOf(change, () => setUp(other))).toEqual([204, 422])
  const pending = site.sql.selectFrom('second_factors').where('user_id', '=', person.id)
  expect(await pending.selectAll().execute()).toEqual([])
})

/** What a call of a session is answered that ends while the call waits for the account. */
async function answerAfterEnd(client: Person['client'], call: Call): Promise<number> {
  const { data } = (await client.get('/api/profile/sessions')).json()
  const { id } = data.find(({ current }: { current: boolean }) => current)
  const waiting = await site.sql.transaction().execute(async (transaction) => {
    await lockUser(transaction, person.id)
    const reply = call()
    await expect.poll(() => countWaiting(site.sql)).toBe(1)
    expect((await person.client.delete(`/api/profile/sessions/${id}`)).statusCode).toBe(204)
    return { reply }
  })
  return (await waiting.reply).statusCode
}

test('SE34 a session that ended meanwhile switches nothing on or off', async () => {
  const first = await site.clientOf(person.id)
  const { secret } = (await setUp(first)).json().data
  const code = { code: codeOf(secret) }
  const confirm: Call = () => first.post('/api/profile/second-factor/confirm', code)
  expect(await answerAfterEnd(first, confirm)).toBe(401)
  expect(await isOn()).toBe(false)
  await switchOn()
  const third = await site.clientOf(person.id)
  const disable: Call = () => third.post('/api/profile/second-factor/disable', { password })
  expect(await answerAfterEnd(third, disable)).toBe(401)
  expect(await isOn()).toBe(true)
})

test('AM2 a link is not used for a person who is disabled meanwhile', async () => {
  const { path } = await createLink(site.sql, person.id, site.now)
  const browser = await site.anonymousClient()
  const waiting = await site.sql.transaction().execute(async (transaction) => {
    await lockUser(transaction, person.id)
    const token = path.replace('/reset#', '')
    const reply = browser.post('/api/auth/reset', { token, password: 'another harbour' })
    await expect.poll(() => countWaiting(site.sql)).toBe(1)
    await setDisabled(transaction, person.id, true)
    return { reply }
  })
  expect((await waiting.reply).statusCode).toBe(403)
  await setDisabled(site.sql, person.id, false)
  expect((await browser.signIn(person.email, password)).statusCode).toBe(200)
})
