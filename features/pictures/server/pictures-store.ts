import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** A picture without its content. */
export interface PictureRow {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly addedAt: Date
}

/** The pictures of a person, the newest first. */
export function readPictures(sql: Kysely<DB>, ownerId: number): Promise<PictureRow[]> {
  return sql
    .selectFrom('pictures')
    .select(['id', 'width', 'height', 'added_at as addedAt'])
    .where('owner_id', '=', ownerId)
    .orderBy('added_at', 'desc')
    .orderBy('id')
    .execute()
}

/** How many a person has; nobody else adds one of theirs until the transaction ends. */
export async function countPictures(sql: Kysely<DB>, ownerId: number): Promise<number> {
  await query`select pg_advisory_xact_lock(hashtext('pictures'), ${ownerId}::integer)`.execute(sql)
  const { count } = await sql
    .selectFrom('pictures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface NewPicture {
  readonly id: string
  readonly ownerId: number
  readonly image: Buffer
  readonly width: number
  readonly height: number
}

export function insertPicture(
  sql: Kysely<DB>,
  { id, ownerId, image, width, height }: NewPicture,
): Promise<PictureRow> {
  return sql
    .insertInto('pictures')
    .values({ id, owner_id: ownerId, image, width, height })
    .returning(['id', 'width', 'height', 'added_at as addedAt'])
    .executeTakeFirstOrThrow()
}

/** Removes a picture of this person; whether there was one. */
export async function deletePicture(
  sql: Kysely<DB>,
  ownerId: number,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await sql
    .deleteFrom('pictures')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Gives pictures to another owner. */
export async function writePictureOwner(
  sql: Kysely<DB>,
  ids: readonly string[],
  ownerId: number,
): Promise<void> {
  await sql
    .updateTable('pictures')
    .set({ owner_id: ownerId })
    .where(query<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
}

/** The content of a picture, whoever it belongs to; null when there is none. */
export async function readPictureImage(sql: Kysely<DB>, id: string): Promise<Buffer | null> {
  const row = await sql
    .selectFrom('pictures')
    .select('image')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.image ?? null
}
