import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { BoardAccess, BoardKind } from '../contract/board.ts'

/** A page or dashboard without what it holds, as it is open to one person. */
export interface BoardRow {
  readonly id: string
  readonly kind: BoardKind
  readonly name: string
  readonly version: number
  readonly ownerId: number
  readonly isTemplate: boolean
  readonly deletedAt: Date | null
  readonly access: BoardAccess
}

/** Whose boards are looked for. */
export interface Viewer {
  readonly userId: number
  readonly roles: readonly string[]
}

const boardOf = (sql: Kysely<DB>, { userId }: Viewer, id: string) =>
  sql
    .selectFrom('pages')
    .select(['id', 'name', 'version', 'owner_id as ownerId', 'is_template as isTemplate'])
    .select(['deleted_at as deletedAt', query<BoardKind>`kind`.as('kind')])
    .select(query<BoardAccess>`'owner'`.as('access'))
    .where('id', '=', id)
    .where('owner_id', '=', userId)

/** A board that is open to this person, in use or in the bin. */
export function findBoard(
  sql: Kysely<DB>,
  viewer: Viewer,
  id: string,
): Promise<BoardRow | undefined> {
  return boardOf(sql, viewer, id).executeTakeFirst()
}

/** The same, for a change: nobody else changes it until the transaction ends. */
export function lockBoard(
  sql: Kysely<DB>,
  viewer: Viewer,
  id: string,
): Promise<BoardRow | undefined> {
  return boardOf(sql, viewer, id).forUpdate().executeTakeFirst()
}

/**
 * Makes other changes of this person's lists of boards wait for the end of the transaction: two
 * tabs that add a page at once do not exceed the limit.
 */
export async function lockBoardsOf(sql: Kysely<DB>, ownerId: number): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtext('pages'), ${ownerId}::integer)`.execute(sql)
}

/** Number of boards of a kind in use, and the place behind the last one. */
export async function countBoards(
  sql: Kysely<DB>,
  ownerId: number,
  kind: BoardKind,
): Promise<{ readonly count: number; readonly nextPosition: number }> {
  const row = await sql
    .selectFrom('pages')
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      query<number>`coalesce(max(position) + 1, 0)`.as('nextPosition'),
    ])
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), nextPosition: row.nextPosition }
}

/** Boards of a kind in use that are open to this person: the own ones in their order. */
export function readBoards(sql: Kysely<DB>, { userId }: Viewer, kind: BoardKind) {
  return sql
    .selectFrom('pages')
    .innerJoin('page_versions', (join) =>
      join
        .onRef('page_versions.page_id', '=', 'pages.id')
        .onRef('page_versions.version', '=', 'pages.version'),
    )
    .select(['pages.id', 'pages.name', 'pages.version', 'owner_id as ownerId'])
    .select(['is_template as isTemplate', 'saved_at as savedAt'])
    .select([query<BoardKind>`kind`.as('kind'), query<BoardAccess>`'owner'`.as('access')])
    .select([query<number>`jsonb_array_length(areas)`.as('areas'), widgetCount.as('widgets')])
    .where('owner_id', '=', userId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('created_at')
    .execute()
}

/** Widgets of a version, in its areas or without any. */
export const widgetCount = query<number>`(
  select jsonb_array_length(widgets) + coalesce(sum(jsonb_array_length(area -> 'widgets')), 0)
  from jsonb_array_elements(areas) as area
)::integer`

export async function insertBoard(
  sql: Kysely<DB>,
  board: {
    readonly id: string
    readonly kind: BoardKind
    readonly ownerId: number
    readonly name: string
  },
  position: number,
): Promise<void> {
  const { id, kind, ownerId, name } = board
  await sql.insertInto('pages').values({ id, kind, owner_id: ownerId, name, position }).execute()
}

export async function writeOrder(sql: Kysely<DB>, ids: readonly string[]): Promise<void> {
  await query`
    update pages set position = place.position
    from unnest(${ids}::uuid[]) with ordinality as place (id, position)
    where pages.id = place.id
  `.execute(sql)
}
