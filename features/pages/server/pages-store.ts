import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { storedVersions } from '../contract/limits.ts'
import type { PageContent } from '../contract/merge.ts'
import type { Area } from '../contract/page.ts'

/** A page without what it holds. */
export interface PageRow {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly deletedAt: Date | null
}

/** A version of a page. */
export interface StoredVersion extends PageContent {
  readonly version: number
  readonly savedAt: Date
}

const pageOf = (sql: Kysely<DB>, ownerId: number, id: string) =>
  sql
    .selectFrom('pages')
    .select(['id', 'name', 'version', 'deleted_at as deletedAt'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)

/** A page of this person, in use or in the bin. */
export function findPage(
  sql: Kysely<DB>,
  ownerId: number,
  id: string,
): Promise<PageRow | undefined> {
  return pageOf(sql, ownerId, id).executeTakeFirst()
}

/** The same, for a change: nobody else changes it until the transaction ends. */
export function lockPage(
  sql: Kysely<DB>,
  ownerId: number,
  id: string,
): Promise<PageRow | undefined> {
  return pageOf(sql, ownerId, id).forUpdate().executeTakeFirst()
}

/**
 * Makes other changes of this person's list of pages wait for the end of the transaction: two tabs
 * that add a page at once do not exceed the limit.
 */
export async function lockPagesOf(sql: Kysely<DB>, ownerId: number): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtext('pages'), ${ownerId}::integer)`.execute(sql)
}

/** Number of pages in use, and the place behind the last one. */
export async function countPages(
  sql: Kysely<DB>,
  ownerId: number,
): Promise<{ readonly count: number; readonly nextPosition: number }> {
  const row = await sql
    .selectFrom('pages')
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      query<number>`coalesce(max(position) + 1, 0)`.as('nextPosition'),
    ])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), nextPosition: row.nextPosition }
}

/** Pages in use, in their order. */
export function readPages(sql: Kysely<DB>, ownerId: number) {
  return sql
    .selectFrom('pages')
    .innerJoin('page_versions', (join) =>
      join
        .onRef('page_versions.page_id', '=', 'pages.id')
        .onRef('page_versions.version', '=', 'pages.version'),
    )
    .select(['pages.id', 'pages.name', 'pages.version', 'saved_at as savedAt'])
    .select(query<number>`jsonb_array_length(areas)`.as('areas'))
    .select(query<number>`${widgetCount}`.as('widgets'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('created_at')
    .execute()
}

const widgetCount = query`(
  select coalesce(sum(jsonb_array_length(area -> 'widgets')), 0)::integer
  from jsonb_array_elements(areas) as area
)`

export async function insertPage(
  sql: Kysely<DB>,
  page: { readonly id: string; readonly ownerId: number; readonly name: string },
  position: number,
): Promise<void> {
  await sql
    .insertInto('pages')
    .values({ id: page.id, owner_id: page.ownerId, name: page.name, position })
    .execute()
}

/** Makes this the version that counts, and removes those that are too many. */
export async function insertVersion(
  sql: Kysely<DB>,
  id: string,
  version: number,
  { content, savedBy }: { readonly content: PageContent; readonly savedBy: number },
): Promise<StoredVersion> {
  const { name, areas } = content
  const { savedAt } = await sql
    .insertInto('page_versions')
    .values({ page_id: id, version, name, areas: JSON.stringify(areas), saved_by: savedBy })
    .returning('saved_at as savedAt')
    .executeTakeFirstOrThrow()
  await sql.updateTable('pages').set({ name, version }).where('id', '=', id).execute()
  await sql
    .deleteFrom('page_versions')
    .where('page_id', '=', id)
    .where('version', '<=', version - storedVersions)
    .execute()
  return { name, areas, version, savedAt }
}

/** Undefined for one that is not stored any more. */
export async function readVersion(
  sql: Kysely<DB>,
  id: string,
  version: number,
): Promise<StoredVersion | undefined> {
  const row = await sql
    .selectFrom('page_versions')
    .select(['version', 'name', 'areas', 'saved_at as savedAt'])
    .where('page_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && { ...row, areas: row.areas as unknown as readonly Area[] }
}

/** The newest first. */
export function readVersions(sql: Kysely<DB>, id: string) {
  return sql
    .selectFrom('page_versions')
    .select(['version', 'name', 'saved_at as savedAt', 'saved_by as savedBy'])
    .select(query<number>`jsonb_array_length(areas)`.as('areas'))
    .select(query<number>`${widgetCount}`.as('widgets'))
    .where('page_id', '=', id)
    .orderBy('version', 'desc')
    .execute()
}

export async function writeOrder(sql: Kysely<DB>, ids: readonly string[]): Promise<void> {
  await query`
    update pages set position = place.position
    from unnest(${ids}::uuid[]) with ordinality as place (id, position)
    where pages.id = place.id
  `.execute(sql)
}
