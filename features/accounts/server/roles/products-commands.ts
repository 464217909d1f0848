import type { Kysely } from 'kysely'
import { z } from 'zod'
import { AppError } from '#kit/model/calls/errors.ts'
import { oneLine } from '#kit/model/text/one-line.ts'
import { commandLineOrigin, type Audit } from '#kit/server/audit.ts'
import { defineCommand, table, type Command } from '#kit/server/command-line/command.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { ProductKey } from '../../contract/product-key.ts'
import { Product } from '../../contract/roles.ts'
import { readProducts } from './products-store.ts'
import { addProducts, removeProduct, renameProduct } from './products.ts'

interface Services {
  readonly sql: Kysely<DB>
  readonly audit: Audit
}

const key = ProductKey.describe('Its word in addresses: /administrator/KEY/articles')
const name = oneLine(128).min(1).describe('Name for people')

const add = defineCommand({
  name: 'product add',
  summary: 'Adds a product, which has articles of its own',
  options: z.strictObject({ key, name }),
  result: Product,
  async run({ sql, audit }: Services, product) {
    await sql.transaction().execute(async (transaction) => {
      const added = await addProducts(transaction, audit, commandLineOrigin(), [product])
      if (!added.has(product.key))
        throw new AppError('conflict', `There is a product ${product.key} already`)
    })
    return product
  },
  print: (product) =>
    `Added product ${product.key}; its articles are at /administrator/${product.key}/articles`,
})

const rename = defineCommand({
  name: 'product rename',
  summary: 'Calls a product otherwise; its key stays',
  options: z.strictObject({ key, name }),
  result: Product,
  async run({ sql, audit }: Services, product) {
    await sql
      .transaction()
      .execute((transaction) => renameProduct(transaction, audit, commandLineOrigin(), product))
    return product
  },
  print: (product) => `Product ${product.key} is called ${product.name}`,
})

const remove = defineCommand({
  name: 'product remove',
  summary: 'Removes a product without articles, and its permission from whoever holds it',
  options: z.strictObject({ key }),
  result: z.object({ key: z.string() }),
  async run({ sql, audit }: Services, product) {
    await sql
      .transaction()
      .execute((transaction) => removeProduct(transaction, audit, commandLineOrigin(), product.key))
    return product
  },
  print: (product) => `Removed product ${product.key}`,
})

const list = defineCommand({
  name: 'product list',
  summary: 'Lists the products that have articles of their own',
  options: z.strictObject({}),
  result: z.array(Product),
  run: ({ sql }: Services) => readProducts(sql),
  print: (products) =>
    table(
      ['Key', 'Name'],
      products.map((product) => [product.key, product.name]),
    ),
})

/** `npm run admin -- product …` */
export const productCommands: readonly Command<Services>[] = [add, list, rename, remove]
