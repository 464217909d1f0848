import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBus } from '#kit/server/bus.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { hashToken } from '#kit/server/token.ts'
import { insertAccount } from '#testing/postgres/accounts-store.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { createCallers } from './callers.ts'
import { deleteSession, insertSession } from './sessions-store.ts'

let database: TestDatabase
let now = Date.UTC(2026, 10, 20, 8)
let people = 0
const bus = createBus((error) => {
  throw error
})

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  now += 3_600_000
})

async function signedIn() {
  people += 1
  const token = `token ${people}`
  const userId = await insertAccount(database.sql, {
    email: `person${people}@example.org`,
    roles: ['basic'],
  })
  const session = { userId, now, address: '203.0.113.7', userAgent: 'test' }
  const id = await insertSession(database.sql, { ...session, tokenHash: hashToken(token) })
  return { token, id, userId }
}

const authenticator = (sql: Sql = database.sql) => createCallers({ sql, bus, clock: () => now })

/** The database with something that happens after a caller was read and before that is used. */
function withNext(event: () => Promise<void>): Sql {
  let pending: (() => Promise<void>) | null = event
  return database.sql.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const next = pending
      pending = null
      await next?.()
      return result
    },
  })
}

test('SE7 a session that ends while it is being read is not accepted from then on', async () => {
  const { token, id } = await signedIn()
  const callers = authenticator(
    withNext(async () => {
      await deleteSession(database.sql, hashToken(token))
      bus.emit('sessionsEnded', { sessionIds: [id] })
    }),
  )
  await callers.callerOf(token)
  expect(await callers.callerOf(token)).toBeNull()
  callers.close()
})

test('SE8 a role that is taken away while the rights are being read counts no more', async () => {
  const { token, userId } = await signedIn()
  const callers = authenticator(
    withNext(async () => {
      await database.sql.deleteFrom('user_roles').where('user_id', '=', userId).execute()
      bus.emit('rightsChanged', { userIds: [userId] })
    }),
  )
  await callers.callerOf(token)
  expect((await callers.callerOf(token))?.roles).toEqual([])
  callers.close()
})

test('SE9 what was read counts for three seconds, also after the clock was set back', async () => {
  const { token } = await signedIn()
  const callers = authenticator()
  await callers.callerOf(token)
  await deleteSession(database.sql, hashToken(token))
  now += 2_999
  expect(await callers.callerOf(token)).not.toBeNull()
  now -= 3_600_000
  expect(await callers.callerOf(token)).toBeNull()
  callers.close()
})

test('SE9 what was read about a session counts no longer than three seconds', async () => {
  const { token } = await signedIn()
  const callers = authenticator()
  await callers.callerOf(token)
  await deleteSession(database.sql, hashToken(token))
  now += 3_000
  expect(await callers.callerOf(token)).toBeNull()
  callers.close()
})

test('SE8 a change of rights of one person leaves what was read about others', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  const callers = authenticator()
  await callers.callerOf(one.token)
  await callers.callerOf(other.token)
  for (const { token } of [one, other]) await deleteSession(database.sql, hashToken(token))
  bus.emit('rightsChanged', { userIds: [one.userId] })
  expect(await callers.callerOf(one.token)).toBeNull()
  expect(await callers.callerOf(other.token)).not.toBeNull()
  callers.close()
})

/** The database, and how many statements it was asked. */
function counted() {
  let statements = 0
  const sql = database.sql.withPlugin({
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { sql, count: () => statements }
}

test('SE46 calls of one session that begin at once read it once', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  const { sql, count } = counted()
  const callers = authenticator(sql)
  const ids = await Promise.all(
    [one, one, other, one].map(async ({ token }) => (await callers.callerOf(token))?.userId),
  )
  expect(ids).toEqual([one.userId, one.userId, other.userId, one.userId])
  expect(count()).toBe(2)
  callers.close()
})

test('SE46 what is being read is not for calls that begin after a change', async () => {
  const { token, id } = await signedIn()
  const [readOnce, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const callers = authenticator(
    withNext(() => {
      readOnce.resolve()
      return mayGoOn.promise
    }),
  )
  const before = callers.callerOf(token)
  await readOnce.promise
  await deleteSession(database.sql, hashToken(token))
  bus.emit('sessionsEnded', { sessionIds: [id] })
  const after = callers.callerOf(token)
  mayGoOn.resolve()
  expect(await before).not.toBeNull()
  expect(await after).toBeNull()
  callers.close()
})

test('SE46 what has been read for three seconds is not for calls that begin then', async () => {
  const { token } = await signedIn()
  const { sql, count } = counted()
  const callers = authenticator(sql)
  const before = callers.callerOf(token)
  now += 3_000
  await Promise.all([before, callers.callerOf(token)])
  expect(count()).toBe(2)
  callers.close()
})
