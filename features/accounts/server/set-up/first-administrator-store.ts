import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '#kit/server/postgres-schema.ts'
import { administratorExists, insertUser, type NewUser } from '../users/credentials-store.ts'

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

/**
 * Uses the link up, adds the user and does `also`, all or nothing; null when somebody was faster or
 * there is an administrator already.
 */
export async function takeSetUp(
  sql: Kysely<DB>,
  setUp: SetUp,
  user: NewUser,
  also: (transaction: Transaction<DB>, userId: number) => Promise<void>,
): Promise<number | null> {
  return sql
    .transaction()
    .execute(async (transaction) => {
      const taken = await transaction
        .deleteFrom('settings')
        .where('key', '=', key)
        .returning('value')
        .executeTakeFirst()
      if (!taken || SetUp.parse(taken.value).tokenHash !== setUp.tokenHash)
        throw new TakenMeanwhile()
      if (await administratorExists(transaction)) return null
      const userId = await insertUser(transaction, user)
      if (userId !== null) await also(transaction, userId)
      return userId
    })
    .catch((error: unknown) => {
      if (error instanceof TakenMeanwhile) return null
      throw error
    })
}

/** Rolls the transaction back, so that a newer link stays. */
class TakenMeanwhile extends Error {}
