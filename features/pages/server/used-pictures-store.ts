import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** Those of these pictures that a widget is on, in any stored version of any board. */
export async function readUsedPictures(
  sql: Kysely<DB>,
  pictureIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await query<{ id: string }>`
    select distinct used.picture #>> '{}' as id
    from page_versions, lateral (
      select jsonb_path_query(widgets, '$[*].options.picture') as picture
      union all
      select jsonb_path_query(areas, '$[*].widgets[*].options.picture')
    ) as used
    where used.picture #>> '{}' = any(${[...pictureIds]}::text[])`.execute(sql)
  return rows.map(({ id }) => id)
}
