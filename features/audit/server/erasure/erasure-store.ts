import { createHash } from 'node:crypto'
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

/** Hashes of what entries say now, by their ids. */
export async function readContentHashes(
  transaction: Transaction<DB>,
  ids: readonly string[],
): Promise<readonly Redaction[]> {
  const { rows } = await query<{ id: string; hash: Buffer }>`
    select id, sha256(convert_to(audit_content(entry), 'UTF8')) as hash
    from audit_entries as entry where id = any(${ids}::bigint[]) order by id`.execute(transaction)
  return rows.map(({ id, hash }) => ({ entryId: Number(id), hash }))
}

/** An entry, and the SHA-256 of what it says since its names were taken. */
export interface Redaction {
  readonly entryId: number
  readonly hash: Buffer
}

/** One hash over all redactions of an erasure, in the order of their entries. */
export function digestOf(redactions: readonly Redaction[]): string {
  const digest = createHash('sha256')
  for (const { entryId, hash } of redactions) digest.update(`${entryId}:${hash.toString('hex')}\n`)
  return digest.digest('hex')
}

export async function insertRedactions(
  transaction: Transaction<DB>,
  erasureId: number,
  redactions: readonly Redaction[],
): Promise<void> {
  const rows = redactions.map(({ entryId, hash }) => ({ id: entryId, hash: hash.toString('hex') }))
  await query`insert into audit_redactions (erasure_id, entry_id, content_hash)
    select ${erasureId}, id, decode(hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (id bigint, hash text)`.execute(
    transaction,
  )
}

/** The newest entry that this transaction wrote about an erasure. */
export async function newestErasure(transaction: Transaction<DB>, digest: string): Promise<number> {
  const { id } = await transaction
    .selectFrom('audit_entries')
    .select('id')
    .where('action', '=', 'user.erase')
    .where(query<boolean>`after ->> 'digest' = ${digest}`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return Number(id)
}

/** Redactions as stored, by erasure, oldest first within each. */
export async function readRedactions(
  sql: Kysely<DB>,
): Promise<ReadonlyMap<number, readonly Redaction[]>> {
  const rows = await sql
    .selectFrom('audit_redactions')
    .select(['erasure_id as erasureId', 'entry_id as entryId', 'content_hash as hash'])
    .orderBy('erasure_id')
    .orderBy('entry_id')
    .execute()
  const byErasure = new Map<number, Redaction[]>()
  for (const { erasureId, entryId, hash } of rows) {
    const list = byErasure.get(Number(erasureId)) ?? []
    list.push({ entryId: Number(entryId), hash })
    byErasure.set(Number(erasureId), list)
  }
  return byErasure
}

/** Entries that record erasures, oldest first, with how many entries each redacted. */
export async function readErasureEntries(
  sql: Kysely<DB>,
): Promise<
  readonly { readonly entryId: number; readonly time: number; readonly entries: number }[]
> {
  const rows = await sql
    .selectFrom('audit_entries')
    .select(['id', 'time'])
    .select(query<number>`coalesce((after ->> 'entries')::integer, 0)`.as('entries'))
    .where('action', '=', 'user.erase')
    .orderBy('id')
    .execute()
  return rows.map(({ id, time, entries }) => ({
    ...{ entryId: Number(id), time: time.getTime(), entries },
  }))
}
