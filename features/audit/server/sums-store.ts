import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { AuditOrigin, AuditRecord } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'

/**
 * How narrow a sum is: one subject from one address, all subjects from one address, or everything
 * of one action.
 */
export type SumScope = 'subject' | 'address' | 'all'

/** Something that is counted instead of, or besides, being written as an entry of its own. */
export interface Counted {
  readonly scope: SumScope
  readonly key: string
  readonly record: AuditRecord
  readonly origin: AuditOrigin
  /** Names of what is counted, of which a sum lists some. */
  readonly samples: readonly string[]
  /** How many this adds; 0 opens a sum whose first one has an entry already. */
  readonly amount: number
}

/** Names that one sum lists. */
const listedSamples = 20

/** Adds to a sum that is there; false when there is none. */
export async function addToSum(
  sql: Kysely<DB>,
  { key, samples, amount }: Counted,
): Promise<boolean> {
  const { numAffectedRows } = await query`
    update audit_sums as stored set
      count = stored.count + ${amount},
      first_time = coalesce(stored.first_time, clock_timestamp()),
      last_time = clock_timestamp(),
      samples = ${merged(query`${JSON.stringify(samples)}::jsonb`)}
    where key = ${key}`.execute(sql)
  return (numAffectedRows ?? 0n) > 0n
}

const merged = (samples: ReturnType<typeof query>) => query`(
  select coalesce(jsonb_agg(name order by place), '[]') from (
    select name, min(place) as place
    from jsonb_array_elements(stored.samples || ${samples}) with ordinality as each (name, place)
    group by name order by min(place) limit ${listedSamples}
  ) as listed)`

/**
 * Opens sums (each key once) that end after `periodMs`, and adds to those that another transaction
 * opened meanwhile, where a sum opened with 0 counts for 1. Returns the keys of those that were
 * new.
 */
export async function openSums(
  sql: Kysely<DB>,
  counted: readonly Counted[],
  periodMs: number,
): Promise<ReadonlySet<string>> {
  const values = counted.map(({ key, scope, record, origin, samples, amount }) => ({
    ...{
      key,
      scope,
      action: record.action,
      entity: record.entity,
      entity_id: String(record.entityId),
    },
    ...{
      entity_name: record.entityName,
      after: record.after ?? {},
      samples: samples.slice(0, listedSamples),
      count: amount,
    },
    ...{ address: origin.address, request_id: origin.requestId },
  }))
  const { rows } = await query<{ key: string; is_new: boolean }>`
    insert into audit_sums as stored
      (key, scope, action, entity, entity_id, entity_name, after, samples, address, request_id,
        count, first_time, last_time, ends_at)
    select key, scope, action, entity, entity_id, entity_name, after, samples, address, request_id,
      count, case when count > 0 then clock_timestamp() end,
      case when count > 0 then clock_timestamp() end,
      clock_timestamp() + ${periodMs} * interval '1 millisecond'
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as new (key text, scope text, action text, entity text, entity_id text,
      entity_name text, after jsonb, samples jsonb, address text, request_id text, count integer)
    order by key
    on conflict (key) do update set
      count = stored.count + greatest(excluded.count, 1),
      first_time = coalesce(stored.first_time, clock_timestamp()),
      last_time = clock_timestamp(),
      samples = ${merged(query`excluded.samples`)}
    returning key, xmax = 0 as is_new`.execute(sql)
  return new Set(rows.filter((row) => row.is_new).map(({ key }) => key))
}

/** How many sums of an action and scope are open: in all, and from one address. */
export async function countSums(
  sql: Kysely<DB>,
  action: string,
  scope: SumScope,
  address: string,
): Promise<{ readonly all: number; readonly ofAddress: number }> {
  return sql
    .selectFrom('audit_sums')
    .select([
      query<number>`count(*)::integer`.as('all'),
      query<number>`count(*) filter (where address = ${address})::integer`.as('ofAddress'),
    ])
    .where('action', '=', action)
    .where('scope', '=', scope)
    .executeTakeFirstOrThrow()
}

/** Takes up to `limit` sums whose period has ended out of the table. */
export async function takeEndedSums(transaction: Transaction<DB>, limit: number) {
  return transaction
    .deleteFrom('audit_sums')
    .where('key', 'in', (select) =>
      select
        .selectFrom('audit_sums')
        .select('key')
        .where('ends_at', '<=', query<Date>`clock_timestamp()`)
        .orderBy('ends_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}
export type EndedSum = Awaited<ReturnType<typeof takeEndedSums>>[number]
