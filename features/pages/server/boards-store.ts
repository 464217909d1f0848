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

/** What a person may do with a row of `pages`; null: it is not open to the person. */
const accessOf = ({ userId, roles }: Viewer) => query<BoardAccess | null>`
  case when owner_id = ${userId} then 'owner' else (
    select access from page_shares
    where page_id = pages.id and (user_id = ${userId} or role = any(${[...roles]}::text[]))
    order by access
    limit 1
  ) end`

const boards = (sql: Kysely<DB>) =>
  sql
    .selectFrom('pages')
    .select(['pages.id', 'pages.name', 'pages.version', 'owner_id as ownerId'])
    .select(['is_template as isTemplate', query<BoardKind>`kind`.as('kind')])

const boardOf = (sql: Kysely<DB>, viewer: Viewer, id: string) =>
  boards(sql)
    .select(['deleted_at as deletedAt', accessOf(viewer).$castTo<BoardAccess>().as('access')])
    .where('id', '=', id)
    .where(accessOf(viewer), 'is not', null)

/** A board that is open to this person, in use or in the bin. */
export function findBoard(
  sql: Kysely<DB>,
  viewer: Viewer,
  id: string,
): Promise<BoardRow | undefined> {
  return boardOf(sql, viewer, id).executeTakeFirst()
}

/**
 * Nobody else changes the row until the transaction ends. A statement of its own: one that waits
 * for the row sees the shares of when it began.
 */
async function lockRow(sql: Kysely<DB>, id: string): Promise<void> {
  await sql.selectFrom('pages').select('id').where('id', '=', id).forUpdate().execute()
}

/** The same, for a change: nobody else changes it until the transaction ends. */
export async function lockBoard(
  sql: Kysely<DB>,
  viewer: Viewer,
  id: string,
): Promise<BoardRow | undefined> {
  await lockRow(sql, id)
  return findBoard(sql, viewer, id)
}

/** A board, also one that is not open to the person. */
export type AnyBoardRow = Omit<BoardRow, 'access'> & { readonly access: BoardAccess | null }

const anyBoard = (sql: Kysely<DB>, viewer: Viewer, id: string) =>
  boards(sql)
    .select(['deleted_at as deletedAt', accessOf(viewer).as('access')])
    .where('id', '=', id)

/** Any board, and what this person may do with it. */
export function findAnyBoard(
  sql: Kysely<DB>,
  viewer: Viewer,
  id: string,
): Promise<AnyBoardRow | undefined> {
  return anyBoard(sql, viewer, id).executeTakeFirst()
}

/** The same; nobody else changes it until the transaction ends. */
export async function lockAnyBoard(
  sql: Kysely<DB>,
  viewer: Viewer,
  id: string,
): Promise<AnyBoardRow | undefined> {
  await lockRow(sql, id)
  return findAnyBoard(sql, viewer, id)
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

/**
 * Boards of a kind in use that are open to this person: the own ones in their order, then the
 * others by name.
 */
export function readBoards(sql: Kysely<DB>, viewer: Viewer, kind: BoardKind) {
  const isOwn = query<boolean>`owner_id = ${viewer.userId}`
  return boards(sql)
    .innerJoin('page_versions', (join) =>
      join
        .onRef('page_versions.page_id', '=', 'pages.id')
        .onRef('page_versions.version', '=', 'pages.version'),
    )
    .select(['saved_at as savedAt', accessOf(viewer).$castTo<BoardAccess>().as('access')])
    .select([query<number>`jsonb_array_length(areas)`.as('areas'), widgetCount.as('widgets')])
    .where(accessOf(viewer), 'is not', null)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .orderBy(isOwn, 'desc')
    .orderBy(query`case when ${isOwn} then position end`)
    .orderBy(query`case when ${isOwn} then created_at end`)
    .orderBy(query`lower(pages.name)`)
    .orderBy('pages.id')
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

/** The version that counts; undefined for a board in the bin, and for none. */
export async function readBoardVersion(sql: Kysely<DB>, id: string): Promise<number | undefined> {
  const row = await sql
    .selectFrom('pages')
    .select('version')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.version
}
