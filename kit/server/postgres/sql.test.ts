import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { isAlive } from '#testing/is-alive.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { isDatabaseAway, isTransientFailure } from './transient-failure.ts'
import { openSql, type Sql, type SqlOptions } from './sql.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => void (database = await testDatabase({ empty: true })))
afterAll(() => database.drop())

function open(options: Omit<SqlOptions, 'log'>): Sql {
  const opened = openSql({ url: database.url }, { log, ...options })
  onTestFinished(() => opened.destroy())
  return opened
}

async function processOf(connection: Sql): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
  return rows[0]?.pid ?? 0
}

/** Stops the process behind the connection, which then owes every answer. */
async function freeze(connection: Sql): Promise<number> {
  const pid = await processOf(connection)
  process.kill(pid, 'SIGSTOP')
  onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGCONT')))
  return pid
}

test('EP11 what is not answered fails in a way that may pass, and is thrown away', async () => {
  const opened = open({ connections: 2, statementTimeoutMs: 300, answerLeewayMs: 200 })
  const frozen: number[] = []
  const stuck = [0, 1].map(() =>
    opened.transaction().execute(async (transaction) => {
      frozen.push(await freeze(transaction))
      await sql`select 1`.execute(transaction)
    }),
  )
  const failures = await Promise.all(stuck.map((each) => each.catch((error: unknown) => error)))
  for (const failure of failures) {
    expect(isTransientFailure(failure)).toBe(true)
    expect(failure instanceof Error && isDatabaseAway(failure)).toBe(true)
  }
  expect(new Set(frozen).size).toBe(2)
  expect(frozen).not.toContain(await processOf(opened))
  for (const pid of frozen) process.kill(pid, 'SIGCONT')
  await eventually('the connections are gone', () => !frozen.some(isAlive))
})

test('EP11 a long statement is cancelled by the server, and its connection stays', async () => {
  const opened = open({ connections: 1, statementTimeoutMs: 100 })
  const before = await processOf(opened)
  await expect(sql`select pg_sleep(20)`.execute(opened)).rejects.toMatchObject({ code: '57014' })
  expect(await processOf(opened)).toBe(before)
})

test('EP11 without a limit a statement takes as long as it takes', async () => {
  const opened = open({ connections: 1, statementTimeoutMs: null, answerLeewayMs: 1 })
  const { rows } =
    await sql`select pg_sleep(0.2), current_setting('statement_timeout') as limit`.execute(opened)
  expect(rows).toMatchObject([{ limit: '0' }])
})

test('EP11 a program that is stopping waits for no server that is away', async () => {
  const stopping = new AbortController()
  const away = openSql(
    { url: 'postgres://127.0.0.1:1/warroom' },
    { log, timeoutMs: 3_600_000, stopping: stopping.signal },
  )
  const failure = processOf(away).catch((error: unknown) => error)
  stopping.abort()
  expect(isTransientFailure(await failure)).toBe(true)
  await away.destroy()
})

test.each([
  ['no server listens', 'postgres://127.0.0.1:1/warroom'],
  ['its name is not there', 'postgres://database.invalid/warroom'],
])('EP10 where %s, a query fails in a way that may pass', async (_, url) => {
  const nowhere = openSql({ url }, { log, timeoutMs: 0 })
  const failure = await processOf(nowhere).catch((error: unknown) => error)
  expect(isTransientFailure(failure)).toBe(true)
  expect(failure instanceof Error && isDatabaseAway(failure)).toBe(true)
  await nowhere.destroy()
})
