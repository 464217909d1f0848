import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashToken } from '#kit/server/token.ts'
import { insertAccount } from '#testing/postgres/accounts-store.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import {
  countAttempt,
  deleteOldTickets,
  insertTicket,
  readTicketUser,
} from '../sign-in/sign-in-tickets-store.ts'
import {
  deleteOldFailures,
  readFailures,
  recordFailure,
} from '../sign-in/sign-in-failures-store.ts'
import {
  deleteOldSessions,
  deleteSession,
  idleMs,
  insertSession,
  maximumSessionMs,
  readCaller,
  replaceSessionToken,
  writeActiveRole,
} from './sessions-store.ts'
import { listSessions } from './user-sessions-store.ts'

const now = Date.UTC(2026, 10, 20, 8)
let database: TestDatabase
let userId = 0
let neighbourId = 0

beforeAll(async () => {
  database = await testDatabase()
  const add = (email: string, role: string, permission: string) =>
    insertAccount(database.sql, { email, roles: [role], permissions: [permission] })
  userId = await add('one@example.org', 'basic', 'view menu zip')
  neighbourId = await add('two@example.org', 'admin', 'manage article')
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.sql.deleteFrom('sessions').execute()
})

const begin = (owner: number, token: string, since = now, userAgent = 'test') =>
  insertSession(database.sql, {
    ...{ tokenHash: hashToken(token), userId: owner, now: since },
    ...{ address: '203.0.113.7', userAgent },
  })
const neighbour = () =>
  database.sql
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', neighbourId)
    .executeTakeFirst()

test('SE41 what happens to one session touches no row of another', async () => {
  const id = await begin(userId, 'one')
  await begin(neighbourId, 'two')
  const before = await neighbour()
  await readCaller(database.sql, hashToken('one'), now + 60_000)
  await writeActiveRole(database.sql, id, 'basic')
  await replaceSessionToken(database.sql, id, hashToken('another'))
  expect(await deleteSession(database.sql, hashToken('another'))).toBe(id)
  expect(before).toBeDefined()
  expect(await neighbour()).toEqual(before)
})

test('SE8 roles of somebody else, and permissions given to them, are nobody else’s', async () => {
  await begin(userId, 'one')
  const caller = await readCaller(database.sql, hashToken('one'), now)
  expect(caller).toMatchObject({ roles: ['basic'], permissions: ['view menu zip'] })
})

test('SE1 the first 512 characters of the user agent are stored', async () => {
  await begin(neighbourId, 'two', now, 'x'.repeat(5_000))
  expect((await neighbour())?.user_agent).toBe('x'.repeat(512))
})

test('SE27 a session that is over is not listed, even before the sweep', async () => {
  await begin(userId, 'idle', now - idleMs)
  const seen = await begin(userId, 'seen', now - idleMs + 1)
  expect((await listSessions(database.sql, userId, now)).map(({ id }) => id)).toEqual([seen])
})

test('SE6 the sweep removes sessions that are over, and no other', async () => {
  await begin(userId, 'old', now - maximumSessionMs)
  await database.sql
    .updateTable('sessions')
    .set({ last_seen_at: new Date(now) })
    .execute()
  await begin(userId, 'idle', now - idleMs)
  const alive = [await begin(userId, 'seen', now - idleMs + 1), await begin(userId, 'new')]
  await deleteOldSessions(database.sql, now)
  const left = await database.sql.selectFrom('sessions').select('id').execute()
  expect(left.map(({ id }) => id).toSorted()).toEqual(alive.toSorted())
})

test('SE4 the sweep removes failures that count no more, and no other', async () => {
  const key = (account: string) => ({ account, address: '203.0.113.7' })
  await recordFailure(database.sql, key('old'), now - 15 * 60_000 - 1)
  await recordFailure(database.sql, key('young'), now - 15 * 60_000 + 1)
  await deleteOldFailures(database.sql, now)
  const left = await database.sql.selectFrom('sign_in_failures').select('account').execute()
  expect(left).toEqual([{ account: 'young' }])
  expect(await readFailures(database.sql, key('young'), now)).toMatchObject({ failures: 1 })
})

test('SE33 the sweep removes tickets that are over, and no other', async () => {
  await insertTicket(database.sql, hashToken('over'), userId, now - 5 * 60_000)
  await insertTicket(database.sql, hashToken('waiting'), userId, now - 5 * 60_000 + 1)
  await deleteOldTickets(database.sql, now)
  const left = await database.sql.selectFrom('sign_in_tickets').select('token_hash').execute()
  expect(left).toEqual([{ token_hash: hashToken('waiting') }])
})

test('SE33 an attempt with one ticket is none with another', async () => {
  await insertTicket(database.sql, hashToken('own'), userId, now)
  await insertTicket(database.sql, hashToken('other'), neighbourId, now)
  for (let attempt = 0; attempt < 5; attempt++) await countAttempt(database.sql, hashToken('own'))
  expect(await readTicketUser(database.sql, hashToken('own'), now)).toBeNull()
  expect(await readTicketUser(database.sql, hashToken('other'), now)).toBe(neighbourId)
})
