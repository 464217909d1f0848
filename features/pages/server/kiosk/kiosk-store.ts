import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

export interface KioskRow {
  readonly id: string
  readonly boardId: string
  readonly madeBy: number
  readonly roles: readonly string[]
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
}

/** A link that was not revoked and has not expired, by its token's hash or by its id. */
export function findKioskLink(
  sql: Kysely<DB>,
  link: { readonly tokenHash: Buffer } | { readonly id: string },
  now: Date,
): Promise<KioskRow | undefined> {
  const links = sql
    .selectFrom('kiosk_links')
    .select(['id', 'page_id as boardId', 'made_by as madeBy', 'roles'])
    .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
  const found =
    'id' in link ? links.where('id', '=', link.id) : links.where('token_hash', '=', link.tokenHash)
  return found.executeTakeFirst()
}

/** The links to a board, the newest first. */
export function readKioskLinks(sql: Kysely<DB>, boardId: string) {
  return sql
    .selectFrom('kiosk_links')
    .select(['id', 'name', 'made_by as madeBy', 'made_at as madeAt', 'expires_at as expiresAt'])
    .select([
      'roles',
      'page_id as boardId',
      'revoked_at as revokedAt',
      'last_used_at as lastUsedAt',
    ])
    .where('page_id', '=', boardId)
    .orderBy('made_at', 'desc')
    .execute()
}

export async function insertKioskLink(
  sql: Kysely<DB>,
  link: Omit<KioskRow, 'lastUsedAt'> & {
    readonly name: string
    readonly tokenHash: Buffer
    readonly madeAt: Date
  },
): Promise<void> {
  await sql
    .insertInto('kiosk_links')
    .values({
      ...{ id: link.id, page_id: link.boardId, name: link.name, token_hash: link.tokenHash },
      ...{ made_by: link.madeBy, roles: [...link.roles], made_at: link.madeAt },
      expires_at: link.expiresAt,
    })
    .execute()
}

/** Kiosk links of a role go on under its new name. */
export async function renameRoleInKioskLinks(
  transaction: Transaction<DB>,
  from: string,
  to: string,
): Promise<void> {
  await transaction
    .updateTable('kiosk_links')
    .set({ roles: query`array_replace(roles, ${from}, ${to})` })
    .where(query<boolean>`${from} = any(roles)`)
    .execute()
}

/** Whether there was one to revoke. */
export async function writeRevoked(
  sql: Kysely<DB>,
  boardId: string,
  id: string,
  at: Date,
): Promise<{ readonly name: string } | undefined> {
  return sql
    .updateTable('kiosk_links')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('page_id', '=', boardId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
}

export async function writeLastUsed(sql: Kysely<DB>, id: string, at: Date): Promise<void> {
  await sql.updateTable('kiosk_links').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** Removes the links to a board that ended before this time. */
export async function deleteEndedLinks(
  sql: Kysely<DB>,
  boardId: string,
  before: Date,
): Promise<void> {
  await sql
    .deleteFrom('kiosk_links')
    .where('page_id', '=', boardId)
    .where((link) => link.or([link('expires_at', '<', before), link('revoked_at', '<', before)]))
    .execute()
}
