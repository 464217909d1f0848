import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'

let site: TestApplication
let root: HttpClient
let people = 0

beforeAll(async () => {
  site = await startTestApplication()
  root = await site.clientOf(await site.addAccount({ email: 'root@example.org', roles: ['admin'] }))
})
afterAll(() => site.close())

async function add() {
  people += 1
  return site.addAccount({ email: `person${people}@example.org`, roles: ['basic'] })
}

const sessionOf = (userId: number) =>
  site.sql
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

test.each([
  ['the person signs out', (client: HttpClient) => client.post('/api/auth/logout')],
  [
    'an administrator disables the person',
    (_client: HttpClient, userId: number) => root.post(`/api/users/${userId}/disable`),
  ],
  [
    'another process removes it',
    (_client: HttpClient, userId: number) =>
      site.sql.deleteFrom('sessions').where('user_id', '=', userId).execute(),
  ],
])('SE7 the end of a session is announced once when %s', async (_way, end) => {
  const [userId, other] = [await add(), await add()]
  const client = await site.clientOf(userId)
  const { id } = await sessionOf(userId)
  await site.clientOf(other)
  const last = await sessionOf(other)
  const announced: string[] = []
  const stop = site.bus.on('sessionsEnded', ({ sessionIds }) => announced.push(...sessionIds))
  await end(client, userId)
  // Announcements come in the order of the changes: after this one nothing of the first is to come.
  await site.sql.deleteFrom('sessions').where('id', '=', last.id).execute()
  await expect.poll(() => announced).toContain(last.id)
  expect((await client.get('/api/user')).statusCode).toBe(401)
  stop()
  expect(announced).toEqual([id, last.id])
})
