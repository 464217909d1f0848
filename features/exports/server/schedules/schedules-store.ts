import { sql as query, type Kysely, type Selectable, type Transaction } from 'kysely'
import { z } from 'zod'
import type { DB, ExportSchedules } from '#kit/server/postgres-schema.ts'
import { StoredScheduleRequest, type ScheduleRequest } from '../../contract/schedule/schedule.ts'

type Sql = Kysely<DB> | Transaction<DB>

/** A schedule as it is stored; moments in ms UTC. */
export interface StoredSchedule {
  readonly id: number
  readonly version: number
  readonly ownerId: number
  readonly request: ScheduleRequest
  readonly roles: readonly string[]
  readonly isPaused: boolean
  readonly nextAt: number | null
}

function scheduleOf(row: Selectable<ExportSchedules>): StoredSchedule {
  return {
    ...{ id: row.id, version: row.version, ownerId: row.owner_id, roles: row.roles },
    request: StoredScheduleRequest.parse(row.definition),
    ...{ isPaused: row.is_paused, nextAt: row.next_at?.getTime() ?? null },
  }
}

/** Of these those that this version can read: another one may have stored the others. */
const readable = (rows: readonly Selectable<ExportSchedules>[]): StoredSchedule[] =>
  rows
    .filter(({ definition }) => StoredScheduleRequest.safeParse(definition).success)
    .map(scheduleOf)

/** One that this version cannot read, with what can be of it. */
export type UnreadSchedule = Pick<StoredSchedule, 'id' | 'version' | 'isPaused'> & {
  readonly name: string
  readonly request: null
}

const Named = z.looseObject({ name: z.string() })

function unreadOf(row: Selectable<ExportSchedules>): UnreadSchedule {
  const { id, version, is_paused: isPaused, definition } = row
  return {
    id,
    version,
    isPaused,
    name: Named.safeParse(definition).data?.name ?? '',
    request: null,
  }
}

const dateOf = (time: number | null) => (time === null ? null : new Date(time))

/** The schedules of a person, and those of them that cannot be read. */
export async function readSchedules(
  sql: Sql,
  ownerId: number,
): Promise<{
  readonly schedules: readonly StoredSchedule[]
  readonly unread: readonly UnreadSchedule[]
}> {
  const rows = await sql
    .selectFrom('export_schedules')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute()
  const schedules = readable(rows)
  const ids = new Set(schedules.map(({ id }) => id))
  return { schedules, unread: rows.filter(({ id }) => !ids.has(id)).map(unreadOf) }
}

/** A schedule that nobody changes until the transaction ends. */
export async function lockSchedule(
  transaction: Transaction<DB>,
  { id, ownerId }: { readonly id: number; readonly ownerId: number },
): Promise<StoredSchedule | UnreadSchedule | null> {
  const row = await transaction
    .selectFrom('export_schedules')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  return row ? (readable([row])[0] ?? unreadOf(row)) : null
}

/** How many a person has; nobody else adds one until the transaction ends. */
export async function countSchedules(
  transaction: Transaction<DB>,
  ownerId: number,
): Promise<number> {
  const lock = query`
    select pg_advisory_xact_lock(hashtext('export_schedules'), ${ownerId}::integer)`
  await lock.execute(transaction)
  const { schedules, unread } = await readSchedules(transaction, ownerId)
  return schedules.length + unread.length
}

/** Schedules of a role go on under its new name. */
export async function renameRoleInSchedules(
  transaction: Transaction<DB>,
  from: string,
  to: string,
): Promise<void> {
  await transaction
    .updateTable('export_schedules')
    .set({ roles: query`array_replace(roles, ${from}, ${to})` })
    .where(query<boolean>`${from} = any(roles)`)
    .execute()
}

type Written = Pick<StoredSchedule, 'request' | 'roles' | 'nextAt'>

export async function insertSchedule(
  transaction: Transaction<DB>,
  { ownerId, request, roles, nextAt, at }: Written & { ownerId: number; at: number },
): Promise<StoredSchedule> {
  const row = await transaction
    .insertInto('export_schedules')
    .values({
      ...{ owner_id: ownerId, definition: JSON.stringify(request), roles: [...roles] },
      ...{ next_at: dateOf(nextAt), created_at: new Date(at) },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return scheduleOf(row)
}

export async function updateSchedule(
  transaction: Transaction<DB>,
  id: number,
  { request, roles, nextAt }: Written,
): Promise<StoredSchedule> {
  const row = await transaction
    .updateTable('export_schedules')
    .set({ definition: JSON.stringify(request), roles: [...roles], next_at: dateOf(nextAt) })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return scheduleOf(row)
}

export async function setPaused(
  transaction: Transaction<DB>,
  id: number,
  { isPaused, nextAt }: { readonly isPaused: boolean; readonly nextAt: number | null },
): Promise<void> {
  await transaction
    .updateTable('export_schedules')
    .set({ is_paused: isPaused, next_at: dateOf(nextAt) })
    .where('id', '=', id)
    .execute()
}

export async function deleteSchedule(transaction: Transaction<DB>, id: number): Promise<void> {
  await transaction.deleteFrom('export_schedules').where('id', '=', id).execute()
}

/**
 * A schedule that is due and that no other server carries out now; null: none. `schedule` is null
 * for one that cannot be read.
 */
export async function lockDue(
  transaction: Transaction<DB>,
  at: number,
): Promise<{ readonly id: number; readonly schedule: StoredSchedule | null } | null> {
  const row = await transaction
    .selectFrom('export_schedules')
    .selectAll()
    .where('next_at', '<=', new Date(at))
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ? { id: row.id, schedule: readable([row])[0] ?? null } : null
}

export async function setNext(sql: Sql, id: number, nextAt: number | null): Promise<void> {
  await sql
    .updateTable('export_schedules')
    .set({ next_at: dateOf(nextAt) })
    .where('id', '=', id)
    .execute()
}

/** The same where nobody has changed or paused it since it was read. */
export async function moveNext(
  sql: Sql,
  { id, version, nextAt }: StoredSchedule,
  due: number | null,
): Promise<void> {
  await sql
    .updateTable('export_schedules')
    .set({ next_at: dateOf(due) })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('is_paused', '=', false)
    .where('next_at', 'is not distinct from', dateOf(nextAt))
    .execute()
}

/** Those that are not paused: those that go by the shifts of the site, or all. */
export async function readPlanned(sql: Sql, which: 'shifts' | 'all'): Promise<StoredSchedule[]> {
  const rows = await sql
    .selectFrom('export_schedules')
    .selectAll()
    .where('is_paused', '=', false)
    .$if(which === 'shifts', (select) =>
      select.where(query<boolean>`definition->'recurrence'->>'kind' = 'shift'`),
    )
    .execute()
  return readable(rows)
}

/** When the next schedule is due, ms UTC; null: none is. */
export async function nextScheduled(sql: Sql): Promise<number | null> {
  const row = await sql
    .selectFrom('export_schedules')
    .select(({ fn }) => fn.min('next_at').as('at'))
    .executeTakeFirst()
  return row?.at?.getTime() ?? null
}

/** A schedule of anybody; null: it is gone. */
export async function readSchedule(sql: Sql, id: number): Promise<StoredSchedule | null> {
  const row = await sql
    .selectFrom('export_schedules')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? scheduleOf(row) : null
}
