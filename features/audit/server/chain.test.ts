import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastCheck from 'fast-check'
import type { Transaction } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { migrate } from '#kit/server/migrations/migrate.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { auditedDatabase, origin, role } from '#testing/sites/audited-database.ts'
import { swapLinks, tamper } from '#testing/postgres/audit-store.ts'
import { testDatabase } from '#testing/postgres/postgres.ts'
import { recordAudit } from '#testing/audit.ts'
import { verifyAudit } from './verify.ts'

const audited = auditedDatabase()

test('AU6 an audit that nobody touched is whole, also the empty one', async () => {
  expect(await verifyAudit(audited.sql)).toMatchObject({
    links: 0,
    problemCount: 0,
    head: { position: 0 },
  })
  await audited.record(5)
  expect(await verifyAudit(audited.sql)).toMatchObject({
    links: 5,
    problems: [],
    problemCount: 0,
    head: { position: 5 },
  })
})

test('AU6 entries of concurrent transactions are chained in the order of commits', async () => {
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const slow = audited.sql.transaction().execute(async (transaction) => {
    await recordAudit(transaction, origin, role('slow'))
    begun.resolve()
    await released.promise
  })
  await begun.promise
  // Whoever comes later does not wait for a transaction that has written its entry and goes on
  // working.
  await Promise.all(Array.from({ length: 20 }, () => audited.record(2)))
  released.resolve()
  await slow
  expect(await verifyAudit(audited.sql)).toMatchObject({ links: 41, problemCount: 0 })
  const [last] = await audited.sql
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
      await audited.sql
        .transaction()
        .execute((transaction) => recordAudit(transaction, origin, { ...role(name), after }))
    }),
    { numRuns: 60 },
  )
  expect(await verifyAudit(audited.sql)).toMatchObject({ links: 60, problemCount: 0 })
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
  await audited.record(9)
  const all = await audited.ids()
  const [id = 0, other = 0] = [all[3], all[6]]
  await tamper(audited.sql, (transaction) => work(transaction, id, other))
  const { first, count } = await audited.problems()
  expect(first).toMatchObject({ kind, position: 4 })
  expect([id, null]).toContain(
    kind === 'changed' && first?.entryId === other ? id : (first?.entryId ?? null),
  )
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThanOrEqual(2)
})

test('AU6 an entry put in past the chain is named', async () => {
  await audited.record(3)
  await tamper(audited.sql, (transaction) => recordAudit(transaction, origin, role('forged')))
  const inserted = (await audited.ids()).at(-1)
  await audited.record(1)
  expect(await audited.problems()).toEqual({
    first: { kind: 'inserted', position: null, entryId: inserted },
    count: 1,
  })
})

test('AU6 of many entries put in past the chain the first are named, all are counted', async () => {
  await audited.record(1)
  await tamper(audited.sql, async (transaction) => {
    for (let each = 0; each < 23; each += 1) await recordAudit(transaction, origin, role('forged'))
  })
  const { problems, problemCount } = await verifyAudit(audited.sql)
  expect([problems.length, problemCount]).toEqual([20, 23])
})

test('AU6 entries from before the chain are chained by the migration', async () => {
  const old = await testDatabase({ empty: true })
  const migrations = join(import.meta.dirname, '..', '..', '..', 'migrations', 'postgres')
  const before = join(audited.directory, 'migrations')
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
