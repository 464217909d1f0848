import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { storedVersions } from '../contract/limits.ts'
import type { BoardContent } from '../contract/merge.ts'
import type { Area, Widget } from '../contract/page.ts'
import { widgetCount } from './boards-store.ts'

/** A version of a page or dashboard. */
export interface StoredVersion extends BoardContent {
  readonly version: number
  readonly savedAt: Date
}

/** Makes this the version that counts, and removes those that are too many. */
export async function insertVersion(
  sql: Kysely<DB>,
  id: string,
  version: number,
  { content, savedBy }: { readonly content: BoardContent; readonly savedBy: number },
): Promise<StoredVersion> {
  const { name, areas, widgets } = content
  const parts = { areas: JSON.stringify(areas), widgets: JSON.stringify(widgets) }
  const { savedAt } = await sql
    .insertInto('page_versions')
    .values({ page_id: id, version, name, ...parts, saved_by: savedBy })
    .returning('saved_at as savedAt')
    .executeTakeFirstOrThrow()
  await sql.updateTable('pages').set({ name, version }).where('id', '=', id).execute()
  await sql
    .deleteFrom('page_versions')
    .where('page_id', '=', id)
    .where('version', '<=', version - storedVersions)
    .execute()
  return { name, areas, widgets, version, savedAt }
}

/** Undefined for one that is not stored any more. */
export async function readVersion(
  sql: Kysely<DB>,
  id: string,
  version: number,
): Promise<StoredVersion | undefined> {
  const row = await sql
    .selectFrom('page_versions')
    .select(['version', 'name', 'areas', 'widgets', 'saved_at as savedAt'])
    .where('page_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) return undefined
  const areas = row.areas as unknown as readonly Area[]
  return {
    ...row,
    areas: areas.map((area) => ({ ...area, widgets: complete(area.widgets) })),
    widgets: complete(row.widgets as unknown as readonly Widget[]),
  }
}

/** Versions that were saved before widgets could have several sensors do not name any. */
function complete(widgets: readonly Widget[]): Widget[] {
  return widgets.map((widget) => ({ ...widget, sensors: widget.sensors ?? [] }))
}

/** The newest first. */
export function readVersions(sql: Kysely<DB>, id: string) {
  return sql
    .selectFrom('page_versions')
    .select(['version', 'name', 'saved_at as savedAt', 'saved_by as savedBy'])
    .select(query<number>`jsonb_array_length(areas)`.as('areas'))
    .select(widgetCount.as('widgets'))
    .where('page_id', '=', id)
    .orderBy('version', 'desc')
    .execute()
}
