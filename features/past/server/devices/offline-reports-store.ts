import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { OfflineReport } from './offline-reports.ts'

/** More are stored by several statements. */
const maximumPerStatement = 1_000
/** A device that comes and goes all the time must not make a page of the past slow. */
const maximumReports = 500

/** Stores reports. Nothing is stored of a device that is gone. */
export async function insertReports(
  sql: Kysely<DB>,
  reports: readonly OfflineReport[],
): Promise<void> {
  for (let first = 0; first < reports.length; first += maximumPerStatement) {
    const part = reports.slice(first, first + maximumPerStatement)
    const ids = part.map(({ deviceId }) => deviceId)
    const times = part.map(({ at }) => new Date(at).toISOString())
    await query`
      INSERT INTO device_offline_reports (device_id, reported_at)
      SELECT devices.id, report.at
      FROM unnest(${ids}::integer[], ${times}::timestamptz[]) AS report (device_id, at)
      JOIN devices ON devices.id = report.device_id
      ON CONFLICT DO NOTHING`.execute(sql)
  }
}

/**
 * Removes reports from before `before`, at most `limit`, and returns how many. They are looked for
 * by device, as the index has them.
 */
export async function removeReports(sql: Kysely<DB>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await query`
    DELETE FROM device_offline_reports WHERE ctid = any(array(
      SELECT old.ctid FROM devices CROSS JOIN LATERAL (
        SELECT ctid FROM device_offline_reports
        WHERE device_id = devices.id AND reported_at < ${before}::timestamptz
        ORDER BY reported_at LIMIT ${limit}::integer
      ) AS old LIMIT ${limit}::integer
    ))`.execute(sql)
  return Number(numAffectedRows ?? 0)
}

/** The latest report of each of these devices at or before `at`, ms UTC, by device. */
export async function readLatestReports(
  sql: Kysely<DB>,
  deviceIds: readonly number[],
  at: number,
): Promise<ReadonlyMap<number, number>> {
  if (deviceIds.length === 0) return new Map()
  const { rows } = await query<{ deviceId: number; at: Date }>`
    SELECT asked.id AS "deviceId", latest.at
    FROM unnest(${[...deviceIds]}::integer[]) AS asked (id) CROSS JOIN LATERAL (
      SELECT reported_at AS at FROM device_offline_reports
      WHERE device_id = asked.id AND reported_at <= ${new Date(at)}::timestamptz
      ORDER BY reported_at DESC LIMIT 1
    ) AS latest`.execute(sql)
  return new Map(rows.map(({ deviceId, at: latest }) => [deviceId, latest.getTime()]))
}

/**
 * Reports in (from, until], ms UTC, oldest first. Where they are very many, the latest of each
 * device come before the earlier ones of any: one that comes and goes hides no other.
 */
export async function readReports(
  sql: Kysely<DB>,
  deviceIds: readonly number[],
  { from, until }: { readonly from: number; readonly until: number },
): Promise<OfflineReport[]> {
  if (deviceIds.length === 0) return []
  const { rows } = await query<{ deviceId: number; at: Date }>`
    SELECT "deviceId", at FROM (
      SELECT device_id AS "deviceId", reported_at AS at,
        row_number() OVER (PARTITION BY device_id ORDER BY reported_at DESC) AS place
      FROM device_offline_reports
      WHERE device_id = any(${[...deviceIds]}::integer[])
        AND reported_at > ${new Date(from)}::timestamptz
        AND reported_at <= ${new Date(until)}::timestamptz
    ) AS reports ORDER BY place, at DESC LIMIT ${maximumReports}::integer`.execute(sql)
  return rows
    .map(({ deviceId, at }) => ({ deviceId, at: at.getTime() }))
    .toSorted((one, other) => one.at - other.at)
}
