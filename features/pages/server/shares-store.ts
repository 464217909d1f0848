import { randomUUID } from 'node:crypto'
import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** With whom a board is shared: a person or a role. */
export type ShareTarget = { readonly userId: number } | { readonly role: string }

export type ShareAccess = 'read' | 'edit'

/** The shares of a board, those with roles first. */
export async function readShares(sql: Kysely<DB>, boardId: string) {
  return sql
    .selectFrom('page_shares')
    .select(['id', 'user_id as userId', 'role', 'shared_by as sharedBy', 'shared_at as sharedAt'])
    .select(query<ShareAccess>`access`.as('access'))
    .where('page_id', '=', boardId)
    .orderBy('role')
    .orderBy('shared_at')
    .execute()
}

/** Adds a share, or gives the one with the same person or role another access. */
export async function writeShare(
  sql: Kysely<DB>,
  boardId: string,
  share: {
    readonly with: ShareTarget
    readonly access: ShareAccess
    readonly sharedBy: number
    readonly sharedAt: Date
  },
): Promise<void> {
  const { with: sharer, access, sharedBy, sharedAt } = share
  const isPerson = 'userId' in sharer
  const change = { access, shared_by: sharedBy, shared_at: sharedAt }
  await sql
    .insertInto('page_shares')
    .values({
      ...{ id: randomUUID(), page_id: boardId },
      ...(isPerson ? { user_id: sharer.userId } : { role: sharer.role }),
      ...change,
    })
    .onConflict((conflict) =>
      isPerson
        ? conflict
            .columns(['page_id', 'user_id'])
            .where('user_id', 'is not', null)
            .doUpdateSet(change)
        : conflict.columns(['page_id', 'role']).where('role', 'is not', null).doUpdateSet(change),
    )
    .execute()
}

export async function deleteShare(sql: Kysely<DB>, id: string): Promise<void> {
  await sql.deleteFrom('page_shares').where('id', '=', id).execute()
}

/** To whom a board is open. */
export async function readAudience(
  sql: Kysely<DB>,
  boardId: string,
): Promise<{ readonly userIds: number[]; readonly roles: string[] }> {
  const { rows } = await query<{ userId: number | null; role: string | null }>`
    select owner_id as "userId", null as role from pages where id = ${boardId}
    union all
    select user_id, role from page_shares where page_id = ${boardId}`.execute(sql)
  return {
    userIds: rows.flatMap(({ userId }) => userId ?? []),
    roles: rows.flatMap(({ role }) => role ?? []),
  }
}
