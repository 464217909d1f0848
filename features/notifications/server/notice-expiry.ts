import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { regularly } from '#kit/server/process/regularly.ts'
import { removeOldNotices } from './notices-store.ts'

const intervalMs = 3_600_000

interface ExpiryServices {
  readonly sql: Kysely<DB>
  readonly clock: Clock
  readonly log: BaseLogger
}

/** Removes notices that ended long ago, at once and then every hour. */
export function startNoticeExpiry({ sql, clock, log }: ExpiryServices): { stop(): Promise<void> } {
  const failure = 'old notices of alarms could not be removed; trying again'
  return regularly(intervalMs, { log, failure }, () => removeOldNotices(sql, clock()))
}
