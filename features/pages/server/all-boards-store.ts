import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { BoardKind } from '../contract/board.ts'
import { widgetCount } from './boards-store.ts'

interface Wanted {
  /** Part of the name of a board; with it also those of `owners`. */
  readonly search: string
  readonly owners: readonly number[]
  readonly kind: BoardKind | undefined
  /** Only boards of these people; undefined: of everybody. */
  readonly only: readonly number[] | undefined
}

const matching = (sql: Kysely<DB>, { search, owners, kind, only }: Wanted) =>
  sql
    .selectFrom('pages')
    .where('pages.deleted_at', 'is', null)
    .$if(kind !== undefined, (boards) => boards.where('kind', '=', kind ?? ''))
    .$if(only !== undefined, (boards) =>
      boards.where(query<boolean>`owner_id = any(${[...(only ?? [])]}::integer[])`),
    )
    .$if(search !== '', (boards) =>
      boards.where(query<boolean>`(
        position(lower(${search}) in lower(pages.name)) > 0
        or owner_id = any(${[...owners]}::integer[])
      )`),
    )

/** A page of the boards of everybody, those of one owner together, and how many there are. */
export async function readAllBoards(
  sql: Kysely<DB>,
  wanted: Wanted,
  { page, limit }: { readonly page: number; readonly limit: number },
) {
  const { total } = await matching(sql, wanted)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching(sql, wanted)
    .innerJoin('page_versions', (join) =>
      join
        .onRef('page_versions.page_id', '=', 'pages.id')
        .onRef('page_versions.version', '=', 'pages.version'),
    )
    .select(['pages.id', 'pages.name', 'pages.version', 'owner_id as ownerId'])
    .select(['saved_at as savedAt', 'saved_by as savedBy', query<BoardKind>`kind`.as('kind')])
    .select([query<number>`jsonb_array_length(areas)`.as('areas'), widgetCount.as('widgets')])
    .orderBy('owner_id')
    .orderBy(query`lower(pages.name)`)
    .orderBy('pages.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total: Number(total) }
}

/** With whom these boards are shared. */
export function readSharesOf(sql: Kysely<DB>, boardIds: readonly string[]) {
  return sql
    .selectFrom('page_shares')
    .select(['page_id as boardId', 'user_id as userId', 'role'])
    .where(query<boolean>`page_id = any(${[...boardIds]}::uuid[])`)
    .orderBy('shared_at')
    .execute()
}

/** Gives a board another owner, at this place of their list; what was shared with them ends. */
export async function writeOwner(
  sql: Kysely<DB>,
  id: string,
  { ownerId, position }: { readonly ownerId: number; readonly position: number },
): Promise<void> {
  await sql.updateTable('pages').set({ owner_id: ownerId, position }).where('id', '=', id).execute()
  await sql
    .deleteFrom('page_shares')
    .where('page_id', '=', id)
    .where('user_id', '=', ownerId)
    .execute()
}

/** The boards of a person, the bin among them, and whether somebody else sees them. */
export function readBoardsOf(sql: Kysely<DB>, ownerId: number, now: Date) {
  return sql
    .selectFrom('pages')
    .select(['id', 'name', 'deleted_at as deletedAt', query<BoardKind>`kind`.as('kind')])
    .select(
      query<boolean>`
        exists (select from page_shares where page_id = pages.id)
        or exists (
          select from kiosk_links
          where page_id = pages.id and made_by <> ${ownerId}
            and revoked_at is null and expires_at > ${now}
        )`.as('isSeen'),
    )
    .where('owner_id', '=', ownerId)
    .orderBy('position')
    .orderBy('created_at')
    .execute()
}
