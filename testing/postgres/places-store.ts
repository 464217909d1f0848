import { sql as query } from 'kysely'
import type { Sql } from '#kit/server/postgres/sql.ts'

/**
 * Every place of the whole database in which one of these texts stands, in upper or lower case, as
 * `table: row`.
 */
export async function placesOf(sql: Sql, texts: readonly string[]): Promise<string[]> {
  const tables = await query<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(sql)
  const places: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await query<{ text: string }>`
      select row_to_json(each)::text as text from ${query.table(name)} as each`.execute(sql)
    for (const { text } of rows)
      if (texts.some((part) => text.toLowerCase().includes(part.toLowerCase())))
        places.push(`${name}: ${text}`)
  }
  return places
}
