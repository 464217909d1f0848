import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** The dashboard that opens where this person names none; undefined: none was chosen. */
export async function readChosen(sql: Kysely<DB>, userId: number): Promise<string | undefined> {
  const row = await sql
    .selectFrom('chosen_dashboards')
    .select('page_id as id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.id
}

/** Null: none. */
export async function writeChosen(
  sql: Kysely<DB>,
  userId: number,
  id: string | null,
): Promise<void> {
  if (id === null) {
    await sql.deleteFrom('chosen_dashboards').where('user_id', '=', userId).execute()
    return
  }
  await sql
    .insertInto('chosen_dashboards')
    .values({ user_id: userId, page_id: id })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ page_id: id }))
    .execute()
}

export async function writeTemplate(
  sql: Kysely<DB>,
  id: string,
  isTemplate: boolean,
): Promise<void> {
  await sql.updateTable('pages').set({ is_template: isTemplate }).where('id', '=', id).execute()
}
