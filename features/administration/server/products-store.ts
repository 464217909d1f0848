import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Product } from '../contract/roles.ts'

/** Products that have articles of their own, by name. */
export async function readProducts(sql: Kysely<DB>): Promise<Product[]> {
  return sql.selectFrom('products').select(['key', 'name']).orderBy('name').orderBy('key').execute()
}

/** Adds the products that are missing. With each comes its permission, held by the roles admin, manager and editor. */
export async function ensureProducts(sql: Kysely<DB>, products: readonly Product[]): Promise<void> {
  await sql
    .insertInto('products')
    .values([...products])
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
