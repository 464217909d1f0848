import type { Kysely, Transaction } from 'kysely'
import { productOrigin, type Audit, type AuditOrigin } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Product } from '../../contract/roles.ts'
import { insertProducts } from './products-store.ts'

/** Adds the products that are missing, and writes each into the audit; their keys. */
export async function addProducts(
  transaction: Transaction<DB>,
  audit: Audit,
  origin: AuditOrigin,
  products: readonly Product[],
): Promise<ReadonlySet<string>> {
  const added = await insertProducts(transaction, products)
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
  return added
}

/** Adds the products that are missing, as the product itself does at its start. */
export async function ensureProducts(
  { sql, audit }: { readonly sql: Kysely<DB>; readonly audit: Audit },
  products: readonly Product[],
): Promise<void> {
  await sql
    .transaction()
    .execute((transaction) => addProducts(transaction, audit, productOrigin(), products))
}
