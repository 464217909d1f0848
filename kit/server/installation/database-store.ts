import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '../postgres-schema.ts'
import type { DatabaseFinding } from './identity.ts'

export type NamedDatabase = NonNullable<DatabaseFinding['identity']>

const Stored = z.object({
  id: z.string(),
  directoryId: z.string(),
  path: z.string(),
  host: z.string(),
})
const key = 'installation'

/** What the database says, also one that no migration has reached yet. Changes nothing. */
export async function readDatabaseFinding(database: Kysely<DB>): Promise<DatabaseFinding> {
  const { rows } = await sql<{ ours: boolean }>`select
    to_regclass('settings') is not null and to_regclass('devices') is not null
    and to_regclass('users') is not null
    as ours`.execute(database)
  if (!rows[0]?.ours) return { identity: null, used: false }
  const row = await database
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  const content = await sql<{ used: boolean }>`
    select exists (select from devices) or exists (select from users) as used`.execute(database)
  return { identity: row ? Stored.parse(row.value) : null, used: content.rows[0]?.used ?? false }
}

/** Names the installation in the database, in place of what was named there before. */
export async function writeDatabaseIdentity(
  database: Kysely<DB>,
  identity: NamedDatabase,
): Promise<void> {
  const value = JSON.stringify(identity)
  await database
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * Makes new sensors take numbers above `number`, which readings have already: they would be taken
 * for the new sensor's. Returns whether the numbers were behind, as those of a database restored
 * from a backup are.
 */
export async function skipSensorNumbers(database: Kysely<DB>, number: number): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('sensors', 'id')::regclass),
    0) < ${number} as behind`.execute(database)
  if (!rows[0]?.behind) return false
  await sql`select setval(pg_get_serial_sequence('sensors', 'id'), ${number})`.execute(database)
  return true
}
