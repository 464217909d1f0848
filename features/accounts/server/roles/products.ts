import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import { productOrigin, type Audit, type AuditOrigin } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Product } from '../../contract/roles.ts'
import { deleteProduct, insertProducts, lockProduct, writeProductName } from './products-store.ts'

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

/** Calls a product otherwise; its key stays, which addresses and permissions have. */
export async function renameProduct(
  transaction: Transaction<DB>,
  audit: Audit,
  origin: AuditOrigin,
  product: Product,
): Promise<void> {
  const before = await requireProduct(transaction, product.key)
  await writeProductName(transaction, product)
  await audit(transaction, origin, {
    ...{ action: 'product.rename', entity: 'product' },
    ...{ entityId: product.key, entityName: product.name },
    ...{ before: { name: before.name }, after: { name: product.name } },
  })
}

/** Removes a product with its permission; throws `conflict` while it has articles. */
export async function removeProduct(
  transaction: Transaction<DB>,
  audit: Audit,
  origin: AuditOrigin,
  key: string,
): Promise<void> {
  const { name, articles } = await requireProduct(transaction, key)
  if (articles > 0)
    throw new AppError('conflict', `Articles of ${key} are left: ${articles}. Remove them first`)
  await deleteProduct(transaction, key)
  await audit(transaction, origin, {
    ...{ action: 'product.remove', entity: 'product', entityId: key, entityName: name },
    before: { name },
  })
}

async function requireProduct(transaction: Transaction<DB>, key: string) {
  const product = await lockProduct(transaction, key)
  if (!product) throw new AppError('not_found', `There is no product ${key}`)
  return product
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
