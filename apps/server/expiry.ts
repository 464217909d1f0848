import type { BaseLogger } from 'pino'
import { startAlarmExpiry } from '#features/alarms/server/index.ts'
import { startAuditMaintenance, witnessFile } from '#features/audit/server/index.ts'
import { readNewestEntryTime } from '#features/audit/server/audit-store.ts'
import { startErrorExpiry } from '#features/client-errors/server/index.ts'
import { startNoticeExpiry } from '#features/notifications/server/index.ts'
import { startBinMaintenance } from '#features/pages/server/index.ts'
import { startReportExpiry } from '#features/past/server/index.ts'
import { newestStoredTime } from '#features/readings/server/retention/sensor-cutoffs-store.ts'
import type { Audit } from '#kit/server/audit.ts'
import type { Clock } from '#kit/server/clock.ts'
import { ExpiryClock } from '#kit/server/expiry-clock/expiry-clock.ts'
import type { Lifecycle } from '#kit/server/process/lifecycle.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { recordAudit } from './audit.ts'
import type { Config } from './config/config.ts'
import type { Engines } from './engines.ts'

interface Foundations {
  readonly engines: Pick<Engines, 'sql' | 'telemetry'>
  readonly clock: Clock
  readonly lifecycle: Pick<Lifecycle, 'onStop'>
  readonly log: BaseLogger
}

/** The clock by which readings, entries of the audit and what lies in bins expire. */
export async function openExpiryClock({
  engines: { sql, telemetry },
  clock,
  lifecycle,
  log,
}: Foundations): Promise<ExpiryClock> {
  const expiryClock = await ExpiryClock.open({
    ...{ sql, clock, log, audit: recordAudit },
    // Readings first: what is written while a backup is restored has the time of the clock.
    newestStored: async (now) =>
      (await newestStoredTime(telemetry, now)) ?? (await readNewestEntryTime(sql, now)),
  })
  lifecycle.onStop('clock of what expires', () => expiryClock.close())
  expiryClock.start()
  return expiryClock
}

/**
 * What has expired is removed: entries of the audit, pages in the bin, errors of pages, reports of
 * devices that were offline, notices of alarms.
 */
export function maintainRetention(
  config: Config,
  audited: { readonly sql: Sql; readonly audit: Audit; readonly clock: Clock },
  lifecycle: Pick<Lifecycle, 'onStop'>,
  log: BaseLogger,
): void {
  const { auditRetentionDays: retentionDays, dataDirectory } = config
  const maintenance = startAuditMaintenance({
    ...audited,
    log,
    retentionDays,
    witnessFile: witnessFile(dataDirectory),
  })
  lifecycle.onStop('audit', () => maintenance.stop())
  const bins = startBinMaintenance({ ...audited, log })
  lifecycle.onStop('bins of pages', () => bins.stop())
  const errors = startErrorExpiry({ ...audited, log })
  lifecycle.onStop('errors of pages', () => errors.stop())
  const reports = startReportExpiry({ ...audited, log })
  lifecycle.onStop('reports of devices', () => reports.stop())
  const notices = startNoticeExpiry({ ...audited, log })
  lifecycle.onStop('old notices', () => notices.stop())
}

/** Alarms that ended long ago are removed, also from what is counted of them. */
export function maintainAlarms(
  { alarmRetentionDays: retentionDays }: Config,
  audited: Omit<Parameters<typeof startAlarmExpiry>[0], 'log' | 'retentionDays'>,
  lifecycle: Pick<Lifecycle, 'onStop'>,
  log: BaseLogger,
): void {
  const alarms = startAlarmExpiry({ ...audited, log, retentionDays })
  lifecycle.onStop('old alarms', () => alarms.stop())
}
