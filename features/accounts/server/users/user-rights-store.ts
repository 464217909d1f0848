import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** What a user is given: roles, and permissions beside those of the roles. */
export interface AssignedRights {
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}

/** Replaces everything that a user was given. */
export async function replaceRights(
  sql: Kysely<DB>,
  id: number,
  { roles, permissions }: AssignedRights,
): Promise<void> {
  await sql
    .deleteFrom('user_roles')
    .where('user_id', '=', id)
    .where('role', 'not in', [...roles, ''])
    .execute()
  await sql
    .deleteFrom('user_permissions')
    .where('user_id', '=', id)
    .where('permission', 'not in', [...permissions, ''])
    .execute()
  if (roles.length > 0)
    await sql
      .insertInto('user_roles')
      .values(roles.map((role) => ({ user_id: id, role })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (permissions.length > 0)
    await sql
      .insertInto('user_permissions')
      .values(permissions.map((permission) => ({ user_id: id, permission })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Whether an administrator can sign in: enabled, and with a password. */
export async function administratorExists(sql: Kysely<DB>): Promise<boolean> {
  const row = await selectAdministrators(sql).executeTakeFirst()
  return row !== undefined
}

/**
 * Whether an administrator other than `id` can sign in. Until the transaction ends nobody else gets
 * an answer: of two that remove each other, the second sees what the first did.
 */
export async function anotherAdministratorExists(sql: Kysely<DB>, id: number): Promise<boolean> {
  await sql
    .selectFrom('roles')
    .select('name')
    .where('name', '=', 'admin')
    .forNoKeyUpdate()
    .execute()
  const row = await selectAdministrators(sql).where('users.id', '<>', id).executeTakeFirst()
  return row !== undefined
}

/** The administrator other than `id` who can sign in and has an account for the longest time. */
export async function oldestAdministrator(sql: Kysely<DB>, id: number): Promise<number | null> {
  const row = await selectAdministrators(sql)
    .where('users.id', '<>', id)
    .orderBy('users.id')
    .executeTakeFirst()
  return row?.id ?? null
}

function selectAdministrators(sql: Kysely<DB>) {
  return sql
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('users.id')
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .where(query<boolean>`password_hash <> ''`)
    .limit(1)
}
