import type { BaseLogger } from 'pino'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { witnessFile } from '#features/audit/server/index.ts'
import { recordAudit } from '../server/audit.ts'
import { recordRemovedSensors } from '#features/readings/server/deletion/deletions-store.ts'
import { deliverJournal } from '#features/readings/server/journal/open-write-queue.ts'
import { commandLineOrigin } from '#kit/server/audit.ts'
import { openDataDirectory } from '#kit/server/data-directory/data-directory.ts'
import { holdsInstallation } from '#kit/server/installation/directory-file.ts'
import { creationHint, type Opening } from '#kit/server/installation/installation.ts'
import { StartupError } from '#kit/server/process/startup-error.ts'
import type { Config } from '../server/config/config.ts'
import { openStores, type Owner } from '../server/engines.ts'
import type { CommandServices } from './commands.ts'

/**
 * Runs `work` on stores opened for it alone, while no server runs: the embedded ones of the data
 * directory, which is locked meanwhile, or the external ones of the configuration. Throws
 * StartupError where the server would, and where there is no installation unless one is to be made.
 */
export async function withEngines<Result>(
  config: Config,
  log: BaseLogger,
  opening: Opening,
  work: (services: CommandServices) => Promise<Result>,
): Promise<Result> {
  if (opening === 'existing' && !holdsInstallation(config.dataDirectory))
    throw new StartupError(`There is no installation in ${config.dataDirectory}. ${creationHint}`)
  await using cleanup = new AsyncDisposableStack()
  const directory = await openDataDirectory(config.dataDirectory, log)
  cleanup.defer(() => directory.close())
  const owner: Owner = {
    onStop: (_name, stop) => cleanup.defer(async () => void (await stop())),
    stop: async (reason) => log.error({ reason }, 'another program works with the database'),
    // A command ends by itself.
    stopping: new AbortController().signal,
  }
  const stores = await openStores(config, directory, opening, commandLineOrigin(), owner, log)
  const { sql, telemetry, installation } = stores
  // What a killed server had acknowledged last may lie in the journal alone.
  await deliverJournal(telemetry, directory.journal, log)
  const audited = {
    ...{ accounts, recordRemovedSensors, audit: recordAudit },
    witnessFile: witnessFile(config.dataDirectory),
  }
  return await work({
    sql,
    telemetry,
    stores,
    installation,
    ...audited,
    flush: async () => undefined,
    refreshDevices: async () => undefined,
  })
}
