import { sql as query, type Kysely, type Selectable, type Transaction } from 'kysely'
import { Locale } from '#kit/model/locale.ts'
import type { DB, PushBrowsers } from '#kit/server/postgres-schema.ts'
import type { PushAddress } from '#kit/server/push/post-push.ts'
import type { Sealed } from '#kit/server/secrets/keyring.ts'

type Sql = Kysely<DB> | Transaction<DB>

/** A browser in which a person is notified; moments in ms UTC. */
export interface StoredBrowser extends PushAddress {
  readonly id: number
  readonly userId: number
  /** To which it is tied; null: it has run out. */
  readonly sessionId: string | null
  readonly language: Locale
  readonly userAgent: string
  readonly createdAt: number
  readonly deliveredAt: number | null
}

function browserOf(row: Selectable<PushBrowsers>): StoredBrowser {
  return {
    ...{ id: row.id, userId: row.user_id, sessionId: row.session_id },
    ...{ endpoint: row.endpoint, userAgent: row.user_agent },
    ...{ p256dh: row.p256dh, auth: row.auth, language: Locale.parse(row.language) },
    createdAt: row.created_at.getTime(),
    deliveredAt: row.delivered_at?.getTime() ?? null,
  }
}

/** Those of these people, in the order in which they came. */
export async function readBrowsers(
  sql: Sql,
  userIds: readonly number[],
): Promise<readonly StoredBrowser[]> {
  if (userIds.length === 0) return []
  const rows = await sql
    .selectFrom('push_browsers')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .orderBy('id')
    .execute()
  return rows.map(browserOf)
}

/** Those of a person; nobody else adds one until the transaction ends. */
export async function readBrowsersToAdd(
  transaction: Transaction<DB>,
  userId: number,
): Promise<readonly StoredBrowser[]> {
  await query`select pg_advisory_xact_lock(hashtext('push browsers'), ${userId}::integer)`.execute(
    transaction,
  )
  return readBrowsers(transaction, [userId])
}

export async function readBrowser(sql: Sql, id: number): Promise<StoredBrowser | null> {
  const row = await sql
    .selectFrom('push_browsers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? browserOf(row) : null
}

interface NewBrowser extends PushAddress {
  readonly userId: number
  readonly sessionId: string
  readonly language: Locale
  readonly userAgent: string
  readonly at: number
}

/** Adds a browser, or changes it; who had it before has it no more. */
export async function putBrowser(
  transaction: Transaction<DB>,
  { endpoint, at, ...browser }: NewBrowser,
): Promise<StoredBrowser> {
  const values = {
    ...{ user_id: browser.userId, session_id: browser.sessionId, language: browser.language },
    ...{ p256dh: browser.p256dh, auth: browser.auth },
    user_agent: browser.userAgent.slice(0, 512),
  }
  const row = await transaction
    .insertInto('push_browsers')
    .values({ ...values, endpoint, created_at: new Date(at) })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
  return browserOf(row)
}

export async function deleteBrowser(sql: Sql, id: number): Promise<void> {
  await sql.deleteFrom('push_browsers').where('id', '=', id).execute()
}

export async function writeDelivered(sql: Sql, id: number, at: number): Promise<void> {
  await sql
    .updateTable('push_browsers')
    .set({ delivered_at: new Date(at) })
    .where('id', '=', id)
    .execute()
}

/** The sealed private key of the server; null: none was made yet. */
export async function readPushKey(sql: Sql): Promise<Sealed | null> {
  const row = await sql.selectFrom('push_keys').selectAll().executeTakeFirst()
  return row ? { bytes: row.secret, keyId: row.secret_key } : null
}

/** Stores the same key, sealed by another one. */
export async function resealPushKey(
  transaction: Transaction<DB>,
  { bytes, keyId }: Sealed,
): Promise<void> {
  await transaction.updateTable('push_keys').set({ secret: bytes, secret_key: keyId }).execute()
}

/**
 * Stores a new key; browsers that subscribed by the one before can not be reached any more. How
 * many these were.
 */
export async function replacePushKey(
  transaction: Transaction<DB>,
  { bytes, keyId }: Sealed,
  at: number,
): Promise<number> {
  const { numDeletedRows } = await transaction.deleteFrom('push_browsers').executeTakeFirst()
  await transaction.deleteFrom('push_keys').execute()
  await transaction
    .insertInto('push_keys')
    .values({ id: 1, secret: bytes, secret_key: keyId, created_at: new Date(at) })
    .execute()
  return Number(numDeletedRows)
}
