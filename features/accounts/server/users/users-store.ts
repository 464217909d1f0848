import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

const roleNames = query<
  string[]
>`array(select role from user_roles where user_id = users.id order by role)`
const permissionNames = query<
  string[]
>`array(select permission from user_permissions where user_id = users.id order by permission)`

function selectUsers(sql: Kysely<DB>) {
  return sql
    .selectFrom('users')
    .select(['id', 'name', 'email', 'avatar', 'introduction', 'disabled', 'version', 'created_at'])
    .select(roleNames.as('roles'))
    .select(permissionNames.as('permissions'))
    .select(
      query<boolean>`exists (select from second_factors where user_id = users.id and confirmed_at is not null)`.as(
        'secondFactor',
      ),
    )
    .select(
      query<Date | null>`(select max(last_seen_at) from sessions where user_id = users.id)`.as(
        'last_seen_at',
      ),
    )
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof readUserRow>>>

export interface UserFilter {
  readonly search: string | undefined
  readonly role: string | undefined
  readonly disabled: boolean | undefined
}

const sortColumns = {
  name: 'lower(name)',
  email: 'lower(email)',
  created: 'created_at',
  lastSeen: 'last_seen_at',
} as const
export interface UserOrder {
  readonly sort: keyof typeof sortColumns
  readonly order: 'asc' | 'desc'
}

interface Page {
  readonly page: number
  readonly limit: number
}

/** One page of the users that match all of the filter, and how many match. */
export async function listUserRows(
  sql: Kysely<DB>,
  filter: UserFilter,
  { sort, order }: UserOrder,
  { page, limit }: Page,
) {
  const matching = selectUsers(sql).where(matches(filter))
  const direction = query.raw(`${sortColumns[sort]} ${order} nulls last`)
  const [rows, counted] = await Promise.all([
    sql
      .selectFrom(matching.as('users'))
      .selectAll()
      .orderBy(query`${direction}`)
      .orderBy('id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    sql
      .selectFrom('users')
      .select(query<number>`count(*)::integer`.as('total'))
      .where(matches(filter))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: counted.total }
}

function matches({ search, role, disabled }: UserFilter) {
  const conditions = [query<boolean>`true`]
  if (search) conditions.push(query`position(lower(${search}) in lower(name || ' ' || email)) > 0`)
  if (role)
    conditions.push(
      query`exists (select from user_roles where user_id = users.id and role = ${role})`,
    )
  if (disabled !== undefined) conditions.push(query`disabled = ${disabled}`)
  return query<boolean>`(${query.join(conditions, query` and `)})`
}

export async function readUserRow(sql: Kysely<DB>, id: number) {
  return selectUsers(sql).where('id', '=', id).executeTakeFirst()
}

/** Keeps everybody else from changing this user until the transaction ends. */
export async function lockUser(sql: Kysely<DB>, id: number): Promise<void> {
  await sql.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
}

export interface UserFields {
  readonly name: string
  readonly email: string
  readonly introduction: string
}

/**
 * Adds a user; null when the e-mail address is taken. `passwordHash`: null lets nobody in until a
 * password is chosen.
 */
export async function insertUserRow(
  sql: Kysely<DB>,
  user: UserFields,
  passwordHash: string | null,
): Promise<number | null> {
  const row = await sql
    .insertInto('users')
    .values({ ...user, password_hash: passwordHash ?? '' })
    .onConflict((conflict) => conflict.expression(query`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
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

/** Changes a user; false when the user was changed since `version`. */
export async function updateUserRow(
  sql: Kysely<DB>,
  id: number,
  version: number,
  user: UserFields,
): Promise<boolean> {
  const row = await sql
    .updateTable('users')
    .set({ ...user, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces everything that a user was given. */
export async function replaceRights(
  sql: Kysely<DB>,
  id: number,
  {
    roles,
    permissions,
  }: { readonly roles: readonly string[]; readonly permissions: readonly string[] },
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
  if (roles.length > 0) {
    const rows = roles.map((role) => ({ user_id: id, role }))
    await sql
      .insertInto('user_roles')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (permissions.length > 0) {
    const rows = permissions.map((permission) => ({ user_id: id, permission }))
    await sql
      .insertInto('user_permissions')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
