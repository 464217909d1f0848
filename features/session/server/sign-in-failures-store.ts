import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { failureWindowMs, type Failures } from './sign-in-limits.ts'

/** Failures that still count at `now` (ms UTC); null without any. */
export async function readFailures(sql: Kysely<DB>, account: string, address: string, now: number): Promise<Failures | null> {
  const row = await sql
    .selectFrom('sign_in_failures')
    .select(['failures', 'last_failure_at'])
    .where('account', '=', account)
    .where('address', '=', address)
    .where('last_failure_at', '>', new Date(now - failureWindowMs))
    .executeTakeFirst()
  return row ? { failures: row.failures, lastFailureAt: row.last_failure_at.getTime() } : null
}

/** Counts one more failure, or the first one when the earlier ones are forgotten. */
export async function recordFailure(sql: Kysely<DB>, account: string, address: string, now: number): Promise<void> {
  await sql
    .insertInto('sign_in_failures')
    .values({ account, address, failures: 1, last_failure_at: new Date(now) })
    .onConflict((conflict) =>
      conflict.columns(['account', 'address']).doUpdateSet({
        failures: query<number>`case when sign_in_failures.last_failure_at > ${new Date(now - failureWindowMs)}
          then sign_in_failures.failures + 1 else 1 end`,
        last_failure_at: new Date(now),
      }),
    )
    .execute()
}

export async function clearFailures(sql: Kysely<DB>, account: string, address: string): Promise<void> {
  await sql.deleteFrom('sign_in_failures').where('account', '=', account).where('address', '=', address).execute()
}

/** Removes what no longer counts. */
export async function deleteOldFailures(sql: Kysely<DB>, now: number): Promise<void> {
  await sql
    .deleteFrom('sign_in_failures')
    .where('last_failure_at', '<', new Date(now - failureWindowMs))
    .execute()
}
