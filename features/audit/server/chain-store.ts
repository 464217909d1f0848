import { sql as query, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** A place in the chain and the SHA-256 there. */
export interface ChainPoint {
  readonly position: number
  readonly hash: Buffer
}

/** One link as stored, with the entry that it names. */
export interface StoredLink extends ChainPoint {
  readonly entryId: number
  /** The whole entry; null when there is no such entry. */
  readonly content: string | null
}

/** Runs `work` on one moment of the audit, whatever is added or removed meanwhile. */
export function inSnapshot<Result>(
  sql: Kysely<DB>,
  work: (moment: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  return sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work)
}

/**
 * Where the chain begins (after what retention removed), and its newest link; null where the row
 * itself is missing.
 */
export async function readEnds(
  sql: Kysely<DB>,
): Promise<{ readonly checkpoint: ChainPoint | null; readonly head: ChainPoint | null }> {
  const [checkpoint, head] = [
    await sql.selectFrom('audit_checkpoint').select(['position', 'hash']).executeTakeFirst(),
    await sql.selectFrom('audit_head').select(['position', 'hash']).executeTakeFirst(),
  ]
  return { checkpoint: checkpoint ? asPoint(checkpoint) : null, head: head ? asPoint(head) : null }
}

const asPoint = ({ position, hash }: { position: string; hash: Buffer }): ChainPoint => ({
  position: Number(position),
  hash,
})

/** Up to `limit` links after `position`, in order. */
export function readLinks(
  sql: Kysely<DB>,
  position: number,
  limit: number,
): Promise<readonly StoredLink[]> {
  return selectLinks(sql, query`link.position > ${position} order by link.position limit ${limit}`)
}

/** The link that names an entry; null without one. */
export async function readLinkOf(sql: Kysely<DB>, entryId: number): Promise<StoredLink | null> {
  const [link] = await selectLinks(sql, query`link.entry_id = ${entryId}`)
  return link ?? null
}

/** The content is put together here and not by a function of the database. */
async function selectLinks(
  sql: Kysely<DB>,
  condition: RawBuilder<unknown>,
): Promise<readonly StoredLink[]> {
  const { rows } = await query<{
    position: string
    entry_id: string
    hash: Buffer
    content: string | null
  }>`
    select link.position, link.entry_id, link.hash,
      case when entry.id is null then null else jsonb_build_array(
        entry.id, (extract(epoch from entry.time) * 1000000)::bigint,
        entry.actor_id, entry.actor_name, entry.actor_email,
        entry.action, entry.entity, entry.entity_id, entry.entity_name,
        entry.before, entry.after, entry.address, entry.request_id,
        entry.count, (extract(epoch from entry.first_time) * 1000000)::bigint
      )::text end as content
    from audit_chain as link left join audit_entries as entry on entry.id = link.entry_id
    where ${condition}`.execute(sql)
  return rows.map((row) => ({
    ...asPoint(row),
    entryId: Number(row.entry_id),
    content: row.content,
  }))
}

/** The hash at a position; null without one. */
export async function readHash(sql: Kysely<DB>, position: number): Promise<Buffer | null> {
  const row = await sql
    .selectFrom('audit_chain')
    .select('hash')
    .where('position', '=', String(position))
    .executeTakeFirst()
  return row?.hash ?? null
}

/** Ids of entries that no link names, oldest first, and how many there are. */
export async function readUnchained(
  sql: Kysely<DB>,
  limit: number,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const unchained = sql
    .selectFrom('audit_entries')
    .leftJoin('audit_chain', 'audit_chain.entry_id', 'audit_entries.id')
    .where('audit_chain.position', 'is', null)
  const rows = await unchained
    .select('audit_entries.id')
    .orderBy('audit_entries.id')
    .limit(limit)
    .execute()
  const { total } = await unchained
    .select(query<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow()
  return { ids: rows.map(({ id }) => Number(id)), total }
}
