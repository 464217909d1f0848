import { sql as query, type Kysely } from 'kysely'
import { Locale } from '#kit/model/locale.ts'
import type { DB } from '#kit/server/postgres-schema.ts'

/** Stored for a person who has no password: nothing that anybody types fits it. */
export const noPassword = ''

export interface Account {
  readonly id: number
  /** Null for a person who has not chosen a password yet. */
  readonly passwordHash: string | null
  readonly disabled: boolean
  /** Whether a second factor is on. */
  readonly secondFactor: boolean
}

export async function findAccount(sql: Kysely<DB>, email: string): Promise<Account | null> {
  const row = await sql
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['users.id', 'password_hash', 'disabled', 'confirmed_at'])
    .where(query`lower(email)`, '=', query`lower(${email})`)
    .executeTakeFirst()
  if (!row) return null
  const { id, password_hash: hash, disabled, confirmed_at: confirmed } = row
  return {
    id,
    passwordHash: hash === noPassword ? null : hash,
    disabled,
    secondFactor: confirmed !== null,
  }
}

/**
 * What lets a person in; whoever changes it waits until the transaction ends, and whoever is
 * changing it is waited for.
 */
export async function lockCredential(
  sql: Kysely<DB>,
  id: number,
): Promise<Omit<Account, 'id'> | null> {
  const row = await sql
    .selectFrom('users')
    .select(['password_hash', 'disabled'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!row) return null
  // Read after the lock: a statement that waited for it would see the second factor as it was
  // before.
  const factor = await sql
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('user_id', '=', id)
    .executeTakeFirst()
  const passwordHash = row.password_hash === noPassword ? null : row.password_hash
  return {
    passwordHash,
    disabled: row.disabled,
    secondFactor: factor !== undefined && factor.confirmed_at !== null,
  }
}

/**
 * Holds off sign-ins of this person, and other changes of what lets them in, until the transaction
 * ends.
 */
export async function lockForChange(sql: Kysely<DB>, id: number): Promise<void> {
  await sql.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** What the page is told about a signed-in person, beside the rights of the session. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly avatar: string
  readonly introduction: string
  readonly cognito_id: string | null
  readonly language: Locale | null
  /** Every role that the person may take: those held, and all of them for an administrator. */
  readonly availableRoles: readonly string[]
}

export async function readPerson(sql: Kysely<DB>, userId: number): Promise<Person | null> {
  const row = await sql
    .selectFrom('users')
    .select(['id', 'name', 'email', 'avatar', 'introduction', 'cognito_id', 'language'])
    .select(
      query<string[]>`array(
        select name from roles
        where exists (select from user_roles where user_id = users.id and role in (roles.name, 'admin'))
        order by not built_in, name)`.as('availableRoles'),
    )
    .where('id', '=', userId)
    .executeTakeFirst()
  return row ? { ...row, language: Locale.nullable().catch(null).parse(row.language) } : null
}

export interface NewUser {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  readonly role: string
}

/** Adds a user with one role; null when the e-mail address is taken. */
export async function insertUser(sql: Kysely<DB>, user: NewUser): Promise<number | null> {
  const { rows } = await query<{ user_id: number }>`
    with added as (
      insert into users (email, name, password_hash) values (${user.email}, ${user.name}, ${user.passwordHash})
      on conflict (lower(email)) do nothing
      returning id
    )
    insert into user_roles (user_id, role) select id, ${user.role} from added returning user_id`.execute(
    sql,
  )
  return rows[0]?.user_id ?? null
}

/** Whether there is an administrator who can sign in. */
export async function administratorExists(sql: Kysely<DB>): Promise<boolean> {
  const row = await sql
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('users.id')
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .where('password_hash', '<>', noPassword)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface UserRow {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly roles: string[]
  readonly disabled: boolean
  readonly createdAt: number
}

/** Every user with roles, by e-mail address. */
export async function listUsers(sql: Kysely<DB>): Promise<readonly UserRow[]> {
  const rows = await sql
    .selectFrom('users')
    .select(['id', 'email', 'name', 'disabled', 'created_at'])
    .select(
      query<string[]>`array(select role from user_roles where user_id = users.id order by role)`.as(
        'roles',
      ),
    )
    .orderBy(query`lower(email)`)
    .execute()
  return rows.map(({ created_at: createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.getTime(),
  }))
}

/** Every role that exists, those that came with the installation first. */
export async function listRoleNames(sql: Kysely<DB>): Promise<readonly string[]> {
  const rows = await sql
    .selectFrom('roles')
    .select('name')
    .orderBy('built_in', 'desc')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * Replaces a password. What could set or use the old one counts no more: links, and sign-ins that
 * await a second factor.
 */
export async function replacePassword(
  sql: Kysely<DB>,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await sql
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute()
  await sql.deleteFrom('password_links').where('user_id', '=', userId).execute()
  await sql.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute()
}
