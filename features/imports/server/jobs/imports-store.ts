import { sql as query, type Kysely, type Selectable, type Transaction } from 'kysely'
import { z } from 'zod'
import type { DB, Imports } from '#kit/server/postgres-schema.ts'
import { renameRoleInDocuments } from '#kit/server/postgres/rename-role-store.ts'
import { Mapping } from '../../contract/mapping.ts'
import { Outcome } from '../../contract/outcome.ts'
import {
  ImportFailure,
  ImportState,
  ImportTask,
  type ImportFailure as Failure,
  type ImportState as State,
} from '../../contract/routes.ts'

/** Which sensors a mapping leads to, as it was allowed, and for whom. */
export const Plan = z.object({
  /** Every sensor once. */
  sensorIds: z.array(z.int()),
  /** Of a wide table: for each mapped column the place of its sensor. */
  ofColumns: z.array(z.int()),
  /** Of a long table: names of the file with the place of their sensor. */
  ofNames: z.array(z.tuple([z.string(), z.int()])),
  /** The roles that were active when it was asked for. */
  roles: z.array(z.string()),
})
export type Plan = z.infer<typeof Plan>

/** An import as it is stored; moments in ms UTC. */
export interface StoredImport {
  readonly id: string
  readonly ownerId: number
  readonly fileName: string
  readonly bytes: number
  readonly received: number
  readonly state: State
  readonly task: z.infer<typeof ImportTask>
  readonly failure: Failure | null
  readonly hasFile: boolean
  readonly mapping: Mapping | null
  readonly plan: Plan | null
  readonly outcome: Outcome | null
  readonly batches: number
  readonly refusedBytes: number
  readonly attempts: number
  readonly createdAt: number
  readonly touchedAt: number
  /** When its task began, wherever servers went on with it since; null: none has. */
  readonly startedAt: number | null
  readonly endedAt: number | null
}

type Sql = Kysely<DB>

const Kept = z.object({
  state: ImportState,
  task: ImportTask,
  failure: ImportFailure.nullable(),
  mapping: Mapping.nullable(),
  plan: Plan.nullable(),
  outcome: Outcome.nullable(),
})

/** Null: another version has stored it, in a way that this one cannot read. */
function importOf(row: Selectable<Imports>): StoredImport | null {
  const kept = Kept.safeParse(row).data
  if (!kept) return null
  return {
    ...kept,
    ...{ id: row.id, ownerId: row.owner_id, fileName: row.file_name, hasFile: row.has_file },
    ...{ bytes: Number(row.bytes), received: Number(row.received), attempts: row.attempts },
    ...{ batches: row.batches, refusedBytes: Number(row.refused_bytes) },
    createdAt: row.created_at.getTime(),
    touchedAt: row.touched_at.getTime(),
    startedAt: row.started_at?.getTime() ?? null,
    endedAt: row.ended_at?.getTime() ?? null,
  }
}

/** How many files of a person are there; nobody else adds one until the transaction ends. */
export async function countOpen(sql: Transaction<DB>, ownerId: number): Promise<number> {
  await query`select pg_advisory_xact_lock(hashtext('imports'), ${ownerId}::integer)`.execute(sql)
  const { count } = await sql
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('has_file', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface NewImport extends Pick<StoredImport, 'id' | 'ownerId' | 'fileName' | 'bytes'> {
  readonly at: number
}

export async function insertImport(
  sql: Sql,
  { id, ownerId, fileName, bytes, at }: NewImport,
): Promise<StoredImport> {
  const moment = new Date(at)
  const row = await sql
    .insertInto('imports')
    .values({
      id,
      owner_id: ownerId,
      file_name: fileName,
      bytes,
      created_at: moment,
      touched_at: moment,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const stored = importOf(row)
  if (!stored) throw new Error(`the import ${id} cannot be read`)
  return stored
}

/** The imports of a person that this version can read, the newest first. */
export async function readImports(sql: Sql, ownerId: number): Promise<StoredImport[]> {
  const rows = await sql
    .selectFrom('imports')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.flatMap((row) => importOf(row) ?? [])
}

/** An import of this person; null when there is none that can be read. */
export async function readImport(
  sql: Sql,
  ownerId: number,
  id: string,
): Promise<StoredImport | null> {
  const row = await sql
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row ? importOf(row) : null
}

/** Notes how much of a file has arrived. */
export async function writeReceived(
  sql: Sql,
  id: string,
  { received, isWhole, at }: { received: number; isWhole: boolean; at: number },
): Promise<void> {
  await sql
    .updateTable('imports')
    .set({ received, touched_at: new Date(at), state: isWhole ? 'open' : 'uploading' })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .execute()
}

interface TaskRequest {
  readonly task: 'check' | 'import'
  readonly from: readonly State[]
  readonly at: number
  /** Of a check: how the file is to be read. */
  readonly check?: { readonly mapping: Mapping; readonly plan: Plan }
}

/** A task waits from now on; false when the import is not in one of these states. */
export async function requestTask(sql: Sql, id: string, request: TaskRequest): Promise<boolean> {
  const { check } = request
  const { numUpdatedRows } = await sql
    .updateTable('imports')
    .set({
      ...{ state: 'waiting', task: request.task, failure: null, ended_at: null, attempts: 0 },
      ...{ touched_at: new Date(request.at), batches: 0, refused_bytes: 0 },
      ...(check && {
        mapping: JSON.stringify(check.mapping),
        plan: JSON.stringify(check.plan),
        sensor_ids: [...check.plan.sensorIds],
        outcome: null,
      }),
    })
    .where('id', '=', id)
    .where('state', 'in', [...request.from])
    .where('has_file', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Begins what waits longest, or goes on with it, and returns it; null when nothing waits. One that
 * goes on keeps its begin: judged by another clock, its batches would have other rows. `stored` is
 * null for one that cannot be read.
 */
export async function beginNext(
  sql: Sql,
  at: number,
): Promise<{ readonly id: string; readonly stored: StoredImport | null } | null> {
  const { rows } = await query<Selectable<Imports>>`
    update imports set state = 'running', attempts = attempts + 1,
      started_at = case when batches = 0 then ${new Date(at)} else started_at end
    where id = (
      select id from imports where state = 'waiting' order by touched_at, id limit 1
    ) returning *`.execute(sql)
  const [row] = rows
  return row ? { id: row.id, stored: importOf(row) } : null
}

/** Ids of imports that another version has stored, and this one cannot read. */
export async function readUnreadable(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.selectFrom('imports').selectAll().execute()
  return rows.flatMap((row) => (importOf(row) === null ? [row.id] : []))
}

export async function deleteImports(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql
    .deleteFrom('imports')
    .where('id', '=', query<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** Every import, and whether its file is to be there. */
export async function readFiles(
  sql: Sql,
): Promise<readonly { readonly id: string; readonly hasFile: boolean }[]> {
  const rows = await sql.selectFrom('imports').select(['id', 'has_file']).execute()
  return rows.map(({ id, has_file: hasFile }) => ({ id, hasFile }))
}

/** Imports that have to do with one of these sensors. */
export async function readImportsOf(sql: Sql, sensorIds: readonly number[]): Promise<string[]> {
  const rows = await sql
    .selectFrom('imports')
    .select('id')
    .where(query<boolean>`sensor_ids && ${[...sensorIds]}::integer[]`)
    .execute()
  return rows.map(({ id }) => id)
}

/** The roles in which an import was asked for, as they are called now; null: it is gone. */
export async function readRoles(sql: Sql, id: string): Promise<readonly string[] | null> {
  const row = await sql.selectFrom('imports').select('plan').where('id', '=', id).executeTakeFirst()
  return Plan.nullish().parse(row?.plan)?.roles ?? null
}

/** Imports of a role go on under its new name. */
export const renameRoleInImports = (
  transaction: Transaction<DB>,
  from: string,
  to: string,
): Promise<void> =>
  renameRoleInDocuments(transaction, { table: 'imports', column: 'plan' }, from, to)
