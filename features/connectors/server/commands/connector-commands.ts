import type { CommandTarget } from '#kit/model/device-command.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type {
  CommandOffer,
  CommandOutcome,
  CommandProtocol,
  DeviceCommand,
  SendOptions,
} from '#kit/server/devices/device-commands.ts'
import { unlessAborted } from '#kit/server/process/unless-aborted.ts'
import { connectorKinds } from '../../contract/kinds.ts'
import type { ConnectorManager } from '../supervisor/connector-manager.ts'

interface Dependencies {
  readonly manager: Pick<ConnectorManager, 'writersOf' | 'write'>
  readonly catalogue: Pick<Catalogue, 'sensorByKey'>
}

/** The protocols of the kinds that can write, each under the name of its kind. */
export function connectorCommands(dependencies: Dependencies): readonly CommandProtocol[] {
  return Object.entries(connectorKinds)
    .filter(([, kind]) => kind.commandTargets !== undefined)
    .map(([name]) => new KindCommands(name, dependencies))
}

/** Commands over whichever connector of a kind can write what they are for. */
class KindCommands implements CommandProtocol {
  readonly name: string
  readonly #dependencies: Dependencies

  constructor(kind: string, dependencies: Dependencies) {
    this.name = kind
    this.#dependencies = dependencies
  }

  offer(device: CatalogueDevice): CommandOffer | null {
    const writers = this.#dependencies.manager.writersOf(this.name, device.lesiId)
    if (writers.length === 0) return null
    const targets = writers.flatMap(({ id, targets: own }) =>
      own.map((target) => this.#described(device, { ...target, id: `${id} ${target.id}` })),
    )
    const isReady = writers.some(({ isRunning }) => isRunning)
    return { targets, readiness: isReady ? 'ready' : 'not-connected' }
  }

  async send(command: DeviceCommand, { deadline, signal }: SendOptions): Promise<CommandOutcome> {
    if (Date.now() > deadline) return { outcome: 'not-connected' }
    const { device, target, value } = command
    const place = target.id.indexOf(' ')
    const writeRequest = {
      lesiId: device.lesiId,
      target: target.id.slice(place + 1),
      value,
      deadline,
    }
    const written = this.#dependencies.manager.write(
      Number(target.id.slice(0, place)),
      writeRequest,
    )
    const silence = Promise.withResolvers<CommandOutcome>()
    const end = () => silence.resolve({ outcome: 'unanswered' })
    const timer = setTimeout(end, Math.max(0, deadline - Date.now())).unref()
    try {
      return await unlessAborted(Promise.race([written, silence.promise]), signal)
    } finally {
      clearTimeout(timer)
    }
  }

  /** A value is written as the device has it: the sensor's unit is that of what is read. */
  #described({ id }: CatalogueDevice, target: CommandTarget): CommandTarget {
    const sensor =
      target.sensorKey === null
        ? undefined
        : this.#dependencies.catalogue.sensorByKey(id, target.sensorKey)
    if (!sensor) return target
    const { alias: name, factor, offset, unit } = sensor
    return { ...target, name, ...(factor === 1 && offset === 0 ? { unit } : {}) }
  }
}
