import type { Kysely } from 'kysely'
import { articlePermission } from '#kit/model/permission.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Product } from '../../contract/roles.ts'

/** Products that have articles of their own, by name. */
export async function readProducts(sql: Kysely<DB>): Promise<Product[]> {
  return sql.selectFrom('products').select(['key', 'name']).orderBy('name').orderBy('key').execute()
}

/** Its name, and how many articles it has; nobody else changes it until the transaction ends. */
export async function lockProduct(
  sql: Kysely<DB>,
  key: string,
): Promise<{ readonly name: string; readonly articles: number } | undefined> {
  const product = await sql
    .selectFrom('products')
    .select('name')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  if (!product) return undefined
  const { articles } = await sql
    .selectFrom('articles')
    .select(({ fn }) => fn.countAll<string>().as('articles'))
    .where('product', '=', key)
    .executeTakeFirstOrThrow()
  return { ...product, articles: Number(articles) }
}

export async function writeProductName(sql: Kysely<DB>, { key, name }: Product): Promise<void> {
  await sql.updateTable('products').set({ name }).where('key', '=', key).execute()
}

/** With it goes its permission, wherever it is held. */
export async function deleteProduct(sql: Kysely<DB>, key: string): Promise<void> {
  await sql.deleteFrom('products').where('key', '=', key).execute()
  await sql.deleteFrom('permissions').where('name', '=', articlePermission(key)).execute()
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
