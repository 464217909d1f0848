import { sql as query, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { DB, Exports } from '#kit/server/postgres-schema.ts'
import { renameRoleInDocuments } from '#kit/server/postgres/rename-role-store.ts'
import type { ExportFailure as Failure } from '../../contract/failures.ts'
import { exportOf, type StoredExport } from './stored-export.ts'
import type { StoredRequest } from './stored-request.ts'

type Sql = Kysely<DB>

const inProgress = ['waiting', 'running']

/** How many of a person's wait or run; nobody else adds one until the transaction ends. */
export async function countInProgress(sql: Transaction<DB>, ownerId: number): Promise<number> {
  await query`select pg_advisory_xact_lock(hashtext('exports'), ${ownerId}::integer)`.execute(sql)
  const { count } = await sql
    .selectFrom('exports')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('state', 'in', inProgress)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface NewExport {
  readonly id: string
  readonly ownerId: number
  readonly request: StoredRequest
  readonly readings: number
  readonly createdAt: number
}

export async function insertExport(sql: Sql, added: NewExport): Promise<StoredExport> {
  const { createdAt, ...given } = added
  await sql
    .insertInto('exports')
    .values({
      ...{ id: added.id, owner_id: added.ownerId, kind: added.request.kind },
      ...{ request: JSON.stringify(added.request), readings: added.readings },
      created_at: new Date(added.createdAt),
    })
    .execute()
  return {
    ...{ ...given, createdAt, state: 'waiting', failure: null, attempts: 0 },
    ...{ rows: null, bytes: null, endedAt: null, expiresAt: null },
  }
}

/** The exports of a person, the newest first, and those of them that this version cannot read. */
export async function readExports(
  sql: Sql,
  ownerId: number,
): Promise<{ readonly exports: StoredExport[]; readonly unreadable: readonly string[] }> {
  const rows = await sql
    .selectFrom('exports')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const read = rows.map((row) => ({ id: row.id, stored: exportOf(row) }))
  return {
    exports: read.flatMap(({ stored }) => stored ?? []),
    unreadable: read.flatMap(({ id, stored }) => (stored === null ? id : [])),
  }
}

/** An export of this person; null when there is none that can be read. */
export async function readExport(
  sql: Sql,
  ownerId: number,
  id: string,
): Promise<StoredExport | null> {
  const row = await sql
    .selectFrom('exports')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row ? exportOf(row) : null
}

/** An export of anybody; null when there is none that can be read. */
export async function readAnyExport(sql: Sql, id: string): Promise<StoredExport | null> {
  const row = await sql.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? exportOf(row) : null
}

/**
 * Begins the export that waits next, and returns it: of those who have none running, whoever was
 * served longest ago comes first. Null when none can begin; `stored` is null for one that cannot be
 * read.
 */
export async function beginNext(
  sql: Sql,
  at: number,
): Promise<{ readonly id: string; readonly stored: StoredExport | null } | null> {
  const { rows } = await query<Selectable<Exports>>`
    update exports set state = 'running', attempts = attempts + 1, started_at = ${new Date(at)}
    where id = (
      select waiting.id from exports as waiting
      left join lateral (
        select max(started_at) as served, bool_or(state = 'running') as is_running
        from exports as other where other.owner_id = waiting.owner_id
      ) as owner on true
      where waiting.state = 'waiting' and not owner.is_running
      order by owner.served asc nulls first, waiting.created_at, waiting.id limit 1
    ) returning *`.execute(sql)
  const [row] = rows
  return row ? { id: row.id, stored: exportOf(row) } : null
}

interface Ending {
  readonly state: 'done' | 'failed'
  readonly failure: Failure | null
  readonly rows: number | null
  readonly bytes: number | null
  readonly endedAt: number
  readonly expiresAt: number
}

/**
 * Notes how a running export ended; false when it was cancelled or removed meanwhile. Noted again
 * it is the same.
 */
export async function endExport(sql: Sql, id: string, ending: Ending): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('exports')
    .set({
      ...{ state: ending.state, failure: ending.failure, rows: ending.rows, bytes: ending.bytes },
      ...{ ended_at: new Date(ending.endedAt), expires_at: new Date(ending.expiresAt) },
    })
    .where('id', '=', id)
    .where(({ eb, and, or }) =>
      or([
        eb('state', '=', 'running'),
        and([eb('state', '=', ending.state), eb('ended_at', '=', new Date(ending.endedAt))]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends an export of this person that waits or runs; whether there was one. */
export async function cancelStored(
  sql: Sql,
  { id, ownerId, at, expiresAt }: { id: string; ownerId: number; at: number; expiresAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('exports')
    .set({ state: 'cancelled', ended_at: new Date(at), expires_at: new Date(expiresAt) })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('state', 'in', inProgress)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes these exports, whatever their state. */
export async function deleteExports(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql
    .deleteFrom('exports')
    .where('id', '=', query<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/**
 * What is recorded as running, but for what does run, waits again; what was begun `maximumAttempts`
 * times has failed.
 */
export async function resumeInterrupted(
  sql: Sql,
  maximumAttempts: number,
  { at, expiresAt }: { readonly at: number; readonly expiresAt: number },
  running: readonly string[] = [],
): Promise<void> {
  await sql
    .updateTable('exports')
    .set({ state: 'failed', failure: 'interrupted' })
    .set({ ended_at: new Date(at), expires_at: new Date(expiresAt) })
    .where('state', '=', 'running')
    .$if(running.length > 0, (query) => query.where('id', 'not in', running))
    .where('attempts', '>=', maximumAttempts)
    .execute()
  await sql
    .updateTable('exports')
    .set({ state: 'waiting' })
    .where('state', '=', 'running')
    .$if(running.length > 0, (query) => query.where('id', 'not in', running))
    .execute()
}

/** Notes how the first sensor of an export is called in its file. */
export async function nameFirstSensor(
  sql: Sql,
  id: string,
  firstSensor: StoredRequest['firstSensor'],
): Promise<void> {
  await sql
    .updateTable('exports')
    .set({
      request: query`jsonb_set(request, '{firstSensor}', ${JSON.stringify(firstSensor)}::jsonb)`,
    })
    .where('id', '=', id)
    .execute()
}

/** Exports of a role go on under its new name, and their files stay open. */
export const renameRoleInExports = (
  transaction: Transaction<DB>,
  from: string,
  to: string,
): Promise<void> =>
  renameRoleInDocuments(transaction, { table: 'exports', column: 'request' }, from, to)

/** Every export that has ended, the oldest first: whose file it is, and how large. */
export async function readEnded(
  sql: Sql,
): Promise<{ id: string; bytes: number; expiresAt: number }[]> {
  const rows = await sql
    .selectFrom('exports')
    .select(['id', 'bytes', 'expires_at'])
    .where('state', 'not in', inProgress)
    .orderBy('ended_at')
    .execute()
  return rows.map(({ id, bytes, expires_at: expires }) => ({
    ...{ id, bytes: Number(bytes ?? 0) },
    expiresAt: expires?.getTime() ?? 0,
  }))
}

/** Ids of exports that may have a file: what failed or was cancelled never has one again. */
export async function readIdsWithFiles(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql
    .selectFrom('exports')
    .select('id')
    .where('state', 'not in', ['failed', 'cancelled'])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Exports that may hold readings of these sensors, whatever their state. */
export async function readExportsOf(sql: Sql, sensorIds: readonly number[]): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select id from exports
    where request->'sensorIds' @> any(${sensorIds.map(String)}::jsonb[])
      or kind = 'handover'`.execute(sql)
  return rows.map(({ id }) => id)
}
