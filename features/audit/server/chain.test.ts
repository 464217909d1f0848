import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastCheck from 'fast-check'
import type { Transaction } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '#kit/server/migrate.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { rewriteChain, swapLinks, tamper } from '#testing/audit-store.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres.ts'
import { recordAudit } from './index.ts'
import { removeExpired } from './keeper.ts'
import { verifyAudit } from './verify.ts'
import { noteHead, readWitness, witnessFile } from './witness.ts'

let database: TestDatabase
let directory = ''
beforeEach(async () => {
  database = await testDatabase()
  directory = await mkdtemp(join(tmpdir(), 'warroom-audit-'))
})
afterEach(async () => {
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

const origin = { actorId: null, address: '203.0.113.7', requestId: 'request' }
const role = (name: string) =>
  ({ action: 'role.create', entity: 'role', entityId: name, entityName: name }) as const

async function record(count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    await database.sql
      .transaction()
      .execute((transaction) =>
        recordAudit(transaction, origin, { ...role(`r${index}`), after: { index } }),
      )
}

const ids = async () =>
  (await database.sql.selectFrom('audit_entries').select('id').orderBy('id').execute()).map(
    ({ id }) => Number(id),
  )

async function problems() {
  const { problems: found, problemCount } = await verifyAudit(database.sql)
  return { first: found[0], count: problemCount }
}

test('AU6 an audit that nobody touched is whole, also the empty one', async () => {
  expect(await verifyAudit(database.sql)).toMatchObject({
    links: 0,
    problemCount: 0,
    head: { position: 0 },
  })
  await record(5)
  expect(await verifyAudit(database.sql)).toMatchObject({
    links: 5,
    problems: [],
    problemCount: 0,
    head: { position: 5 },
  })
})

test('AU6 entries of transactions at once stand in the chain in the order of their commits', async () => {
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const slow = database.sql.transaction().execute(async (transaction) => {
    await recordAudit(transaction, origin, role('slow'))
    begun.resolve()
    await released.promise
  })
  await begun.promise
  // Whoever comes later does not wait for a transaction that has written its entry and goes on
  // working.
  await Promise.all(Array.from({ length: 20 }, () => record(2)))
  released.resolve()
  await slow
  expect(await verifyAudit(database.sql)).toMatchObject({ links: 41, problemCount: 0 })
  const [last] = await database.sql
    .selectFrom('audit_chain')
    .innerJoin('audit_entries', 'audit_entries.id', 'entry_id')
    .select('entity_id')
    .orderBy('position', 'desc')
    .limit(1)
    .execute()
  expect(last?.entity_id).toBe('slow')
})

test('AU6 whatever an entry says, the chain reads it as it was written', async () => {
  const text = fastCheck.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\u0000', ''))
  const entry = fastCheck.record({
    name: text,
    after: fastCheck.dictionary(
      text,
      fastCheck.oneof(text, fastCheck.double({ noNaN: true, noDefaultInfinity: true })),
    ),
  })
  await fastCheck.assert(
    fastCheck.asyncProperty(entry, async ({ name, after }) => {
      await database.sql
        .transaction()
        .execute((transaction) => recordAudit(transaction, origin, { ...role(name), after }))
    }),
    { numRuns: 60 },
  )
  expect(await verifyAudit(database.sql)).toMatchObject({ links: 60, problemCount: 0 })
})

type Tampering = (transaction: Transaction<DB>, id: number, other: number) => Promise<unknown>

const change =
  (values: Readonly<Record<string, unknown>>): Tampering =>
  (transaction, id) =>
    transaction.updateTable('audit_entries').set(values).where('id', '=', String(id)).execute()

const tamperings: readonly (readonly [string, Tampering, string])[] = [
  ...Object.entries({
    ...{
      time: new Date(0),
      actor_id: 7,
      actor_name: 'x',
      actor_email: 'x',
      action: 'role.remove',
      entity: 'user',
      entity_id: 'x',
    },
    ...{
      entity_name: 'x',
      before: '{}',
      after: '{"index": 8}',
      address: 'x',
      request_id: 'x',
      count: 2,
      first_time: new Date(0),
    },
  }).map(
    ([column, value]) => [`${column} was changed`, change({ [column]: value }), 'changed'] as const,
  ),
  [
    'an entry was removed',
    (transaction, id) =>
      transaction.deleteFrom('audit_entries').where('id', '=', String(id)).execute(),
    'removed',
  ],
  [
    'an entry was removed with its link',
    async (transaction, id) => {
      await transaction.deleteFrom('audit_entries').where('id', '=', String(id)).execute()
      await transaction.deleteFrom('audit_chain').where('entry_id', '=', String(id)).execute()
    },
    'removed',
  ],
  [
    'two entries changed places',
    (transaction, id, other) => swapLinks(transaction, id, other),
    'changed',
  ],
  [
    'a hash was changed',
    (transaction, id) =>
      transaction
        .updateTable('audit_chain')
        .set({ hash: Buffer.alloc(32) })
        .where('entry_id', '=', String(id))
        .execute(),
    'changed',
  ],
]

test.each(tamperings)('AU6 %s: the first such entry is named', async (_what, work, kind) => {
  await record(9)
  const all = await ids()
  const [id = 0, other = 0] = [all[3], all[6]]
  await tamper(database.sql, (transaction) => work(transaction, id, other))
  const { first, count } = await problems()
  expect(first).toMatchObject({ kind, position: 4 })
  expect([id, null]).toContain(
    kind === 'changed' && first?.entryId === other ? id : (first?.entryId ?? null),
  )
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThanOrEqual(2)
})

test('AU6 an entry put in past the chain is named', async () => {
  await record(3)
  await tamper(database.sql, (transaction) => recordAudit(transaction, origin, role('forged')))
  const inserted = (await ids()).at(-1)
  await record(1)
  expect(await problems()).toEqual({
    first: { kind: 'inserted', position: null, entryId: inserted },
    count: 1,
  })
})

async function cutLast(transaction: Transaction<DB>): Promise<void> {
  const last = (await ids()).at(-1)
  await transaction.deleteFrom('audit_entries').where('id', '=', String(last)).execute()
  await transaction.deleteFrom('audit_chain').where('entry_id', '=', String(last)).execute()
}

test('AU7 a cut end is found by the head', async () => {
  await record(4)
  await tamper(database.sql, cutLast)
  expect(await problems()).toEqual({ first: { kind: 'cut', position: 4, entryId: null }, count: 1 })
})

test('AU7 an end that was cut or rewritten with its head is found by what was noted elsewhere, and that stays', async () => {
  const file = witnessFile(directory)
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  await record(4)
  await noteHead(database.sql, file, log)
  const noted = await readFile(file, 'utf8')
  const witnesses = async () => [await readWitness(file)].filter((point) => point !== null)
  await record(1)
  expect(await verifyAudit(database.sql, await witnesses())).toMatchObject({ problemCount: 0 })
  await tamper(database.sql, async (transaction) => {
    await change({ address: 'elsewhere' })(transaction, (await ids())[1] ?? 0, 0)
    await rewriteChain(transaction)
  })
  expect(await verifyAudit(database.sql)).toMatchObject({ problemCount: 0 })
  const rewritten = await verifyAudit(database.sql, await witnesses())
  expect(rewritten.problems[0]).toEqual({ kind: 'rewritten', position: 4, entryId: null })
  await tamper(database.sql, async (transaction) => {
    await cutLast(transaction)
    await rewriteChain(transaction)
  })
  await tamper(database.sql, async (transaction) => {
    await cutLast(transaction)
    await rewriteChain(transaction)
  })
  expect((await verifyAudit(database.sql, await witnesses())).problems[0]).toMatchObject({
    kind: 'cut',
    position: 4,
  })
  await noteHead(database.sql, file, log)
  expect(await readFile(file, 'utf8')).toBe(noted)
  expect(logged.at(-1)).toContain('the audit was cut or rewritten')
})

test('AU7 the note follows the head, and a damaged note is an error and no silence', async () => {
  const file = witnessFile(directory)
  const log = pino({ level: 'silent' })
  await noteHead(database.sql, file, log)
  expect(await readWitness(file)).toMatchObject({ position: 0 })
  await record(2)
  await noteHead(database.sql, file, log)
  expect(await readWitness(file)).toMatchObject({ position: 2 })
  await writeFile(file, '{"position":')
  await expect(noteHead(database.sql, file, log)).rejects.toThrow()
})

const dayMs = 86_400_000

test('AU8 retention removes what is too old, in batches, and the chain stays whole from its checkpoint on', async () => {
  await record(2_345)
  const keep = { sql: database.sql, audit: recordAudit, retentionDays: 30 }
  expect(await removeExpired({ ...keep, clock: Date.now })).toBe(0)
  expect(await removeExpired({ ...keep, clock: Date.now, retentionDays: null })).toBe(0)
  expect(
    await removeExpired({ ...keep, clock: () => Date.now() + 31 * dayMs }),
  ).toBeGreaterThanOrEqual(2_345)
  const { firstPosition, problemCount, links } = await verifyAudit(database.sql)
  expect(problemCount).toBe(0)
  expect(firstPosition).toBeGreaterThan(2_345)
  expect(links).toBeGreaterThan(0)
  const left = await database.sql.selectFrom('audit_entries').select(['action', 'after']).execute()
  expect(new Set(left.map(({ action }) => action))).toEqual(new Set(['installation.expire-audit']))
  await record(1)
  expect(await verifyAudit(database.sql)).toMatchObject({ problemCount: 0 })
})

test('AU8 an entry that is not old holds back those behind it, and nobody else removes', async () => {
  await record(6)
  const [, , , young] = await ids()
  const old = new Date(Date.now() - 100 * dayMs)
  await tamper(database.sql, (transaction) =>
    transaction
      .updateTable('audit_entries')
      .set({ time: old })
      .where('id', '<>', String(young))
      .execute(),
  )
  await tamper(database.sql, rewriteChain)
  expect(
    await removeExpired({
      sql: database.sql,
      audit: recordAudit,
      retentionDays: 30,
      clock: Date.now,
    }),
  ).toBe(3)
  expect((await ids()).slice(0, 3)).toEqual(
    (await ids()).filter((id) => id >= (young ?? 0)).slice(0, 3),
  )
  expect(await problems()).toMatchObject({ count: 0 })
  await expect(database.sql.deleteFrom('audit_chain').execute()).rejects.toThrow('never changed')
  await expect(
    database.sql
      .updateTable('audit_chain')
      .set({ hash: Buffer.alloc(32) })
      .execute(),
  ).rejects.toThrow('never changed')
})

test('AU6 entries from before the chain are chained by the migration', async () => {
  const old = await testDatabase({ empty: true })
  const migrations = join(import.meta.dirname, '..', '..', '..', 'migrations', 'postgres')
  const before = join(directory, 'migrations')
  await mkdir(before)
  for (const file of (await readdir(migrations)).filter((name) => name < '0009'))
    await copyFile(join(migrations, file), join(before, file))
  const log = pino({ level: 'silent' })
  await migrate(old.sql, before, log)
  for (let index = 0; index < 250; index++) {
    const { action, entity, entityId: entity_id, entityName: entity_name } = role(`r${index}`)
    const entry = {
      action,
      entity,
      entity_id,
      entity_name,
      address: 'x',
      request_id: 'x',
      after: JSON.stringify({ index, text: 'ж "\\' }),
    }
    await old.sql.insertInto('audit_entries').values(entry).execute()
  }
  await migrate(old.sql, migrations, log)
  await old.sql
    .transaction()
    .execute((transaction) => recordAudit(transaction, origin, role('new')))
  expect(await verifyAudit(old.sql)).toMatchObject({
    links: 251,
    problemCount: 0,
    head: { position: 251 },
  })
  await old.drop()
})
