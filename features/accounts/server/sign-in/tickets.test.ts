import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, test } from 'vitest'
import { cheapPasswordHash } from '#testing/cheap-password-hash.ts'
import { eventually } from '#testing/eventually.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import { setPasswordHash } from '#testing/postgres/accounts-store.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { noAudit } from '#testing/no-audit.ts'
import { closeDemoAccounts, demoAccounts, demoPassword } from '../users/demo-accounts.ts'
import { userCommands } from '../users/users-commands.ts'

let root: HttpClient
beforeAll(async () => {
  root = (await site.addPerson({ roles: ['admin'] })).client
})

interface TwoStepPerson extends Person {
  readonly recoveryCodes: readonly string[]
}

/** A person with a second factor. */
async function add(email: string, password: string): Promise<TwoStepPerson> {
  site.now += 3_600_000
  const passwordHash = cheapPasswordHash(password)
  const id = await site.addAccount({ email, roles: ['basic'], passwordHash })
  const client = await site.clientOf(id)
  const { secret } = (await client.post('/api/profile/second-factor/setup', { password })).json()
    .data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.now })
  const reply = await client.post('/api/profile/second-factor/confirm', { code })
  return { id, email, client, recoveryCodes: reply.json().data.recoveryCodes }
}

const run = (name: string, options: object) =>
  userCommands
    .find((command) => command.name === name)
    ?.run({ sql: site.sql, audit: noAudit }, options)

const [demo] = demoAccounts
const ways: readonly (readonly [string, (person: TwoStepPerson) => Promise<unknown>])[] = [
  ['the person ends their other sessions', ({ client }) => client.delete('/api/profile/sessions')],
  [
    'the person changes the password',
    ({ client }) => {
      const change = { current: demoPassword, next: 'nine green lanterns' }
      return client.post('/api/profile/password', change)
    },
  ],
  [
    'the person switches the second factor off',
    ({ client }) => client.post('/api/profile/second-factor/disable', { password: demoPassword }),
  ],
  [
    'an administrator switches the second factor off',
    ({ id }) => root.post(`/api/users/${id}/second-factor/disable`),
  ],
  ['an administrator disables the person', ({ id }) => root.post(`/api/users/${id}/disable`)],
  ['an administrator removes the person', ({ id }) => root.delete(`/api/users/${id}`)],
  [
    'a one-time link is used',
    async ({ id }) => {
      const { path } = (await root.post(`/api/users/${id}/reset-link`)).json().data
      const token = path.replace('/reset#', '')
      const client = await site.anonymousClient()
      return client.post('/api/auth/reset', { token, password: 'nine green lanterns' })
    },
  ],
  ['user reset', ({ email }) => run('user reset', { email }) ?? Promise.reject()],
  [
    'user reset-second-factor',
    ({ email }) => run('user reset-second-factor', { email }) ?? Promise.reject(),
  ],
  [
    'the demo accounts are closed',
    () => closeDemoAccounts({ sql: site.sql, audit: noAudit }).then((closed) => closed === 1),
  ],
]

test.each(ways)('SE33 a ticket is void when %s', async (way, act) => {
  const isDemo = way.startsWith('the demo accounts')
  const email = isDemo ? (demo?.email ?? '') : site.newEmail()
  const person = await add(email, demoPassword)
  const browser = await site.anonymousClient()
  const half = await browser.post('/api/auth/login', { email, password: demoPassword })
  const { ticket } = half.json().data
  expect(ticket).toMatch(/^[\w-]{43}$/)
  const done = await act(person)
  if (typeof done === 'object' && done !== null && 'statusCode' in done)
    expect([200, 204]).toContain(done.statusCode)
  const [recoveryCode] = person.recoveryCodes
  const reply = await browser.post('/api/auth/second-factor', { ticket, recoveryCode })
  expect([reply.statusCode, reply.json().error]).toEqual([401, 'unauthenticated'])
  const tickets = site.sql.selectFrom('sign_in_tickets').select('user_id')
  expect(await tickets.where('user_id', '=', person.id).execute()).toEqual([])
})

test('SE33 a password that is replaced while it is looked at gives no ticket', async () => {
  const { email } = await add(site.newEmail(), demoPassword)
  const browser = await site.anonymousClient()
  const asked = await site.sql.transaction().execute(async (transaction) => {
    await setPasswordHash(transaction, cheapPasswordHash('nine green lanterns'), email)
    const reply = browser.post('/api/auth/login', { email, password: demoPassword })
    const waits = eventually('it waits', async () => (await countWaiting(site.sql)) === 1)
    await Promise.race([reply, waits])
    return { reply }
  })
  const reply = await asked.reply
  expect([reply.statusCode, reply.json().error]).toEqual([401, 'login_error'])
})
