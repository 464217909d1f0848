import { sql } from 'kysely'
import type { Sql } from '#kit/server/postgres/sql.ts'

/** Switches the chaining of entries off, as a reference, or on again. */
export async function switchChain(database: Sql, on: boolean): Promise<void> {
  await sql`alter table audit_entries ${sql.raw(on ? 'enable' : 'disable')} trigger
    audit_entries_chained`.execute(database)
}
