import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { endSessions, lockHolders } from '#testing/postgres/databases-store.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { runProgram, type Program } from '#testing/programs/run-program.ts'
import { lockDatabase } from './database-lock.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.drop())

const lock = (onTaken: (reason: string) => void = () => undefined, timeoutMs = 15_000) =>
  lockDatabase({ url: database.url, log, onTaken, timeoutMs })

async function holdElsewhere(): Promise<Program> {
  const program = runProgram('hold-database.ts', [database.url])
  onTestFinished(async () => {
    program.child.kill('SIGKILL')
    await program.ended
  })
  expect(await program.nextLine()).toBe('held')
  return program
}

test('DL1 a second server is refused at once, with pid and machine of the first', async () => {
  const other = await holdElsewhere()
  const begin = performance.now()
  await expect(lock()).rejects.toThrow(
    new RegExp(
      `The database is in use by another Warroom \\(pid ${other.child.pid} on \\S+\\)\\. Stop it ` +
        `first, .*DATABASE_URL`,
    ),
  )
  expect(performance.now() - begin).toBeLessThan(10_000)
})

test('DL2 what a killed server held is free', async () => {
  const other = await holdElsewhere()
  other.child.kill('SIGKILL')
  await other.ended
  await (await lock()).close()
})

test('DL2 a holder that may be dead is waited for', async () => {
  const client = new pg.Client({
    connectionString: database.url,
    application_name: 'warroom server 1/abc123 on elsewhere',
  })
  await client.connect()
  await client.query('select pg_advisory_lock(1465996108, 1)')
  await expect(lock(undefined, 0)).rejects.toThrow('another Warroom (pid 1 on elsewhere)')
  const waiting = lock()
  await client.end()
  await (await waiting).close()
})

test('DL3 a lock lost with its connection is taken again, by the same process', async () => {
  const program = await holdElsewhere()
  const [before] = await lockHolders(database.sql)
  expect(before?.name).toMatch(`warroom server ${program.child.pid}/`)
  await endSessions(database.sql, 'warroom server %')
  await eventually('it is held again', async () => {
    const [now] = await lockHolders(database.sql)
    return now?.name === before?.name && now?.backend !== before?.backend
  })
})

test('DL4 whoever finds another server at the lost lock has to end', async () => {
  const program = await holdElsewhere()
  const taker = new pg.Client({
    connectionString: database.url,
    application_name: 'warroom server 7/abc123 on elsewhere',
  })
  await taker.connect()
  // Waits in the queue of the lock, and so has it before the other can take it again.
  const has = taker.query('select pg_advisory_lock(1465996108, 1)')
  await eventually(
    'it waits',
    async () =>
      (await endSessions(database.sql, `warroom server ${program.child.pid}/%`, 'if waited for')) >
      0,
  )
  await has
  expect(await program.nextLine()).toBe(
    'the database was taken over by another Warroom (pid 7 on elsewhere)',
  )
  await taker.end()
})
