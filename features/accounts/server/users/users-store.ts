import { sql as query, type Kysely } from 'kysely'
import { Locale } from '#kit/model/locale.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { WrittenFields } from '../../contract/person-fields.ts'

/** Columns that users, or those who manage users, write; a new field of a person is added here. */
export const writtenColumns = ['name', 'email', 'introduction', 'language'] as const

/** What is written about a user. A field is called as its column is, in the contract too. */
export interface UserFields extends Readonly<WrittenFields> {
  readonly email: string
  readonly language: Locale | null
}

const roleNames = query<string[]>`array(
  select role from user_roles where user_id = users.id order by role)`
const permissionNames = query<string[]>`array(
  select permission from user_permissions where user_id = users.id order by permission)`
const hasSecondFactor = query<boolean>`exists (
  select from second_factors where user_id = users.id and confirmed_at is not null)`
const newestRequest = query<Date | null>`(
  select max(last_seen_at) from sessions where user_id = users.id)`

/** Users with everything that any view of them shows. */
export function selectUsers(sql: Kysely<DB>) {
  return sql
    .selectFrom('users')
    .select(['id', ...writtenColumns, 'avatar', 'cognito_id', 'disabled', 'version', 'created_at'])
    .select(roleNames.as('roles'))
    .select(permissionNames.as('permissions'))
    .select(hasSecondFactor.as('secondFactor'))
    .select(newestRequest.as('last_seen_at'))
}
type Row = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number]

export type UserRow = ReturnType<typeof toUser>

/** Times become ms UTC; a language that this version does not speak becomes none. */
export function toUser({ created_at, last_seen_at, language, ...row }: Row) {
  return {
    ...row,
    language: Locale.nullable().catch(null).parse(language),
    createdAt: created_at.getTime(),
    lastSeenAt: last_seen_at?.getTime() ?? null,
  }
}

export async function readUser(sql: Kysely<DB>, id: number): Promise<UserRow | null> {
  const row = await selectUsers(sql).where('id', '=', id).executeTakeFirst()
  return row ? toUser(row) : null
}

/**
 * Locks a user: nobody else changes them or signs in as them until the transaction ends.
 */
export async function lockUser(sql: Kysely<DB>, id: number): Promise<void> {
  await sql.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
}

/** Whether a user exists; until the transaction ends nobody removes them. */
export async function holdUser(sql: Kysely<DB>, id: number): Promise<boolean> {
  const row = await sql
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Adds a user without rights; null when the e-mail address is taken. `passwordHash`: null lets
 * nobody in until a password is chosen.
 */
export async function insertUser(
  sql: Kysely<DB>,
  fields: Partial<UserFields> & Pick<UserFields, 'name' | 'email'>,
  passwordHash: string | null,
): Promise<number | null> {
  const row = await sql
    .insertInto('users')
    .values({ ...fields, password_hash: passwordHash ?? '' })
    .onConflict((conflict) => conflict.expression(query`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Changes these fields of a user; false when the user was changed since `version`. */
export async function updateUser(
  sql: Kysely<DB>,
  id: number,
  version: number,
  fields: Partial<UserFields>,
): Promise<boolean> {
  const row = await sql
    .updateTable('users')
    .set((to) => ({ ...fields, version: to('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether somebody other than `id` has this e-mail address. */
export async function emailIsTaken(sql: Kysely<DB>, email: string, id: number): Promise<boolean> {
  const row = await sql
    .selectFrom('users')
    .select('id')
    .where(query`lower(email)`, '=', query`lower(${email})`)
    .where('id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function setDisabled(sql: Kysely<DB>, id: number, disabled: boolean): Promise<void> {
  await sql.updateTable('users').set({ disabled }).where('id', '=', id).execute()
}

export async function deleteUser(sql: Kysely<DB>, id: number): Promise<void> {
  await sql.deleteFrom('users').where('id', '=', id).execute()
}
