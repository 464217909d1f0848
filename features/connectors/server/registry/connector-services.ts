import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Audit } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Keyring } from '#kit/server/secrets/keyring.ts'
import type { Connectors } from '../connectors.ts'

export interface ConnectorServices {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly keyring: Keyring
  readonly catalogue: Catalogue
  readonly log: Logger
  readonly connectors: Connectors
  /** Whether the caller may configure this device. */
  readonly mayConfigure: (caller: Caller, deviceId: number) => boolean
}
