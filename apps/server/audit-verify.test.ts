import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cutLast } from '#testing/sites/audited-database.ts'
import { rewriteChain, tamper } from '#testing/postgres/audit-store.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { startServerProcess } from '#testing/peers/server-process.ts'
import { run } from '../admin/run.ts'

let database: TestDatabase
let directory = ''
beforeAll(async () => {
  database = await testDatabase()
  directory = await mkdtemp(join(tmpdir(), 'warroom-verify-'))
})
afterAll(async () => {
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

async function admin(...words: readonly string[]) {
  const [out, error]: [string[], string[]] = [[], []]
  const environment = { WARROOM_DATA: directory, DATABASE_URL: database.url }
  const status = await run(words, environment, {
    out: (text) => void out.push(text),
    error: (text) => void error.push(text),
  })
  return { status, out: out.join('\n'), error: error.join('\n') }
}

const verify = async (...words: readonly string[]) => {
  const { status, out } = await admin('audit', 'verify', '--json', ...words)
  return {
    status,
    ...(JSON.parse(out) as {
      intact: boolean
      head: { position: number; hash: string }
      problems: object[]
      accepted: object[]
    }),
  }
}

test('AU6 the command line verifies the audit beside a server and without one', async () => {
  const environment = { WARROOM_DATA: directory, DATABASE_URL: database.url }
  const server = await startServerProcess(environment)
  onTestFinished(async () => void (await server.stop()))
  for (const id of ['DEV-1', 'DEV-2', 'DEV-3'])
    expect((await admin('device', 'add', '--id', id)).status).toBe(0)
  const beside = await verify()
  expect(beside).toMatchObject({ status: 0, intact: true, problems: [] })
  expect(await verify('--head', `${beside.head.position}:${beside.head.hash}`)).toMatchObject({
    status: 0,
  })
  expect(await verify('--head', `${beside.head.position}:${'0'.repeat(64)}`)).toMatchObject({
    status: 1,
    intact: false,
  })
  expect((await admin('audit', 'verify', '--head', 'x')).status).toBe(2)
  await server.stop()

  const recorded = JSON.parse(await readFile(join(directory, 'audit-head.json'), 'utf8')) as object
  expect(recorded).toMatchObject(beside.head)
  expect(server.output()).toContain(beside.head.hash)
  expect(await verify()).toMatchObject({ status: 0, intact: true })

  await tamper(database.sql, (transaction) =>
    transaction
      .updateTable('audit_entries')
      .set({ entity_id: 'DEV-9' })
      .where('entity_id', '=', 'DEV-2')
      .execute(),
  )
  const { position } = await database.sql
    .selectFrom('audit_chain')
    .innerJoin('audit_entries', 'audit_entries.id', 'entry_id')
    .select('position')
    .where('entity_id', '=', 'DEV-9')
    .executeTakeFirstOrThrow()
  const problem = { kind: 'changed', position: Number(position) }
  expect(await verify()).toMatchObject({ status: 1, intact: false, problems: [problem] })
  const { status, out } = await admin('audit', 'verify')
  expect(status).toBe(1)
  expect(out).toMatch(
    /^The audit is NOT whole: 1 problem in \d+ entries\.\nFirst: entry \d+ at place \d+ /,
  )

  const again = await startServerProcess(environment)
  onTestFinished(async () => void (await again.stop()))
  expect(await verify()).toMatchObject({ status: 1, problems: [problem] })
})

test('AU10 a break after a restore is accepted on the command line, and listed', async () => {
  const { sql } = database
  const { hash } = await sql.selectFrom('audit_head').select('hash').executeTakeFirstOrThrow()
  expect((await admin('audit', 'accept', '--by', 'Ann')).status).toBe(2)
  await tamper(sql, async (transaction) => {
    await cutLast(transaction)
    await rewriteChain(transaction)
  })
  expect(await verify()).toMatchObject({ status: 1, problems: [{ kind: 'cut' }] })
  const words = ['--by', 'Ann', '--reason', 'Restored Sunday']
  const { status, out, error } = await admin('audit', 'accept', ...words)
  expect([status, error]).toEqual([0, ''])
  expect(out).toMatch(/^Recorded in the audit: entries at its end are missing\./)
  expect(await verify()).toMatchObject({
    ...{ status: 0, intact: true },
    accepted: [{ by: 'Ann', reason: 'Restored Sunday' }],
  })
  expect((await admin('audit', 'verify')).out).toMatch(
    /A break was accepted on \S+Z by Ann \(entry \d+\): Restored Sunday/,
  )
  // What was recorded elsewhere, as in the log, still shows the break.
  const elsewhere = ['--head', `${await lastPosition()}:${hash.toString('hex')}`]
  expect(await verify(...elsewhere)).toMatchObject({ status: 1 })
})

const lastPosition = async () =>
  (
    await database.sql
      .selectFrom('audit_chain')
      .select('position')
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).position
