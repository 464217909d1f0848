import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { password, type Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'

let person: Person

const setUp = () => person.client.post('/api/profile/second-factor/setup', { password })
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
