import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Accounts } from '#kit/server/accounts.ts'
import type { Audit } from '#kit/server/audit.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { LateReadings } from '#kit/server/readings/late-readings.ts'
import type { DB } from '#kit/server/postgres-schema.ts'

/** What imports need of the server. */
export interface ImportServices {
  readonly sql: Kysely<DB>
  readonly accounts: Pick<Accounts, 'rights'>
  readonly catalogue: Catalogue
  readonly telemetry: Telemetry
  readonly late: LateReadings
  readonly clock: Clock
  readonly audit: Audit
  readonly log: BaseLogger
  /** Where files lie; made if needed. */
  readonly directory: string
}
