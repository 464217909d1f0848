import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Audit } from '#kit/server/audit.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DeviceIntake } from '#kit/server/devices/device-intake.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Keyring } from '#kit/server/secrets/keyring.ts'
import { runnableKinds } from './kinds.ts'
import { runnableConnector } from './registry/configuration.ts'
import { listConnectorRows, readConnectorRow } from './registry/connectors-store.ts'
import { resealSecrets } from './registry/reseal-secrets.ts'
import { ConnectorManager, type ManagerOptions } from './supervisor/connector-manager.ts'

/** A connector that could not be read is read again after so long. */
const retryMs = 5_000

interface Services {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly keyring: Keyring
  readonly intake: DeviceIntake
  /** Where the kinds have what they store; made when one has something. */
  readonly directory: string
  readonly clock: Clock
  readonly log: Logger
  /** Other kinds than those of the product, or other times, for tests. */
  readonly options?: Partial<
    Pick<ManagerOptions, 'kinds' | 'kindsModule' | 'backOff' | 'hungAfterMs'>
  >
}

/** Every connector of the installation: what is stored, and what runs of it. */
export class Connectors {
  readonly #services: Services
  readonly manager: ConnectorManager
  readonly #retries = new Set<NodeJS.Timeout>()
  /** Changes are carried out one after the other. */
  #work: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(services: Services) {
    this.#services = services
    const { intake, directory, clock, log, options = {} } = services
    this.manager = new ConnectorManager({
      ...{ intake, directory, clock, log, kinds: runnableKinds },
      kindsModule: import.meta.resolve('./kinds.ts'),
      ...options,
    })
  }

  /** Starts everything that is stored and not paused. */
  async start(): Promise<void> {
    const { sql, keyring, audit } = this.#services
    await resealSecrets({ sql, audit }, keyring)
    for (const row of await listConnectorRows(sql))
      await this.manager.put(runnableConnector(keyring, row))
  }

  /**
   * Makes what runs equal to what is stored about this connector. What cannot be read now is read
   * again: the change itself has been made.
   */
  async refresh(id: number): Promise<void> {
    this.#work = this.#work.then(() => this.#refresh(id))
    await this.#work
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const retry of this.#retries) clearTimeout(retry)
    await this.manager.close()
  }

  async #refresh(id: number): Promise<void> {
    if (this.#isClosed) return
    const { sql, keyring, log } = this.#services
    try {
      const row = await readConnectorRow(sql, id)
      if (row) await this.manager.put(runnableConnector(keyring, row))
      else await this.manager.remove(id)
    } catch (error) {
      log.warn({ err: error, connector: id }, 'a connector could not be read; trying again')
      const retry = setTimeout(() => {
        this.#retries.delete(retry)
        void this.refresh(id)
      }, retryMs)
      this.#retries.add(retry)
    }
  }
}
