import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** Sets a person's picture, or removes it. */
export async function writeAvatar(
  sql: Kysely<DB>,
  userId: number,
  avatar: { readonly file: string; readonly path: string; readonly image: Buffer } | null,
): Promise<void> {
  if (avatar === null) await sql.deleteFrom('avatars').where('user_id', '=', userId).execute()
  else {
    const { file, image } = avatar
    await sql
      .insertInto('avatars')
      .values({ user_id: userId, file, image })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ file, image }))
      .execute()
  }
  await sql
    .updateTable('users')
    .set({ avatar: avatar?.path ?? '' })
    .where('id', '=', userId)
    .execute()
}

/** The picture behind a file name; null when nobody has it. */
export async function readAvatar(sql: Kysely<DB>, file: string): Promise<Buffer | null> {
  const row = await sql
    .selectFrom('avatars')
    .select('image')
    .where('file', '=', file)
    .executeTakeFirst()
  return row?.image ?? null
}
