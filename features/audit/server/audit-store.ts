import {
  sql as query,
  type Insertable,
  type Kysely,
  type SelectQueryBuilder,
  type Transaction,
} from 'kysely'
import type { Person } from '#kit/server/accounts.ts'
import type { AuditOrigin, AuditRecord, AuditSnapshot } from '#kit/server/audit.ts'
import type { AuditEntries, DB } from '#kit/server/postgres-schema.ts'

/** Time of the newest entry that is not after `now`, ms UTC; null: there is none. */
export async function readNewestEntryTime(sql: Kysely<DB>, now: number): Promise<number | null> {
  const row = await sql
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.max('time').as('time'))
    .where('time', '<=', new Date(now))
    .executeTakeFirst()
  return row?.time?.getTime() ?? null
}

/** Adds an entry with the name and the e-mail address that the actor has now. */
export async function insertEntry(
  transaction: Transaction<DB>,
  { actorId, address, requestId }: AuditOrigin,
  actor: Person | null,
  record: AuditRecord,
): Promise<void> {
  await transaction
    .insertInto('audit_entries')
    .values({
      actor_id: actorId,
      actor_name: actor?.name ?? null,
      actor_email: actor?.email ?? null,
      action: record.action,
      entity: record.entity,
      entity_id: String(record.entityId),
      entity_name: record.entityName,
      before: json(record.before),
      after: json(record.after),
      address,
      request_id: requestId,
    })
    .execute()
}

/** An entry that stands for several of one kind. */
export type EntryOfSum = Omit<Insertable<AuditEntries>, 'actor_id' | 'actor_name' | 'actor_email'>

export async function insertEntries(
  transaction: Transaction<DB>,
  entries: readonly EntryOfSum[],
): Promise<void> {
  await transaction
    .insertInto('audit_entries')
    .values([...entries])
    .execute()
}

function json(snapshot: AuditSnapshot | undefined): string | null {
  return snapshot === undefined ? null : JSON.stringify(snapshot)
}

export interface EntryFilter {
  readonly actor: number | undefined
  readonly action: string | undefined
  readonly entity: string | undefined
  readonly entityId: string | undefined
  readonly search: string | undefined
  /** Whose entries match the search too: people who have that name now. */
  readonly people: readonly number[]
  /** ms UTC, inclusive and exclusive. */
  readonly from: number | undefined
  readonly to: number | undefined
}

/** Entries that match all of the filter, newest first, and how many there are in all. */
export async function readEntries(
  sql: Kysely<DB>,
  filter: EntryFilter,
  page: number,
  limit: number,
) {
  const matching = filtered(sql.selectFrom('audit_entries'), filter)
  const [rows, counted] = await Promise.all([
    matching
      .selectAll()
      .orderBy('time', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(query<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: counted.total }
}
export type EntryRow = Awaited<ReturnType<typeof readEntries>>['rows'][number]

/** Breaks of the audit that somebody accepted, oldest first. */
export async function readAcceptedBreaks(
  sql: Kysely<DB>,
): Promise<
  readonly { readonly entryId: number; readonly time: number; readonly after: unknown }[]
> {
  const rows = await sql
    .selectFrom('audit_entries')
    .select(['id', 'time', 'after'])
    .where('action', '=', 'installation.accept-audit-break')
    .orderBy('id')
    .execute()
  return rows.map(({ id, time, after }) => ({ entryId: Number(id), time: time.getTime(), after }))
}

type Entries = SelectQueryBuilder<DB, 'audit_entries', object>

function filtered(
  entries: Entries,
  { actor, action, entity, entityId, search, people, from, to }: EntryFilter,
): Entries {
  const equal: readonly (readonly [keyof AuditEntries, string | number | undefined])[] = [
    ['actor_id', actor],
    ['action', action],
    ['entity', entity],
    ['entity_id', entityId],
  ]
  let result = entries
  for (const [column, value] of equal)
    if (value !== undefined) result = result.where(column, '=', value)
  if (from !== undefined) result = result.where('time', '>=', new Date(from))
  if (to !== undefined) result = result.where('time', '<', new Date(to))
  if (search === undefined || search === '') return result
  const text = query`lower(concat_ws(' ', actor_name, actor_email, entity_name, entity_id))`
  // Entries name a person by the address of then; people search for the name.
  const named = query`entity = 'user' and entity_id = any(${people.map(String)})`
  return result.where(query<boolean>`(position(lower(${search}) in ${text}) > 0 or (${named}))`)
}
