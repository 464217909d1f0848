import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { selectUsers, toUser, type UserRow } from './users-store.ts'

export interface UserFilter {
  /** A part of the name or the e-mail address. */
  readonly search?: string | undefined
  readonly role?: string | undefined
  readonly disabled?: boolean | undefined
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

/** One page of the users that match all of the filter, and how many match; null: all of them. */
export async function listUsers(
  sql: Kysely<DB>,
  filter: UserFilter,
  { sort, order }: UserOrder,
  page: Page | null,
): Promise<{ readonly users: readonly UserRow[]; readonly total: number }> {
  const direction = query.raw(`${sortColumns[sort]} ${order} nulls last`)
  const matching = sql
    .selectFrom(selectUsers(sql).where(matches(filter)).as('users'))
    .selectAll()
    .orderBy(query`${direction}`)
    .orderBy('id')
  const rows = await (
    page ? matching.limit(page.limit).offset((page.page - 1) * page.limit) : matching
  ).execute()
  const { total } = await sql
    .selectFrom('users')
    .select(query<number>`count(*)::integer`.as('total'))
    .where(matches(filter))
    .executeTakeFirstOrThrow()
  return { users: rows.map(toUser), total }
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
