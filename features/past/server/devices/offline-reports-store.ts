import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { OfflineReport } from './offline-reports.ts'

/** Readings that they belong to are not kept longer. */
const keptDays = 2 * 365
/** A device that comes and goes all the time must not make a page of the past slow. */
const maximumReports = 500

/**
 * Stores a report, and removes those of the device that are too old. Nothing is stored of a device
 * that is gone.
 */
export async function insertReport(
  sql: Kysely<DB>,
  { deviceId, at }: OfflineReport,
): Promise<void> {
  const reportedAt = new Date(at)
  await sql
    .with('removed', (each) =>
      each
        .deleteFrom('device_offline_reports')
        .where('device_id', '=', deviceId)
        .where('reported_at', '<', new Date(at - keptDays * 86_400_000)),
    )
    .insertInto('device_offline_reports')
    .columns(['device_id', 'reported_at'])
    .expression((each) =>
      each
        .selectFrom('devices')
        .select(['id as device_id', query<Date>`${reportedAt}::timestamptz`.as('reported_at')])
        .where('id', '=', deviceId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The latest report of each of these devices at or before `at`, ms UTC, by device. */
export async function readLatestReports(
  sql: Kysely<DB>,
  deviceIds: readonly number[],
  at: number,
): Promise<ReadonlyMap<number, number>> {
  if (deviceIds.length === 0) return new Map()
  const rows = await sql
    .selectFrom('device_offline_reports')
    .select(['device_id as deviceId', ({ fn }) => fn.max('reported_at').as('at')])
    .where(query<boolean>`device_id = any(${[...deviceIds]}::integer[])`)
    .where('reported_at', '<=', new Date(at))
    .groupBy('device_id')
    .execute()
  return new Map(rows.map(({ deviceId, at: latest }) => [deviceId, new Date(latest).getTime()]))
}

/** Reports in (from, until], ms UTC, oldest first; the latest where they are very many. */
export async function readReports(
  sql: Kysely<DB>,
  deviceIds: readonly number[],
  { from, until }: { readonly from: number; readonly until: number },
): Promise<OfflineReport[]> {
  if (deviceIds.length === 0) return []
  const rows = await sql
    .selectFrom('device_offline_reports')
    .select(['device_id as deviceId', 'reported_at as at'])
    .where(query<boolean>`device_id = any(${[...deviceIds]}::integer[])`)
    .where('reported_at', '>', new Date(from))
    .where('reported_at', '<=', new Date(until))
    .orderBy('reported_at', 'desc')
    .limit(maximumReports)
    .execute()
  return rows.toReversed().map(({ deviceId, at }) => ({ deviceId, at: at.getTime() }))
}
