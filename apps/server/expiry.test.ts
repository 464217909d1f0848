import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { commandLineOrigin } from '#kit/server/audit.ts'
import { clockCheck, ExpiryClock } from '#kit/server/expiry-clock/expiry-clock.ts'
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
