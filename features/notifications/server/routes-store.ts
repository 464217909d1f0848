import { sql as query, type Kysely, type Selectable, type Transaction } from 'kysely'
import { z } from 'zod'
import { isEmail } from '#kit/model/address.ts'
import type { DB, NotificationRoutes } from '#kit/server/postgres-schema.ts'
import type { Sealed } from '#kit/server/secrets/keyring.ts'
import { NotificationRoute, type UnreadableRoute } from '../contract/notification-route.ts'

type Sql = Kysely<DB> | Transaction<DB>

/** A route with the secret that signs its webhook. */
export interface StoredRoute extends NotificationRoute {
  readonly secret: Sealed | null
}

/** One that this version cannot read, with what can be of it. */
export interface UnreadRoute extends UnreadableRoute {
  readonly target: null
}

/** The routes, and those of them that cannot be read. */
export interface StoredRoutes {
  readonly routes: readonly StoredRoute[]
  readonly unread: readonly UnreadRoute[]
}

type Definition = Omit<NotificationRoute, 'id' | 'version'>

const Named = z.looseObject({ name: z.string() })

function routeOf(row: Selectable<NotificationRoutes>): StoredRoute | UnreadRoute {
  const { id, version, secret, secret_key: keyId, definition } = row
  const stored = z.looseObject({}).safeParse(definition).data
  const route = NotificationRoute.safeParse({ ...stored, id, version }).data
  if (!route)
    return { id, version, name: Named.safeParse(definition).data?.name ?? '', target: null }
  const { target } = route
  return {
    ...route,
    target:
      target.kind === 'webhook'
        ? target
        : { ...target, recipients: target.recipients.filter(isEmail) },
    secret: secret === null || keyId === null ? null : { bytes: secret, keyId },
  }
}

const isRead = (route: StoredRoute | UnreadRoute): route is StoredRoute => route.target !== null

function routesOf(rows: readonly Selectable<NotificationRoutes>[]): StoredRoutes {
  const all = rows.map(routeOf)
  const unread = all.flatMap((route) => (isRead(route) ? [] : [route]))
  return { routes: all.filter(isRead), unread }
}

export async function readRoutes(sql: Sql): Promise<StoredRoutes> {
  return routesOf(await sql.selectFrom('notification_routes').selectAll().orderBy('id').execute())
}

/** The routes; nobody changes or removes one of them until the transaction ends. */
export async function holdRoutes(transaction: Transaction<DB>): Promise<StoredRoutes> {
  return routesOf(
    await transaction
      .selectFrom('notification_routes')
      .selectAll()
      .orderBy('id')
      .forKeyShare()
      .execute(),
  )
}

/** The routes that can be read, which nobody else changes until the transaction ends. */
export async function lockRoutes(transaction: Transaction<DB>): Promise<readonly StoredRoute[]> {
  const rows = await transaction
    .selectFrom('notification_routes')
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute()
  return routesOf(rows).routes
}

export async function readRoute(sql: Sql, id: number): Promise<StoredRoute | UnreadRoute | null> {
  const row = await sql
    .selectFrom('notification_routes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? routeOf(row) : null
}

/** How many there are; nobody else adds one until the transaction ends. */
export async function countRoutes(transaction: Transaction<DB>): Promise<number> {
  await query`select pg_advisory_xact_lock(hashtext('notification routes'))`.execute(transaction)
  const { count } = await transaction
    .selectFrom('notification_routes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A route that nobody changes until the transaction ends. */
export async function lockRoute(
  transaction: Transaction<DB>,
  id: number,
): Promise<StoredRoute | UnreadRoute | null> {
  const row = await transaction
    .selectFrom('notification_routes')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? routeOf(row) : null
}

/** What was just written, which can be read. */
function readableOf(row: Selectable<NotificationRoutes>): StoredRoute {
  const route = routeOf(row)
  if (!isRead(route)) throw new Error(`the route ${row.id} was stored so that it cannot be read`)
  return route
}

export async function insertRoute(
  transaction: Transaction<DB>,
  definition: Definition,
  at: number,
): Promise<StoredRoute> {
  const row = await transaction
    .insertInto('notification_routes')
    .values({ definition: JSON.stringify(definition), created_at: new Date(at) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return readableOf(row)
}

export async function updateRoute(
  transaction: Transaction<DB>,
  id: number,
  definition: Definition,
): Promise<StoredRoute> {
  const row = await transaction
    .updateTable('notification_routes')
    .set({ definition: JSON.stringify(definition) })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return readableOf(row)
}

export async function writeSecret(
  transaction: Transaction<DB>,
  id: number,
  sealed: Sealed | null,
): Promise<void> {
  await transaction
    .updateTable('notification_routes')
    .set({ secret: sealed?.bytes ?? null, secret_key: sealed?.keyId ?? null })
    .where('id', '=', id)
    .execute()
}

/** The routes whose secret another key than this one has sealed. */
export async function listSealedByOthers(
  sql: Sql,
  keyId: string,
): Promise<readonly { readonly id: number; readonly keyId: string }[]> {
  return sql
    .selectFrom('notification_routes')
    .select(({ ref }) => ['id', ref('secret_key').$notNull().as('keyId')])
    .where('secret_key', '!=', keyId)
    .orderBy('id')
    .execute()
}

export async function deleteRoute(transaction: Transaction<DB>, id: number): Promise<void> {
  await transaction.deleteFrom('notification_routes').where('id', '=', id).execute()
}
