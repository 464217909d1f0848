import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { failureWindowMs, freeFailures, type Failures, type AttemptKey } from './sign-in-limits.ts'

/**
 * Failures that still count at `now` (ms UTC); null without any. After the clock was set back what
 * lies ahead of it does not count before the next failure: nobody could say how long to wait.
 */
export async function readFailures(
  sql: Kysely<DB>,
  { account, address }: AttemptKey,
  now: number,
): Promise<Failures | null> {
  const row = await sql
    .selectFrom('sign_in_failures')
    .select(['failures', 'last_failure_at'])
    .where('account', '=', account)
    .where('address', '=', address)
    .where('last_failure_at', '>', new Date(now - failureWindowMs))
    .where('last_failure_at', '<=', new Date(now))
    .executeTakeFirst()
  return row ? { failures: row.failures, lastFailureAt: row.last_failure_at.getTime() } : null
}

/**
 * Counts one more failure: those of the last 15 minutes, until they are too many; from then on
 * every one, until 15 minutes have passed without any.
 */
export async function recordFailure(
  sql: Kysely<DB>,
  { account, address }: AttemptKey,
  now: number,
): Promise<void> {
  const [moment, windowStart] = [new Date(now), new Date(now - failureWindowMs)]
  await query`
    insert into sign_in_failures as stored (account, address, failures, last_failure_at, recent)
    values (${account}, ${address}, 1, ${moment}, array[${moment}::timestamptz])
    on conflict (account, address) do update set
      recent = array(select time from unnest(stored.recent) as time where time > ${windowStart})
        || ${moment}::timestamptz,
      failures = case
        when stored.last_failure_at <= ${windowStart} then 1
        when stored.failures >= ${freeFailures} then stored.failures + 1
        else 1 + (select count(*) from unnest(stored.recent) as time where time > ${windowStart})
      end,
      last_failure_at = ${moment}`.execute(sql)
}

export async function clearFailures(
  sql: Kysely<DB>,
  { account, address }: AttemptKey,
): Promise<void> {
  await sql
    .deleteFrom('sign_in_failures')
    .where('account', '=', account)
    .where('address', '=', address)
    .execute()
}

/** Removes what no longer counts. */
export async function deleteOldFailures(sql: Kysely<DB>, now: number): Promise<void> {
  await sql
    .deleteFrom('sign_in_failures')
    .where('last_failure_at', '<', new Date(now - failureWindowMs))
    .execute()
}
