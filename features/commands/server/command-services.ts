import type { Kysely } from 'kysely'
import type { Accounts, Sessions } from '#kit/server/accounts.ts'
import type { Audit } from '#kit/server/audit.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { CommandProtocols } from '#kit/server/devices/device-commands.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { CommandRuns } from './command-runs.ts'

/** What the calls of this feature are made of. */
export interface CommandServices {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly accounts: Pick<Accounts, 'person'>
  readonly sessions: Pick<Sessions, 'readCaller'>
  readonly catalogue: Catalogue
  readonly current: CurrentReadings
  readonly clock: Clock
  readonly protocols: CommandProtocols
  readonly runs: CommandRuns
  /** How long the answer of a device is waited for. */
  readonly answerWithinMs: number
}
