import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import {
  inTransaction,
  lockMigrations,
  readApplied,
  recordApplied,
  runStatements,
  type AppliedMigration,
} from './migrations-store.ts'
import { StartupError } from '../process/startup-error.ts'

const fileName = /^(\d{4})-([a-z0-9-]+)\.sql$/
/** Statements that would end the transaction of the migration halfway. */
const transactionControl = /^\s*(begin|start\s+transaction|commit|rollback|end)\s*;/im

/** One migration file. */
export interface Migration extends AppliedMigration {
  readonly file: string
  readonly statements: string
}

function readMigration(directory: string, file: string): Migration {
  const [, id, name] = fileName.exec(file) ?? []
  if (id === undefined || name === undefined)
    throw new StartupError(`The migration ${file} must be called NNNN-name.sql.`)
  const statements = readFileSync(join(directory, file), 'utf8').replaceAll('\r\n', '\n')
  if (transactionControl.test(statements)) {
    throw new StartupError(
      `The migration ${file} must not begin or end transactions: it runs in one of its own.`,
    )
  }
  return {
    id: Number(id),
    name,
    file,
    statements,
    checksum: createHash('sha256').update(statements).digest('hex'),
  }
}

/**
 * The migrations in `directory`, by number. Throws StartupError for a badly named file or a number
 * used twice.
 */
export function readMigrations(directory: string): readonly Migration[] {
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  const migrations = files.map((file) => readMigration(directory, file))
  for (const [index, migration] of migrations.entries()) {
    const before = migrations[index - 1]
    if (before?.id === migration.id)
      throw new StartupError(
        `The migrations ${before.file} and ${migration.file} have the same number.`,
      )
  }
  return migrations
}

/**
 * The first migration still to apply. Throws StartupError when what was applied is not what the
 * files say.
 */
function nextMigration(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration | undefined {
  for (const done of applied) {
    const migration = migrations.find(({ id }) => id === done.id)
    if (!migration) {
      throw new StartupError(
        `The database is newer than this program: it has the ` +
          `migration ${done.id} (${done.name}), which this version does not know. Start the ` +
          `newer version.`,
      )
    }
    if (migration.checksum !== done.checksum) {
      throw new StartupError(
        `The migration ${migration.file} was changed after it had been applied to this database. ` +
          `Restore it, and make the change in a new migration.`,
      )
    }
  }
  const last = applied.at(-1)?.id ?? -1
  const next = migrations.find(({ id }) => !applied.some((done) => done.id === id))
  if (next && next.id < last) {
    throw new StartupError(
      `The migration ${next.file} comes before ${last}, which is already applied. Give it a ` +
        `higher number.`,
    )
  }
  return next
}

/** Where in its file a statement failed, from the position that PostgreSQL reports. */
function placeOf(error: unknown, migration: Migration): string {
  if (!(error instanceof Error && 'position' in error)) return migration.file
  const line = migration.statements.slice(0, Number(error.position)).split('\n').length
  return `${migration.file}, line ${line}`
}

/**
 * Applies the next migration under the lock; returns which, or nothing when the database is up to
 * date.
 */
function applyNext<DB>(
  database: Kysely<DB>,
  migrations: readonly Migration[],
): Promise<Migration | undefined> {
  return inTransaction(database, async (transaction) => {
    await lockMigrations(transaction)
    const next = nextMigration(migrations, await readApplied(transaction))
    if (!next) return undefined
    try {
      await runStatements(transaction, next.statements)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new StartupError(`The migration ${placeOf(cause, next)} failed: ${reason}`, { cause })
    }
    await recordApplied(transaction, next)
    return next
  })
}

/**
 * Brings the database, which is opened without a limit of time for statements, to the state that
 * the .sql files of `directory` describe and returns the names of the files applied now. Each
 * file runs in one transaction together with the row that records it, so an interrupted run
 * leaves nothing half done; several processes may do this at once. Throws StartupError when a
 * file fails, was changed since it was applied, or the database has been migrated by a newer
 * program.
 */
export async function migrate<DB>(
  database: Kysely<DB>,
  directory: string,
  log: BaseLogger,
): Promise<readonly string[]> {
  const migrations = readMigrations(directory)
  const appliedNow: string[] = []
  for (;;) {
    const migration = await applyNext(database, migrations)
    if (!migration) return appliedNow
    appliedNow.push(migration.file)
    log.info({ migration: migration.file }, 'applied a migration of the relational database')
  }
}
