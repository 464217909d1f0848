import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Product } from '../../contract/roles.ts'

/** Products that have articles of their own, by name. */
export async function readProducts(sql: Kysely<DB>): Promise<Product[]> {
  return sql.selectFrom('products').select(['key', 'name']).orderBy('name').orderBy('key').execute()
}

/**
 * Adds the products that are missing; their keys. With each comes its permission, held by the roles
 * admin, manager and editor.
 */
export async function insertProducts(
  sql: Kysely<DB>,
  products: readonly Product[],
): Promise<ReadonlySet<string>> {
  const rows = await sql
    .insertInto('products')
    .values([...products])
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .execute()
  return new Set(rows.map(({ key }) => key))
}
