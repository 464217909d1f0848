import { createHash } from 'node:crypto'
import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

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
