import { sql as query, type Kysely, type Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '#kit/server/postgres-schema.ts'
import { RunFailure, runStates, StoredScheduleRequest } from '../../contract/schedule/schedule.ts'

type Sql = Kysely<DB> | Transaction<DB>
const RunState = z.enum(runStates)

/** A time that it was carried out. Its id is that of its export, too. */
export interface StoredRun {
  readonly id: string
  readonly scheduleId: number
  readonly begunAt: number
  readonly endedAt: number | null
  readonly from: number
  readonly to: number
  readonly state: z.infer<typeof RunState>
  readonly failure: RunFailure | null
  /** Whether its export was asked for: one that is gone since was removed. */
  readonly isAsked: boolean
}

/** Runs of one schedule that are kept. */
const maximumRuns = 30

interface RunRow {
  readonly id: string
  readonly schedule_id: number
  readonly begun_at: Date
  readonly ended_at: Date | null
  readonly period_from: Date
  readonly period_to: Date
  readonly state: string
  readonly failure: string | null
  readonly asked_at: Date | null
}

/** Why a run failed, of which another version may have more reasons than this one. */
const StoredFailure = RunFailure.nullable().catch('defect')

const runOf = (row: RunRow): StoredRun => ({
  ...{ id: row.id, scheduleId: row.schedule_id, begunAt: row.begun_at.getTime() },
  ...{ endedAt: row.ended_at?.getTime() ?? null, state: RunState.parse(row.state) },
  ...{ from: row.period_from.getTime(), to: row.period_to.getTime() },
  failure: StoredFailure.parse(row.failure),
  isAsked: row.asked_at !== null,
})

export async function insertRun(
  transaction: Transaction<DB>,
  run: Pick<StoredRun, 'id' | 'scheduleId' | 'begunAt' | 'from' | 'to'>,
): Promise<void> {
  await transaction
    .insertInto('export_schedule_runs')
    .values({
      ...{ id: run.id, schedule_id: run.scheduleId, begun_at: new Date(run.begunAt) },
      ...{ period_from: new Date(run.from), period_to: new Date(run.to) },
    })
    .execute()
  await query`delete from export_schedule_runs where schedule_id = ${run.scheduleId}
    and state <> 'making' and id not in (select id from export_schedule_runs
      where schedule_id = ${run.scheduleId} order by begun_at desc limit ${maximumRuns})`.execute(
    transaction,
  )
}

/** Runs whose mails are not written yet, the first one first. */
export async function readMaking(sql: Sql): Promise<readonly StoredRun[]> {
  const rows = await sql
    .selectFrom('export_schedule_runs')
    .selectAll()
    .where('state', '=', 'making')
    .orderBy('begun_at')
    .execute()
  return rows.map(runOf)
}

/** Notes that its export was asked for. */
export async function setAsked(sql: Sql, id: string, at: number): Promise<void> {
  await sql
    .updateTable('export_schedule_runs')
    .set({ asked_at: new Date(at) })
    .where('id', '=', id)
    .execute()
}

/** Ends a run once: false when it has ended, or is gone with its schedule. */
export async function endRun(
  sql: Sql,
  id: string,
  { failure, at }: { readonly failure: RunFailure | null; readonly at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('export_schedule_runs')
    .set({ state: failure === null ? 'mailed' : 'failed', failure, ended_at: new Date(at) })
    .where('id', '=', id)
    .where('state', '=', 'making')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The last run of each of these schedules, by its id. */
export async function readLastRuns(
  sql: Sql,
  scheduleIds: readonly number[],
): Promise<ReadonlyMap<number, StoredRun>> {
  const rows = await sql
    .selectFrom('export_schedule_runs')
    .selectAll()
    .distinctOn('schedule_id')
    .where('schedule_id', 'in', [0, ...scheduleIds])
    .orderBy('schedule_id')
    .orderBy('begun_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.schedule_id, runOf(row)]))
}

/** Until when the last run of a schedule reached, ms UTC, at most `latest`; -Infinity: none did. */
export async function lastMadeUntil(sql: Sql, scheduleId: number, latest: number): Promise<number> {
  const row = await sql
    .selectFrom('export_schedule_runs')
    .select(({ fn }) => fn.max('period_to').as('until'))
    .where('schedule_id', '=', scheduleId)
    .where('period_to', '<=', new Date(latest))
    .executeTakeFirst()
  return row?.until?.getTime() ?? -Infinity
}

interface MailedRun {
  readonly exportId: string
  /** Whom its schedule sends its files. */
  readonly recipients: readonly string[]
}

/** Runs that were mailed, whose files have not expired at `now`, ms UTC. */
export async function readMailed(sql: Sql, now: number): Promise<readonly MailedRun[]> {
  const rows = await sql
    .selectFrom('export_schedule_runs as run')
    .innerJoin('export_schedules as schedule', 'schedule.id', 'run.schedule_id')
    .innerJoin('exports', 'exports.id', 'run.id')
    .select(['exports.id as exportId', 'schedule.definition as definition'])
    .where('run.state', '=', 'mailed')
    .where('exports.state', '=', 'done')
    .where('exports.expires_at', '>', new Date(now))
    .orderBy('run.begun_at', 'desc')
    .execute()
  return rows.flatMap(({ exportId, definition }) => {
    // One that another version has stored hides no file of the others.
    const request = StoredScheduleRequest.safeParse(definition).data
    return request ? [{ exportId, recipients: request.recipients }] : []
  })
}
