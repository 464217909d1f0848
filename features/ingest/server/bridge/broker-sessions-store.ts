import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

export interface BrokerSession {
  readonly broker: string
  readonly clientId: string
  readonly createdAt: number
}

/** Notes that there may be such a session at the broker from now on. */
export async function recordSession(
  sql: Kysely<DB>,
  broker: string,
  clientId: string,
): Promise<void> {
  await sql
    .insertInto('broker_sessions')
    .values({ broker, client_id: clientId })
    .onConflict((conflict) =>
      conflict.columns(['broker', 'client_id']).doUpdateSet({ removed_at: null }),
    )
    .execute()
}

/** Notes that the session was removed at the broker. */
export async function recordRemoval(
  sql: Kysely<DB>,
  broker: string,
  clientId: string,
): Promise<void> {
  const removed = { removed_at: new Date() }
  await sql
    .insertInto('broker_sessions')
    .values({ broker, client_id: clientId, ...removed })
    .onConflict((conflict) => conflict.columns(['broker', 'client_id']).doUpdateSet(removed))
    .execute()
}

/** Which of these sessions were removed at the broker already. */
export async function removedSessions(
  sql: Kysely<DB>,
  broker: string,
  clientIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql
    .selectFrom('broker_sessions')
    .select('client_id')
    .where('broker', '=', broker)
    .where('client_id', 'in', clientIds)
    .where('removed_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ client_id }) => client_id))
}

/** Sessions that were not removed yet. */
export async function listSessions(sql: Kysely<DB>): Promise<readonly BrokerSession[]> {
  const rows = await sql
    .selectFrom('broker_sessions')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('broker')
    .orderBy('client_id')
    .execute()
  return rows.map((row) => ({
    broker: row.broker,
    clientId: row.client_id,
    createdAt: row.created_at.getTime(),
  }))
}
