import { sql, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** Gives a role its new name in the list `roles` of the documents of a column. */
export async function renameRoleInDocuments(
  transaction: Transaction<DB>,
  place: { readonly table: keyof DB; readonly column: string },
  from: string,
  to: string,
): Promise<void> {
  const document = sql.ref(place.column)
  await sql`
    update ${sql.table(place.table)} set ${document} = jsonb_set(${document}, '{roles}', (
      select jsonb_agg(case role when ${from} then ${to} else role end)
      from jsonb_array_elements_text(${document}->'roles') as role
    )) where ${document}->'roles' @> to_jsonb(${from}::text)`.execute(transaction)
}
