import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** Stored for a user who has no password: no input matches it. */
const noPassword = ''

/** What lets a user in, and what their password must not be made of. */
export interface Credential {
  readonly id: number
  readonly name: string
  readonly email: string
  /** Null for a user who has not chosen a password yet. */
  readonly passwordHash: string | null
  readonly disabled: boolean
  /** Whether a second factor is on. */
  readonly secondFactor: boolean
}

function selectCredentials(sql: Kysely<DB>) {
  return sql
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['users.id', 'name', 'email', 'disabled'])
    .select(query<string | null>`nullif(password_hash, ${noPassword})`.as('passwordHash'))
    .select(query<boolean>`confirmed_at is not null`.as('secondFactor'))
}

/** Of the user with this e-mail address, however its letters are written. */
export async function findCredential(sql: Kysely<DB>, email: string): Promise<Credential | null> {
  const found = selectCredentials(sql).where(query`lower(email)`, '=', query`lower(${email})`)
  return (await found.executeTakeFirst()) ?? null
}

export async function readCredential(sql: Kysely<DB>, id: number): Promise<Credential | null> {
  return (await selectCredentials(sql).where('users.id', '=', id).executeTakeFirst()) ?? null
}

/**
 * As `readCredential`; whoever changes it waits until the transaction ends, and whoever is changing
 * it is waited for.
 */
export async function lockCredential(sql: Kysely<DB>, id: number): Promise<Credential | null> {
  await sql.selectFrom('users').select('id').where('id', '=', id).forShare().execute()
  // A statement of its own: the one that waited for the lock sees what was there before.
  return readCredential(sql, id)
}

/** Stores the hash of a password; null: the user has none. */
export async function writePasswordHash(
  sql: Kysely<DB>,
  userId: number,
  passwordHash: string | null,
): Promise<void> {
  await sql
    .updateTable('users')
    .set({ password_hash: passwordHash ?? noPassword })
    .where('id', '=', userId)
    .execute()
}
