import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** How many there are; nobody else adds one until the transaction ends. */
export async function countPictures(sql: Kysely<DB>): Promise<number> {
  await query`select pg_advisory_xact_lock(hashtext('article_pictures'))`.execute(sql)
  const { count } = await sql
    .selectFrom('article_pictures')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface NewPicture {
  readonly id: string
  readonly image: Buffer
  readonly width: number
  readonly height: number
  readonly addedBy: number
  readonly addedAt: Date
}

export async function insertPicture(
  sql: Kysely<DB>,
  { addedBy, addedAt, ...picture }: NewPicture,
): Promise<void> {
  await sql
    .insertInto('article_pictures')
    .values({ ...picture, added_by: addedBy, added_at: addedAt })
    .execute()
}

/**
 * Removes pictures from before `until` that no version of any article shows. One that is about to
 * be shown stays: what was saved since it was looked for is seen by the second statement alone.
 */
export async function removeUnusedPictures(
  transaction: Transaction<DB>,
  until: Date,
): Promise<void> {
  const unused = query<boolean>`id not in (select unnest(pictures) from article_versions)`
  const rows = await transaction
    .selectFrom('article_pictures')
    .select('id')
    .where('added_at', '<', until)
    .where(unused)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0)
    await transaction
      .deleteFrom('article_pictures')
      .where('id', '=', query<string>`any(${ids}::uuid[])`)
      .where(unused)
      .execute()
}

export async function readPictureImage(sql: Kysely<DB>, id: string): Promise<Buffer | null> {
  const row = await sql
    .selectFrom('article_pictures')
    .select('image')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.image ?? null
}

/** Which of these pictures there are; they stay until the transaction ends. */
export async function knownPictures(
  sql: Kysely<DB>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql
    .selectFrom('article_pictures')
    .select('id')
    .where('id', '=', query<string>`any(${[...ids]}::uuid[])`)
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}
