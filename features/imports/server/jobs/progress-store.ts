import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { ImportFailure as Failure } from '../../contract/routes.ts'
import type { Plan } from './imports-store.ts'

type Sql = Kysely<DB>

/**
 * Which sensors the names of a file stand for was found out: of a check that was cancelled nobody
 * wants to know, and the next one may have a plan of its own already. Its roles stay, which may be
 * called otherwise by now.
 */
export async function writePlan(sql: Sql, id: string, plan: Plan): Promise<void> {
  await sql
    .updateTable('imports')
    .set({
      plan: query`jsonb_set(${JSON.stringify(plan)}::jsonb, '{roles}', plan->'roles')`,
      sensor_ids: [...plan.sensorIds],
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** How far an import has come. */
export interface Checkpoint {
  readonly outcome: Outcome
  readonly batches: number
  readonly refusedBytes: number
}

/**
 * An import has come further than before: its attempts count from here. False when it was cancelled
 * or removed meanwhile, as with its owner.
 */
export async function writeCheckpoint(
  sql: Sql,
  id: string,
  { outcome, batches, refusedBytes }: Checkpoint,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('imports')
    .set({ outcome: JSON.stringify(outcome), batches, refused_bytes: refusedBytes, attempts: 1 })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Ending {
  readonly state: 'checked' | 'done' | 'failed'
  readonly failure: Failure | null
  /** Absent: what was recorded before stays. */
  readonly outcome?: Outcome
  readonly at: number
}

/** Notes how a running task ended; false when it was cancelled or removed meanwhile. */
export async function writeEnded(sql: Sql, id: string, ending: Ending): Promise<boolean> {
  const { state, failure, outcome, at } = ending
  const { numUpdatedRows } = await sql
    .updateTable('imports')
    .set({
      ...{ state, failure, touched_at: new Date(at) },
      ...(outcome && { outcome: JSON.stringify(outcome) }),
      ...(state === 'checked' ? {} : { ended_at: new Date(at) }),
      ...(state === 'done' || failure === 'deleted' ? { has_file: false } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Why the file of an import that nobody has checked yet cannot be read; null: it can. */
export async function writeInspected(sql: Sql, id: string, failure: Failure | null): Promise<void> {
  await sql
    .updateTable('imports')
    .set({ failure })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('failure', 'is distinct from', failure)
    .execute()
}

/** Ends a task that waits or runs; whether there was one. */
export async function writeCancelled(sql: Sql, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('imports')
    .set({ state: 'cancelled', touched_at: new Date(at), ended_at: new Date(at) })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What a server that ended left running waits again, at most so often without advancing. */
export async function resumeInterrupted(
  sql: Sql,
  maximumAttempts: number,
  at: number,
): Promise<void> {
  await sql
    .updateTable('imports')
    .set({ state: 'failed', failure: 'interrupted', ended_at: new Date(at) })
    .where('state', '=', 'running')
    .where('attempts', '>=', maximumAttempts)
    .execute()
  await sql
    .updateTable('imports')
    .set({ state: 'waiting' })
    .where('state', '=', 'running')
    .execute()
}

/** Imports whose file has waited since before `until` (ms UTC) for somebody. */
export async function releaseFiles(sql: Sql, until: number): Promise<void> {
  await sql
    .deleteFrom('imports')
    .where('state', '=', 'uploading')
    .where('touched_at', '<', new Date(until))
    .execute()
  await sql
    .updateTable('imports')
    .set({ has_file: false })
    .where('has_file', '=', true)
    .where('state', 'not in', ['waiting', 'running'])
    .where('touched_at', '<', new Date(until))
    .execute()
}

/** Removes imports with which nobody has done anything since before `until`, ms UTC. */
export async function deleteOld(sql: Sql, until: number): Promise<void> {
  await sql
    .deleteFrom('imports')
    .where('state', 'not in', ['waiting', 'running'])
    .where('touched_at', '<', new Date(until))
    .execute()
}
