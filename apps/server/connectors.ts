import { join } from 'node:path'
import type { Logger } from 'pino'
import { connectorCommands, Connectors } from '#features/connectors/server/index.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DataDirectory } from '#kit/server/data-directory/data-directory.ts'
import type { Lifecycle } from '#kit/server/process/lifecycle.ts'
import type { Keyring } from '#kit/server/secrets/keyring.ts'
import { recordAudit } from './audit.ts'
import type { DataServices } from './data-services.ts'
import type { Engines } from './engines.ts'

interface Dependencies {
  readonly engines: Pick<Engines, 'sql'>
  readonly data: Pick<DataServices, 'fetched' | 'protocols' | 'catalogue'>
  readonly keyring: Keyring
  readonly directory: Pick<DataDirectory, 'path'>
  readonly clock: Clock
  readonly lifecycle: Pick<Lifecycle, 'onStop'>
  readonly log: Logger
}

/** Starts everything that fetches readings from elsewhere. */
export async function startConnectors(parts: Dependencies): Promise<Connectors> {
  const { engines, data, keyring, directory, clock, lifecycle, log } = parts
  const connectors = new Connectors({
    ...{ sql: engines.sql, audit: recordAudit, keyring, intake: data.fetched, clock, log },
    directory: join(directory.path, 'connectors'),
  })
  lifecycle.onStop('connectors', () => connectors.close())
  await connectors.start()
  const { manager } = connectors
  for (const protocol of connectorCommands({ manager, catalogue: data.catalogue }))
    lifecycle.onStop(`commands by ${protocol.name}`, data.protocols.register(protocol))
  return connectors
}
