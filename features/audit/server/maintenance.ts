import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import { productOrigin, type Audit } from '#kit/server/audit.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { regularly } from '#kit/server/process/regularly.ts'
import { removeOldest } from './retention-store.ts'
import { writeEndedSums } from './entry-sums.ts'
import { storeHead } from './witness.ts'

const sumsIntervalMs = 10_000
const headIntervalMs = 600_000
const retentionIntervalMs = 3_600_000
const dayMs = 86_400_000
const entriesPerBatch = 1_000

export interface AuditMaintenanceServices {
  readonly sql: Kysely<DB>
  readonly clock: Clock
  readonly log: BaseLogger
  readonly audit: Audit
  /** Days after which an entry is removed; null: none is. */
  readonly retentionDays: number | null
  /** Where the newest link is recorded. */
  readonly witnessFile: string
}

/**
 * Writes the sums of the audit, removes what is too old and notes the head: each at once and then
 * regularly.
 */
export function startAuditMaintenance(services: AuditMaintenanceServices): {
  stop(): Promise<void>
} {
  const { sql, log, witnessFile } = services
  const failures = { log, failure: 'the maintenance of the audit failed; trying again' }
  const work = [
    regularly(sumsIntervalMs, failures, () => writeEndedSums(sql)),
    regularly(retentionIntervalMs, failures, () => removeExpired(services)),
    regularly(headIntervalMs, failures, () => storeHead(sql, witnessFile, log)),
  ]
  return {
    async stop() {
      await Promise.all(work.map((each) => each.stop()))
      await storeHead(sql, witnessFile, log)
    },
  }
}

/**
 * Removes the entries that are older than the retention, batch by batch; each batch leaves one
 * entry. Returns how many were removed.
 */
export async function removeExpired({
  sql,
  clock,
  audit,
  retentionDays,
}: Pick<AuditMaintenanceServices, 'sql' | 'clock' | 'audit' | 'retentionDays'>): Promise<number> {
  if (retentionDays === null) return 0
  const before = new Date(clock() - retentionDays * dayMs)
  let total = 0
  for (let removed = entriesPerBatch; removed === entriesPerBatch; total += removed) {
    const batch = await removeOldest(
      sql,
      before,
      entriesPerBatch,
      (transaction, { count, until, position }) =>
        audit(transaction, productOrigin(), {
          action: 'installation.expire-audit',
          ...{ entity: 'installation', entityId: '', entityName: '' },
          after: { entries: count, until: new Date(until).toISOString(), position },
        }),
    )
    removed = batch?.count ?? 0
  }
  return total
}
