import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import { productOrigin, type Audit } from '#kit/server/audit.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { regularly } from '#kit/server/process/regularly.ts'
import { emptyBins } from './bin-store.ts'

const intervalMs = 3_600_000

interface BinServices {
  readonly sql: Kysely<DB>
  readonly clock: Clock
  readonly audit: Audit
}

/**
 * Removes for good the pages and dashboards whose time in the bin is over, each with an entry of
 * the audit.
 */
export async function removeExpiredBoards({ sql, clock, audit }: BinServices): Promise<number> {
  return sql.transaction().execute(async (transaction) => {
    const boards = await emptyBins(transaction, new Date(clock()))
    for (const { id, kind, name } of boards)
      await audit(transaction, productOrigin(), {
        ...{ action: `${kind}.expire`, entity: kind, entityId: id, entityName: name },
      })
    return boards.length
  })
}

/** Empties the bins at once and then every hour. */
export function startBinMaintenance(services: BinServices & { readonly log: BaseLogger }): {
  stop(): Promise<void>
} {
  const failure = 'the bins of pages could not be emptied; trying again'
  return regularly(intervalMs, { log: services.log, failure }, () => removeExpiredBoards(services))
}
