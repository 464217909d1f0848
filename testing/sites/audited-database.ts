import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { afterEach, beforeEach } from 'vitest'
import { recordAudit } from '#testing/audit.ts'
import { verifyAudit } from '#features/audit/server/verify.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'

/** Whoever changes something in these tests. */
export const origin = { actorId: null, address: '203.0.113.7', requestId: 'request' }

/** An entry of the audit that is distinguished by its name. */
export const role = (name: string) =>
  ({ action: 'role.create', entity: 'role', entityId: name, entityName: name }) as const

/** A database and an empty directory of its own for every test of a file. */
export function auditedDatabase() {
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
  return {
    get sql() {
      return database.sql
    },
    get directory() {
      return directory
    },
    /** Writes `count` entries, each in a transaction of its own. */
    async record(count: number): Promise<void> {
      for (let index = 0; index < count; index++)
        await database.sql
          .transaction()
          .execute((transaction) =>
            recordAudit(transaction, origin, { ...role(`r${index}`), after: { index } }),
          )
    },
    /** Of all entries, oldest first. */
    async ids(): Promise<readonly number[]> {
      const rows = await database.sql
        .selectFrom('audit_entries')
        .select('id')
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => Number(id))
    },
    async problems() {
      const { problems, problemCount } = await verifyAudit(database.sql)
      return { first: problems[0], count: problemCount }
    },
  }
}

/** Removes the newest entry and its link, and leaves the head as it is. */
export async function cutLast(transaction: Transaction<DB>): Promise<void> {
  const { id } = await transaction
    .selectFrom('audit_entries')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await transaction.deleteFrom('audit_entries').where('id', '=', id).execute()
  await transaction.deleteFrom('audit_chain').where('entry_id', '=', id).execute()
}
