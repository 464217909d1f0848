import type { Kysely } from 'kysely'
import type { Audit } from '#kit/server/audit.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'

/** What administration is given by the one who composes the server. */
export interface AdministrationServices {
  readonly sql: Kysely<DB>
  readonly bus: Bus
  readonly clock: Clock
  readonly audit: Audit
  readonly hashPassword: (password: string) => Promise<string>
}
