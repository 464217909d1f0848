import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { maximumStored } from '../contract/limits.ts'

interface MetError {
  readonly fingerprint: Buffer
  readonly message: string
  readonly stack: string
  readonly page: string
  readonly version: string
  readonly browser: string
  readonly occurrences: number
}

/** No count goes beyond it. */
const maximumCount = 1_000_000_000

/** Adds errors, and counts those that are stored already. */
export async function addErrors(
  sql: Kysely<DB>,
  errors: readonly MetError[],
  at: Date,
): Promise<void> {
  await sql
    .insertInto('client_errors')
    .values(errors.map((error) => ({ ...error, first_seen: at, last_seen: at })))
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet((row) => ({
        page: row.ref('excluded.page'),
        browser: row.ref('excluded.browser'),
        last_seen: row.ref('excluded.last_seen'),
        occurrences: query<number>`least(${maximumCount}::bigint,
          client_errors.occurrences::bigint + excluded.occurrences)::integer`,
      })),
    )
    .execute()
}

/** Removes what was last met before `before`, and of the rest all but the latest. */
export async function removeOldErrors(sql: Kysely<DB>, before: Date): Promise<void> {
  const newestIds = sql
    .selectFrom('client_errors')
    .select('id')
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .limit(maximumStored)
  await sql
    .deleteFrom('client_errors')
    .where((row) => row.or([row('last_seen', '<', before), row('id', 'not in', newestIds)]))
    .execute()
}

interface ErrorsQuery {
  readonly search: string
  readonly since: Date
  readonly page: number
  readonly limit: number
}

const since = (sql: Kysely<DB>, { search, since: from }: Pick<ErrorsQuery, 'search' | 'since'>) =>
  sql
    .selectFrom('client_errors')
    .where('last_seen', '>=', from)
    .where(
      query<boolean>`strpos(lower(message || ' ' || page || ' ' || browser || ' ' || version),
        lower(${search})) > 0`,
    )

/** A page of the errors, the latest first. */
export function readErrors(sql: Kysely<DB>, filter: ErrorsQuery) {
  return since(sql, filter)
    .select(['id', 'message', 'stack', 'page', 'version', 'browser', 'occurrences'])
    .select(['first_seen as firstSeen', 'last_seen as lastSeen'])
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .execute()
}

/** How many different errors there are. */
export async function countErrors(
  sql: Kysely<DB>,
  filter: Pick<ErrorsQuery, 'search' | 'since'>,
): Promise<number> {
  const { count } = await since(sql, filter)
    .select(query<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
