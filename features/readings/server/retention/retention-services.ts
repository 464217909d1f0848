import type { Audit } from '#kit/server/audit.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { ExpiryClock } from '#kit/server/expiry-clock/expiry-clock.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import type { RollupRepair } from '../rollups/rollup-repair.ts'
import type { Retention } from './retention.ts'

/** What the calls of retention need. */
export interface RetentionCallServices {
  readonly sql: Sql
  readonly audit: Audit
  readonly telemetry: Telemetry
  readonly clock: Clock
  readonly expiryClock: ExpiryClock
  readonly rollupRepair: Pick<RollupRepair, 'shown' | 'start' | 'cancel'>
  readonly retained: RetainedReadings
  readonly catalogue: Catalogue
  readonly retention: Pick<Retention, 'lastRun' | 'nextRunAt' | 'check'>
}
