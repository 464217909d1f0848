import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'

let site: TestApplication
beforeAll(async () => void (site = await startTestApplication()))
afterAll(() => site.close())

/** A sign-in over a connection from this machine whose sender claims to be somebody else. */
async function signIn(claimed: string, body: object): Promise<number> {
  const client = await site.anonymousClient('127.0.0.1')
  return (await client.post('/api/auth/login', body, { 'x-forwarded-for': claimed })).statusCode
}

test('HT3 who is no trusted proxy writes no other address into the audit', async () => {
  expect(
    await signIn('198.51.100.1', { email: 'nobody@example.org', password: 'not the password' }),
  ).toBe(422)
  expect(await site.sql.selectFrom('audit_entries').select('address').execute()).toEqual([
    { address: '127.0.0.1' },
  ])
})

test('HT3 a new address in each header is no way around the limits of one address', async () => {
  const statuses = new Set<number>()
  for (let index = 0; index < 301; index++)
    statuses.add(await signIn(`198.51.100.${index % 250}`, {}))
  expect([...statuses]).toEqual([422, 429])
})

test('HT3 metrics are for this machine, not for those behind a proxy on it', async () => {
  const metrics = async (headers: Record<string, string>) =>
    (await site.app.inject({ url: '/api/metrics', remoteAddress: '127.0.0.1', headers })).statusCode
  expect(await metrics({})).toBe(200)
  for (const header of ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])
    expect([header, await metrics({ [header]: '198.51.100.1' })]).toEqual([header, 401])
})
