import { sql as query, type Kysely } from 'kysely'
import { Locale } from '#kit/model/locale.ts'
import type { Rights } from '#kit/model/gate.ts'
import type { Person } from '#kit/server/accounts.ts'
import type { DB } from '#kit/server/postgres-schema.ts'

export async function readPerson(sql: Kysely<DB>, id: number): Promise<Person | null> {
  const people = sql.selectFrom('users').select(['id', 'name', 'email'])
  return (await people.where('id', '=', id).executeTakeFirst()) ?? null
}

export async function readPeople(
  sql: Kysely<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Person>> {
  const people = sql.selectFrom('users').select(['id', 'name', 'email'])
  const rows = await people.where(query<boolean>`id = any(${[...ids]})`).execute()
  return new Map(rows.map((person) => [person.id, person]))
}

/** Ids by e-mail address as it was given; the database says which spellings mean the same. */
export async function findIdsByEmail(
  sql: Kysely<DB>,
  emails: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await query<{ email: string; id: number }>`
    select wanted.email, users.id
    from unnest(${[...emails]}::text[]) as wanted (email)
    join users on lower(users.email) = lower(wanted.email)`.execute(sql)
  return new Map(rows.map(({ email, id }) => [email, id]))
}

export async function findIdsByName(sql: Kysely<DB>, text: string): Promise<readonly number[]> {
  const rows = await sql
    .selectFrom('users')
    .select('id')
    .where(query<boolean>`position(lower(${text}) in lower(name)) > 0`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of the people whose accounts are disabled. */
export async function readDisabledIds(sql: Kysely<DB>): Promise<readonly number[]> {
  const rows = await sql.selectFrom('users').select('id').where('disabled', '=', true).execute()
  return rows.map(({ id }) => id)
}

/** What a person may do in those of these roles that are the person's; null: in none. */
export async function readRights(
  sql: Kysely<DB>,
  id: number,
  roles: readonly string[],
): Promise<Rights | null> {
  const { rows } = await query<Rights>`
    with held as (
      select role, role = any(${[...roles]}::text[]) as counts
      from user_roles join users on users.id = user_id
      where user_id = ${id} and not disabled
    )
    select
      array(select role from held where counts order by role) as roles,
      array(
        select permission from role_permissions join held using (role) where counts
        union
        select permission from user_permissions
        where user_id = ${id} and (select bool_and(counts) from held)
        order by permission) as permissions
    where exists (select from held where counts)`.execute(sql)
  return rows[0] ?? null
}

/** Ids of the people who have one of these roles and may sign in. */
export async function readIdsWithRoles(
  sql: Kysely<DB>,
  roles: readonly string[],
): Promise<readonly number[]> {
  const { rows } = await query<{ id: number }>`
    select distinct id from users join user_roles on user_id = id
    where role = any(${[...roles]}::text[]) and not disabled order by id`.execute(sql)
  return rows.map(({ id }) => id)
}

/** The language that a person has chosen; null: none. */
export async function readLanguage(sql: Kysely<DB>, id: number): Promise<Locale | null> {
  const row = await sql
    .selectFrom('users')
    .select('language')
    .where('id', '=', id)
    .executeTakeFirst()
  return Locale.nullable()
    .catch(null)
    .parse(row?.language ?? null)
}
