import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

export interface Account {
  readonly id: number
  readonly passwordHash: string
  readonly disabled: boolean
}

export async function findAccount(sql: Kysely<DB>, email: string): Promise<Account | null> {
  const row = await sql
    .selectFrom('users')
    .select(['id', 'password_hash', 'disabled'])
    .where(query`lower(email)`, '=', query`lower(${email})`)
    .executeTakeFirst()
  return row ? { id: row.id, passwordHash: row.password_hash, disabled: row.disabled } : null
}

export interface Profile {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly avatar: string
  readonly introduction: string
  readonly cognito_id: string | null
}

export async function readProfile(sql: Kysely<DB>, userId: number): Promise<Profile | null> {
  const row = await sql
    .selectFrom('users')
    .select(['id', 'name', 'email', 'avatar', 'introduction', 'cognito_id'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row ?? null
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
    insert into user_roles (user_id, role) select id, ${user.role} from added returning user_id`.execute(sql)
  return rows[0]?.user_id ?? null
}

export async function anyUserExists(sql: Kysely<DB>): Promise<boolean> {
  return (await sql.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
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
    .select(query<string[]>`array(select role from user_roles where user_id = users.id order by role)`.as('roles'))
    .orderBy(query`lower(email)`)
    .execute()
  return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt: createdAt.getTime() }))
}

/** Replaces a user's password and ends all of the user's sessions; false when nobody has this address. */
export async function replacePassword(sql: Kysely<DB>, email: string, passwordHash: string): Promise<boolean> {
  return sql.transaction().execute(async (transaction) => {
    const user = await transaction
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where(query`lower(email)`, '=', query`lower(${email})`)
      .returning('id')
      .executeTakeFirst()
    if (!user) return false
    await transaction.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    return true
  })
}
