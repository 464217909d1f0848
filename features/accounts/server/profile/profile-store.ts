import { sql as query, type Kysely } from 'kysely'
import { Locale } from '#kit/model/locale.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Profile } from '../../contract/profile.ts'

export async function readProfile(sql: Kysely<DB>, userId: number): Promise<Profile | null> {
  const row = await sql
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['users.id', 'name', 'email', 'avatar', 'introduction', 'language', 'version'])
    .select(query<boolean>`confirmed_at is not null`.as('secondFactor'))
    .select(
      query<number>`(select count(*)::integer from recovery_codes where user_id = users.id)`.as(
        'recoveryCodesLeft',
      ),
    )
    .select(
      query<string[]>`array(select role from user_roles where user_id = users.id order by role)`.as(
        'roles',
      ),
    )
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return row ? { ...row, language: Locale.nullable().catch(null).parse(row.language) } : null
}

export interface ProfileEdit {
  /** The version that the edit started from. */
  readonly version: number
  readonly name: string
  readonly introduction: string
  readonly language: Locale | null
}

/** Changes a person's own fields; false when they were changed since `version`. */
export async function writeProfile(
  sql: Kysely<DB>,
  userId: number,
  { version, ...fields }: ProfileEdit,
): Promise<boolean> {
  const row = await sql
    .updateTable('users')
    .set({ ...fields, version: version + 1 })
    .where('id', '=', userId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * What confirms that a signed-in person is who they are, and what a new password must not be made
 * of.
 */
export async function readOwner(sql: Kysely<DB>, userId: number) {
  return sql
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst()
}
export type Owner = NonNullable<Awaited<ReturnType<typeof readOwner>>>
