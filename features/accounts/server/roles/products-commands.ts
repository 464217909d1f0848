import type { Kysely } from 'kysely'
import { z } from 'zod'
import { AppError } from '#kit/model/calls/errors.ts'
import { commandLineOrigin, type Audit } from '#kit/server/audit.ts'
import { defineCommand, table, type Command } from '#kit/server/command-line/command.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { ProductKey } from '../../contract/product-key.ts'
import { Product } from '../../contract/roles.ts'
import { readProducts } from './products-store.ts'
import { addProducts } from './products.ts'

interface Services {
  readonly sql: Kysely<DB>
  readonly audit: Audit
}

const add = defineCommand({
  name: 'product add',
  summary: 'Adds a product, which has articles of its own',
  options: z.strictObject({
    key: ProductKey.describe('Its word in addresses: /administrator/KEY/articles'),
    name: z.string().trim().min(1).max(128).describe('Name for people'),
  }),
  result: Product,
  async run({ sql, audit }: Services, product) {
    await sql.transaction().execute(async (transaction) => {
      const added = await addProducts(transaction, audit, commandLineOrigin(), [product])
      if (!added.has(product.key))
        throw new AppError('conflict', `There is a product ${product.key} already`)
    })
    return product
  },
  print: ({ key }) => `Added product ${key}; its articles are at /administrator/${key}/articles`,
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
      products.map(({ key, name }) => [key, name]),
    ),
})

/** `npm run admin -- product …` */
export const productCommands: readonly Command<Services>[] = [add, list]
