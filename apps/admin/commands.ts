import type { Kysely } from 'kysely'
import { auditCommands } from '#features/audit/server/audit-commands.ts'
import { deviceCommands } from '#features/devices/server/devices-commands.ts'
import { brokerCommands } from '#features/ingest/server/bridge/broker-commands.ts'
import {
  installationCommands,
  type InstallationServices,
} from '#features/operations/server/installation-commands.ts'
import { readingCommands } from '#features/readings/server/readings-commands.ts'
import { productCommands } from '#features/accounts/server/roles/products-commands.ts'
import { userCommands } from '#features/accounts/server/users/users-commands.ts'
import type { Accounts } from '#kit/server/accounts.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Command } from '#kit/server/command-line/command.ts'
import type { ControlServer } from '#kit/server/command-line/control.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { RecordRemovedSensors } from '#kit/server/readings/reading-deletions.ts'

/** What commands work with, in the server and in the command line alike. */
export interface CommandServices extends InstallationServices {
  readonly sql: Kysely<DB>
  readonly accounts: Accounts
  readonly recordRemovedSensors: RecordRemovedSensors
  /**
   * Resolves when the running server has what was just changed of these devices; at once where none
   * runs.
   */
  readonly refreshDevices: (deviceIds: readonly number[]) => Promise<void>
  readonly telemetry: Telemetry
  /** Resolves when everything that was acknowledged is in the telemetry store. */
  readonly flush: () => Promise<void>
  /** Where the server records how far the audit has come. */
  readonly witnessFile: string
}

/** Every command, in the order of the help. */
export const commands: readonly Command<CommandServices>[] = [
  ...deviceCommands,
  ...userCommands,
  ...productCommands,
  ...readingCommands,
  ...installationCommands,
  ...auditCommands,
  ...brokerCommands,
]

/** Makes the running server carry out the commands that arrive on its control socket. */
export function answerCommands(
  control: Pick<ControlServer, 'handle'>,
  services: CommandServices,
): void {
  for (const command of commands)
    if (!command.opening) control.handle(command.name, (options) => command.run(services, options))
}
