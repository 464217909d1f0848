import { answerCommands, type CommandServices } from '../admin/commands.ts'
import { issueTemporaryToken } from '#features/devices/server/temporary-token-command.ts'
import type { ControlServer } from '#kit/server/command-line/control.ts'
import type { DataServices } from './data-services.ts'

interface Dependencies {
  readonly services: Omit<CommandServices, 'refreshDevices'>
  readonly data: Pick<DataServices, 'catalogue' | 'temporaryTokens'>
  /** Where a device on this machine reaches the broker. */
  readonly mqttUrl: string
}

/** Everything that the control socket of a running server carries out. */
export function answerControl(
  control: Pick<ControlServer, 'handle'>,
  { services, data, mqttUrl }: Dependencies,
): void {
  answerCommands(control, {
    ...services,
    // A read that fails is reported and retried by the catalogue: the change itself has been made.
    refreshDevices: (deviceIds) => data.catalogue.refresh(deviceIds).catch(() => undefined),
  })
  control.handle('device temporary-token', (parameters) =>
    issueTemporaryToken({ ...data, ...services }, parameters),
  )
  control.handle('broker address', () => ({ url: mqttUrl }))
}
