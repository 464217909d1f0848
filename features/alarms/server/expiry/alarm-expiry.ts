import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import { productOrigin, type Audit } from '#kit/server/audit.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { regularly } from '#kit/server/process/regularly.ts'
import type { AlarmRecord } from '../analysis/alarm-record.ts'
import { removeEnded } from './expired-alarms-store.ts'

const intervalMs = 3_600_000
const dayMs = 86_400_000
const alarmsPerBatch = 5_000

interface ExpiryServices {
  readonly sql: Kysely<DB>
  /** The services with which alarms are removed for good. */
  readonly clock: Clock
  readonly audit: Audit
  readonly record: Pick<AlarmRecord, 'remove'>
  /** Days after which an alarm that has ended is removed. */
  readonly retentionDays: number
}

/**
 * Removes the alarms that ended longer ago than the retention, batch by batch; each batch leaves
 * one entry in the audit. Alarms that have not ended stay. Returns how many were removed.
 */
export async function removeExpiredAlarms(services: ExpiryServices): Promise<number> {
  const { sql, clock, audit, record, retentionDays } = services
  const before = new Date(clock() - retentionDays * dayMs)
  let total = 0
  for (let removed = alarmsPerBatch; removed === alarmsPerBatch; total += removed) {
    const ids = await sql.transaction().execute(async (transaction) => {
      const found = await removeEnded(transaction, before, alarmsPerBatch)
      if (found.length > 0)
        await audit(transaction, productOrigin(), {
          action: 'installation.expire-alarms',
          ...{ entity: 'installation', entityId: '', entityName: '' },
          after: { alarms: found.length, endedBefore: before.toISOString() },
        })
      return found
    })
    if (ids.length > 0) await record.remove(ids)
    removed = ids.length
  }
  return total
}

/** Removes them at once and then every hour. */
export function startAlarmExpiry(services: ExpiryServices & { readonly log: BaseLogger }): {
  stop(): Promise<void>
} {
  const failure = 'alarms that have expired could not be removed; trying again'
  return regularly(intervalMs, { log: services.log, failure }, () => removeExpiredAlarms(services))
}
