import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { BoardKind } from '../contract/board.ts'
import { binDays } from '../contract/limits.ts'

const binEnd = query<Date>`deleted_at + make_interval(days => ${binDays})`

/** Puts a board into the bin. */
export async function deleteBoard(sql: Kysely<DB>, id: string, at: Date): Promise<void> {
  await sql.updateTable('pages').set({ deleted_at: at }).where('id', '=', id).execute()
}

/** Takes a board out of the bin, to this place of the list. */
export async function undeleteBoard(sql: Kysely<DB>, id: string, position: number): Promise<void> {
  await sql.updateTable('pages').set({ deleted_at: null, position }).where('id', '=', id).execute()
}

/** Boards of this person in the bin that can still be taken back, the latest first. */
export function readBin(sql: Kysely<DB>, ownerId: number, kind: BoardKind, now: Date) {
  return sql
    .selectFrom('pages')
    .select(['id', 'name'])
    .select(query<Date>`deleted_at`.as('deletedAt'))
    .select(binEnd.as('endsAt'))
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where(binEnd, '>', now)
    .orderBy('deleted_at', 'desc')
    .execute()
}

/** Deletes for good what has been in a bin for too long; returns what was deleted. */
export function emptyBins(
  sql: Kysely<DB>,
  now: Date,
): Promise<{ readonly id: string; readonly kind: BoardKind; readonly name: string }[]> {
  return sql
    .deleteFrom('pages')
    .where(binEnd, '<=', now)
    .returning(['id', query<BoardKind>`kind`.as('kind'), 'name'])
    .execute()
}
