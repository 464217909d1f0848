import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { OfflineReport } from './offline-reports.ts'

/** Readings that they belong to are not kept longer. */
const keptDays = 2 * 365
/** A device that comes and goes all the time must not make a page of the past slow. */
const maximumReports = 500

/**
 * Stores reports by one statement, and removes those of their devices that are too old. Nothing is
 * stored of a device that is gone.
 */
export async function insertReports(
  sql: Kysely<DB>,
  reports: readonly OfflineReport[],
): Promise<void> {
  const ids = reports.map(({ deviceId }) => deviceId)
  const times = reports.map(({ at }) => new Date(at).toISOString())
  const latest = Math.max(...reports.map(({ at }) => at))
  await query`
    WITH removed AS (
      DELETE FROM device_offline_reports
      WHERE device_id = any(${ids}::integer[])
        AND reported_at < ${new Date(latest - keptDays * 86_400_000)}::timestamptz
    )
    INSERT INTO device_offline_reports (device_id, reported_at)
    SELECT devices.id, report.at
    FROM unnest(${ids}::integer[], ${times}::timestamptz[]) AS report (device_id, at)
    JOIN devices ON devices.id = report.device_id
    ON CONFLICT DO NOTHING`.execute(sql)
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
