import { sql as query, type Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '#kit/server/postgres-schema.ts'

const key = 'first-administrator'

/** The one-time set-up link as stored: SHA-256 of its token in base64, and its end in ms UTC. */
const SetUp = z.object({ tokenHash: z.string(), expiresAt: z.number() })
export type SetUp = z.infer<typeof SetUp>

export async function writeSetUp(sql: Kysely<DB>, setUp: SetUp): Promise<void> {
  const value = JSON.stringify(setUp)
  await sql
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

export async function readSetUp(sql: Kysely<DB>): Promise<SetUp | null> {
  const row = await sql
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? SetUp.parse(row.value) : null
}

/** Uses the link up; false when it was used, or replaced by a newer one, meanwhile. */
export async function takeSetUp(sql: Kysely<DB>, setUp: SetUp): Promise<boolean> {
  const row = await sql
    .deleteFrom('settings')
    .where('key', '=', key)
    .where(query<boolean>`value ->> 'tokenHash' = ${setUp.tokenHash}`)
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}
