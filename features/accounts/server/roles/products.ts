import type { Kysely } from 'kysely'
import { productOrigin, type Audit } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Product } from '../../contract/roles.ts'
import { insertProducts } from './products-store.ts'

/** Adds the products that are missing, as the product itself does at its start. */
export async function ensureProducts(
  { sql, audit }: { readonly sql: Kysely<DB>; readonly audit: Audit },
  products: readonly Product[],
): Promise<void> {
  await sql.transaction().execute(async (transaction) => {
    const added = await insertProducts(transaction, products)
    const origin = productOrigin()
    for (const { key, name } of products) {
      if (!added.has(key)) continue
      await audit(transaction, origin, {
        action: 'product.add',
        entity: 'product',
        entityId: key,
        entityName: name,
        after: { name },
      })
    }
  })
}
