import type { Kysely } from 'kysely'
import type { Accounts } from '#kit/server/accounts.ts'
import type { Audit } from '#kit/server/audit.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { HandoverSources } from '#kit/server/handover/handover-sources.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { WriteTables } from '#kit/server/table-files.ts'
import type { AlarmEngine } from '../alarms.ts'

/** What the calls of alarms are made of. */
export interface AlarmCallServices {
  readonly sql: Kysely<DB>
  readonly accounts: Accounts
  readonly audit: Audit
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly alarms: AlarmEngine
  readonly writeTables: WriteTables
  /** When the shift of a moment ends, ms UTC; null: the site has no shifts. */
  readonly shiftEnd: (time: number) => Promise<number | null>
  readonly telemetry: Pick<Telemetry, 'readerFor'>
  /** When nothing came from devices for too long. */
  readonly outages: HandoverSources['outages']
  /** The site's zone. */
  readonly timezone: string
}
