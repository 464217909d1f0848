import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { commandLineOrigin } from '#kit/server/audit.ts'
import { clockCheck, ExpiryClock } from '#kit/server/expiry-clock/expiry-clock.ts'
import { eventually } from '#testing/eventually.ts'
import { countWaiting, endWaiting } from '#testing/postgres/databases-store.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { testDatabase } from '#testing/postgres/postgres.ts'
import { recordAudit } from './audit.ts'

const dayMs = 86_400_000
const begin = Date.UTC(2026, 5, 1)

test('RD49 the time that has passed outlives restarts; its confirmation is audited', async () => {
  const { sql, drop } = await testDatabase()
  onTestFinished(drop)
  let now = begin
  const open = (newest: number | null = null) =>
    ExpiryClock.open({
      ...{ sql, audit: recordAudit, log: pino({ level: 'silent' }) },
      ...{ clock: () => now, running: () => 0, newestStored: async () => newest },
    })
  const noticeOf = (clock: ExpiryClock) => clockCheck(clock).notice?.()
  const first = await open()
  expect([first.now(), noticeOf(first)]).toEqual([begin, null])
  now += 1_000 * dayMs
  // Between two looks too.
  expect(first.now()).toBe(begin)
  const restarted = await open(now)
  expect(restarted.now()).toBe(begin)
  expect(noticeOf(restarted)).toContain('1000 days ahead')
  await (await open()).check()
  await restarted.confirm(commandLineOrigin())
  expect((await open()).now()).toBe(now)
  const entries = await sql.selectFrom('audit_entries').select('action').orderBy('id').execute()
  expect(entries.map(({ action }) => action)).toEqual([
    'installation.doubt-clock',
    'installation.confirm-clock',
  ])
  now -= 3 * dayMs
  const behind = await open()
  expect([behind.now(), noticeOf(behind)]).toEqual([now, expect.stringContaining('3 days behind')])
})

test.for([
  ['half a year ago is held', begin - 180 * dayMs, begin - 180 * dayMs],
  ['yesterday is trusted', begin - dayMs, begin],
  ['never is new', null, begin],
] as const)('RD49 a directory whose newest reading came %s', async ([, newest, expected]) => {
  const { sql, drop } = await testDatabase()
  onTestFinished(drop)
  const clock = await ExpiryClock.open({
    ...{ sql, audit: recordAudit, log: pino({ level: 'silent' }) },
    ...{ clock: () => begin, newestStored: async () => newest },
  })
  expect(clock.now()).toBe(expected)
})

/** Does something with the clock while nobody may note what time it is. */
const whileHeld = (sql: Sql, work: () => Promise<void>) =>
  sql.transaction().execute(async (transaction) => {
    await transaction.selectFrom('expiry_clock').selectAll().forUpdate().execute()
    await work()
  })

test('RD59 a clock that is confirmed beside a look at it stays so over a restart', async () => {
  const { sql, drop } = await testDatabase()
  onTestFinished(drop)
  let now = begin
  const services = { sql, audit: recordAudit, log: pino({ level: 'silent' }) }
  const open = () =>
    ExpiryClock.open({
      ...{ ...services, clock: () => now, running: () => 0, newestStored: async () => null },
    })
  await open()
  now += 1_000 * dayMs
  const clock = await open()
  const done: Promise<void>[] = []
  await whileHeld(sql, async () => {
    done.push(clock.confirm(commandLineOrigin()))
    await eventually('it is confirmed', async () => (await countWaiting(sql)) === 1)
    done.push(clock.check())
  })
  await Promise.all(done)
  expect(clock.now()).toBe(now)
  expect((await open()).now()).toBe(now)
})

test('RD59 a clock that is doubted while the database is away is audited afterwards', async () => {
  const { sql, drop } = await testDatabase()
  onTestFinished(drop)
  let now = begin
  const clock = await ExpiryClock.open({
    ...{ sql, audit: recordAudit, log: pino({ level: 'silent' }) },
    ...{ clock: () => now, running: () => 0, newestStored: async () => null },
  })
  now += 1_000 * dayMs
  await whileHeld(sql, async () => {
    const looked = Promise.allSettled([clock.check()])
    await eventually('it is to be noted', async () => (await countWaiting(sql)) === 1)
    await endWaiting(sql)
    expect(await looked).toMatchObject([{ status: 'rejected' }])
  })
  expect(clock.now()).toBe(begin)
  await clock.check()
  const entries = await sql.selectFrom('audit_entries').select('action').execute()
  expect(entries).toEqual([{ action: 'installation.doubt-clock' }])
})
