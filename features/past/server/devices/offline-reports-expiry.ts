import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { regularly } from '#kit/server/process/regularly.ts'
import { removeReports } from './offline-reports-store.ts'

const retentionMs = 2 * 365 * 86_400_000
const intervalMs = 3_600_000
const maximumPerStatement = 5_000

interface ExpiryServices {
  readonly sql: Kysely<DB>
  readonly clock: Clock
}

/** Removes reports that are older than two years, batch by batch. */
export async function removeExpiredReports({ sql, clock }: ExpiryServices): Promise<void> {
  const before = new Date(clock() - retentionMs)
  for (let removed = maximumPerStatement; removed === maximumPerStatement;)
    removed = await removeReports(sql, before, maximumPerStatement)
}

/** Removes them at once and then every hour. */
export function startReportExpiry(services: ExpiryServices & { readonly log: BaseLogger }): {
  stop(): Promise<void>
} {
  const failure = 'old reports of devices that were offline could not be removed; trying again'
  return regularly(intervalMs, { log: services.log, failure }, () => removeExpiredReports(services))
}
