import { type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

export async function setDisabled(sql: Kysely<DB>, id: number, disabled: boolean): Promise<void> {
  await sql.updateTable('users').set({ disabled }).where('id', '=', id).execute()
}

export async function deleteUserRow(sql: Kysely<DB>, id: number): Promise<void> {
  await sql.deleteFrom('users').where('id', '=', id).execute()
}

/** Ends all sessions of a user, and the sign-ins that are half done; the ids of the sessions. */
export async function deleteSessionsOf(sql: Kysely<DB>, id: number): Promise<readonly string[]> {
  await sql.deleteFrom('sign_in_tickets').where('user_id', '=', id).execute()
  const rows = await sql.deleteFrom('sessions').where('user_id', '=', id).returning('id').execute()
  return rows.map((row) => row.id)
}

/** Makes a one-time link valid, in place of an earlier one. */
export async function writePasswordLink(
  sql: Kysely<DB>,
  userId: number,
  tokenHash: Buffer,
  expiresAt: number,
): Promise<void> {
  const link = { token_hash: tokenHash, expires_at: new Date(expiresAt) }
  await sql
    .insertInto('password_links')
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
    .execute()
}

/** Makes the one-time link of a person worth nothing. */
export async function deletePasswordLink(sql: Kysely<DB>, userId: number): Promise<void> {
  await sql.deleteFrom('password_links').where('user_id', '=', userId).execute()
}

/** Makes the one-time links of everybody who holds the role worth nothing. */
export async function deletePasswordLinksOfRole(sql: Kysely<DB>, role: string): Promise<void> {
  const holders = sql.selectFrom('user_roles').select('user_id').where('role', '=', role)
  await sql.deleteFrom('password_links').where('user_id', 'in', holders).execute()
}

/** Switches the second factor of a user off; false when none was on. */
export async function deleteSecondFactor(sql: Kysely<DB>, userId: number): Promise<boolean> {
  await sql.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const row = await sql
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}

/**
 * Whether an administrator other than `id` can sign in: enabled, and with a password.
 * Until the transaction ends nobody else gets an answer: of two that shut
 * each other out, the second sees what the first did.
 */
export async function anotherAdministratorExists(sql: Kysely<DB>, id: number): Promise<boolean> {
  await sql
    .selectFrom('roles')
    .select('name')
    .where('name', '=', 'admin')
    .forNoKeyUpdate()
    .execute()
  const row = await sql
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('users.id')
    .where('role', '=', 'admin')
    .where('users.id', '<>', id)
    .where('disabled', '=', false)
    .where('password_hash', '<>', '')
    .executeTakeFirst()
  return row !== undefined
}
