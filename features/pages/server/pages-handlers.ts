import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { refusedField } from '#kit/model/errors.ts'
import { fieldError } from '#kit/model/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { maximumPages } from '../contract/limits.ts'
import { listPages, readPage, storePage } from '../contract/routes.ts'
import { requireOpenSensors } from './open-sensors.ts'
import {
  countPages,
  findPage,
  insertPage,
  insertVersion,
  lockPagesOf,
  readPages,
  writeOrder,
} from './pages-store.ts'
import {
  auditPage,
  describePage,
  extentOf,
  inUse,
  presentVersion,
  type PageCall,
  type PagesServices,
} from './pages-services.ts'

/** A page of 2,000 widgets with all their options. */
export const pageBodyLimit = 4 * 2 ** 20

/** The calls that list, read, order and add pages. */
export function registerPageRoutes(app: FastifyInstance, services: PagesServices): void {
  const { sql, catalogue } = services

  serve(app, listPages, async ({ body, ...call }) => {
    if (body.order) await orderPages(services, call, body.order)
    const rows = await readPages(sql, call.caller.userId)
    return { data: rows.map((row) => ({ ...row, savedAt: row.savedAt.getTime() })) }
  })

  serve(app, readPage, async ({ query: { data }, caller }) => {
    const page = inUse(await findPage(sql, caller.userId, data.id))
    const version = await presentVersion(sql, page)
    return { data: describePage(catalogue, caller, page.id, version) }
  })

  serve(app, storePage, { bodyLimit: pageBodyLimit }, async ({ body, ...call }) => {
    const { caller } = call
    requireOpenSensors(catalogue, caller, body, [])
    const id = randomUUID()
    const version = await sql.transaction().execute(async (transaction) => {
      const position = await requireRoom(transaction, caller.userId)
      await insertPage(transaction, { id, ownerId: caller.userId, name: body.name }, position)
      await auditPage(services, transaction, call, {
        ...{ action: 'page.create', page: { id, name: body.name } },
        after: extentOf(body),
      })
      return insertVersion(transaction, id, 1, { content: body, savedBy: caller.userId })
    })
    return { data: describePage(catalogue, caller, id, version) }
  })
}

/** Refuses a page too many; nobody else adds one to this list until the transaction ends. */
export async function requireRoom(transaction: Kysely<DB>, ownerId: number): Promise<number> {
  await lockPagesOf(transaction, ownerId)
  const { count, nextPosition } = await countPages(transaction, ownerId)
  if (count >= maximumPages)
    throw refusedField('name', fieldError('too_many', { maximum: maximumPages }))
  return nextPosition
}

/** Puts these pages first, in this order; the others of the caller follow as they were. */
async function orderPages(
  { sql, audit, accounts }: PagesServices,
  { caller, request }: PageCall,
  order: readonly string[],
): Promise<void> {
  const { userId } = caller
  await sql.transaction().execute(async (transaction) => {
    await lockPagesOf(transaction, userId)
    const pages = await readPages(transaction, userId)
    const own = new Set(pages.map(({ id }) => id))
    const stranger = order.findIndex((id) => !own.has(id))
    if (stranger !== -1) throw refusedField(`order.${stranger}`, fieldError('unknown_page'))
    const first = new Set(order)
    const rest = pages.map(({ id }) => id).filter((id) => !first.has(id))
    await writeOrder(transaction, [...order, ...rest])
    const person = await accounts.person(transaction, userId)
    await audit(transaction, originOf(request), {
      ...{ action: 'profile.order-pages', entity: 'user', entityId: userId },
      entityName: person?.email ?? '',
      after: { pages: pages.length },
    })
  })
}
