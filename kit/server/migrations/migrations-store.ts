import { type Kysely, sql, type Transaction } from 'kysely'

/** Any fixed number: whoever migrates this product holds the advisory lock with it. */
const lockNumber = 7_236_114_901

/** One applied migration, as the database records it. */
export interface AppliedMigration {
  readonly id: number
  readonly name: string
  readonly checksum: string
}

/**
 * Waits until no other process migrates this database; holds others off until the transaction ends.
 */
export async function lockMigrations<DB>(transaction: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockNumber)})`.execute(transaction)
}

/** What has been applied so far, in order; creates the table that records it. */
export async function readApplied<DB>(
  transaction: Transaction<DB>,
): Promise<readonly AppliedMigration[]> {
  const table = await sql<{
    found: boolean
  }>`select to_regclass('schema_migrations') is not null as found`.execute(transaction)
  if (!table.rows[0]?.found) {
    await sql`create table schema_migrations (
      id integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`.execute(transaction)
  }
  const applied = await sql<AppliedMigration>`select id, name, checksum from schema_migrations
      order by id`.execute(transaction)
  return applied.rows
}

/** Runs the statements of a migration. */
export async function runStatements<DB>(
  transaction: Transaction<DB>,
  statements: string,
): Promise<void> {
  await sql.raw(statements).execute(transaction)
}

export async function recordApplied<DB>(
  transaction: Transaction<DB>,
  migration: AppliedMigration,
): Promise<void> {
  const { id, name, checksum } = migration
  await sql`insert into schema_migrations (id, name, checksum)
    values (${id}, ${name}, ${checksum})`.execute(transaction)
}

/** Runs `work` in a transaction of its own. */
export function inTransaction<DB, Result>(
  database: Kysely<DB>,
  work: (transaction: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(work)
}
