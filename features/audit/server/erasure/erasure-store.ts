import { sql as query, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** What of an entry may name a person. */
export interface NamingEntry {
  readonly id: string
  readonly actor_id: number | null
  readonly entity: string
  readonly entity_id: string
  readonly actor_name: string | null
  readonly actor_email: string | null
  readonly entity_name: string
  readonly before: unknown
  readonly after: unknown
  readonly address: string
}

/** Entries that the person caused, or that are about the account. */
export const ofPerson = (personId: number): RawBuilder<boolean> =>
  query<boolean>`(actor_id = ${personId} or (entity = 'user' and entity_id = ${String(personId)}))`

export async function readEntriesOf(
  sql: Kysely<DB>,
  personId: number,
  limit: number,
): Promise<Record<string, unknown>[]> {
  return sql
    .selectFrom('audit_entries')
    .selectAll()
    .where(ofPerson(personId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** By which names and addresses entries call a person. */
export async function readNames(sql: Kysely<DB>, personId: number): Promise<readonly string[]> {
  const id = String(personId)
  const { rows } = await query<{ name: string | null }>`
    select distinct name from (
      select unnest(array[actor_name, actor_email]) as name from audit_entries
        where actor_id = ${personId}
      union all
      select unnest(array[entity_name, before ->> 'name', before ->> 'email',
          after ->> 'name', after ->> 'email'])
        from audit_entries where entity = 'user' and entity_id = ${id}
    ) as named where name is not null`.execute(sql)
  return rows.flatMap(({ name }) => name ?? [])
}

/** Entries after `afterId`, oldest first, that may name the person; in `names` as JSON has them. */
export async function readNaming(
  transaction: Transaction<DB>,
  personId: number,
  names: readonly string[],
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): Promise<NamingEntry[]> {
  const written = [...new Set(names.flatMap((name) => [name, JSON.stringify(name).slice(1, -1)]))]
  const { rows } = await query<NamingEntry>`
    select id, actor_id, entity, entity_id, actor_name, actor_email, entity_name, before, after,
      address
    from audit_entries
    where id > ${afterId}::bigint and (${ofPerson(personId)} or exists (
      select from unnest(${written}::text[]) as name
      where position(lower(name) in lower(concat_ws(' ', entity_name, before, after))) > 0))
    order by id limit ${limit}`.execute(transaction)
  return rows
}

export type RedactedEntry = Pick<
  NamingEntry,
  'id' | 'actor_name' | 'actor_email' | 'entity_name' | 'before' | 'after' | 'address'
>

/** From now on this transaction may change entries. */
export async function allowRedaction(transaction: Transaction<DB>): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtext('audit erasure'))`.execute(transaction)
  await query`select set_config('warroom.audit_erasure', 'on', true)`.execute(transaction)
}

export async function writeRedacted(
  transaction: Transaction<DB>,
  entries: readonly RedactedEntry[],
): Promise<void> {
  await query`update audit_entries as entry set
      actor_name = new.actor_name, actor_email = new.actor_email, entity_name = new.entity_name,
      before = nullif(new.before, 'null'::jsonb), after = nullif(new.after, 'null'::jsonb),
      address = new.address
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as new (id bigint, actor_name text,
      actor_email text, entity_name text, before jsonb, after jsonb, address text)
    where entry.id = new.id`.execute(transaction)
}

/** What waits to become entries; the same transaction changes it. */
export async function readSums(transaction: Transaction<DB>) {
  return transaction
    .selectFrom('audit_sums')
    .select(['key', 'entity_name', 'after', 'samples'])
    .forUpdate()
    .execute()
}

export async function writeSum(
  transaction: Transaction<DB>,
  sum: {
    readonly key: string
    readonly entity_name: string
    readonly after: unknown
    readonly samples: unknown
  },
): Promise<void> {
  await transaction
    .updateTable('audit_sums')
    .set({
      entity_name: sum.entity_name,
      after: JSON.stringify(sum.after),
      samples: JSON.stringify(sum.samples),
    })
    .where('key', '=', sum.key)
    .execute()
}
