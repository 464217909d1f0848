import type { CommandReadiness, CommandTarget, CommandValue } from '#kit/model/device-command.ts'
import type { CatalogueDevice } from '../catalogue.ts'

/** What can be written to a device by one protocol. */
export interface CommandOffer {
  readonly targets: readonly CommandTarget[]
  readonly readiness: CommandReadiness
}

/** One command, checked: the value fits the target, and whoever sends it may. */
export interface DeviceCommand {
  /** A UUID of its own. */
  readonly id: string
  readonly device: CatalogueDevice
  readonly target: CommandTarget
  readonly value: CommandValue
}

/** How sending ended. */
export type CommandOutcome =
  /** The device has done it: it reported so, or shows the value. */
  | { readonly outcome: 'done' }
  /** The device took it, and did not say until the deadline that it is done. */
  | { readonly outcome: 'accepted' }
  /** The device, or what is before it, did not take it. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** It was sent, and nothing came back until the deadline. */
  | { readonly outcome: 'unanswered' }
  /** It was not sent, and never will be. */
  | { readonly outcome: 'not-connected' | 'not-listening' }

export interface SendOptions {
  /** When nobody waits any more, ms UTC: a device must not carry the command out later. */
  readonly deadline: number
  /** The server stops: what is under way ends, its outcome is not known any more. */
  readonly signal: AbortSignal
  /** The device took the command and will say when it is done. */
  readonly onAccepted: () => void
}

/**
 * A protocol that can carry commands. Whether a device takes commands at all, who may send them,
 * and that each is sent once, is looked after by `features/commands`.
 */
export interface CommandProtocol {
  /** As the audit calls it: `warroom`, `sparkplug`, `modbus` … */
  readonly name: string
  /**
   * What the device takes now; null where it does not speak this protocol. `described` is what
   * people wrote about the device, for protocols that cannot find out by themselves.
   */
  offer(
    device: CatalogueDevice,
    described: readonly CommandTarget[],
  ): CommandOffer | null | Promise<CommandOffer | null>
  /**
   * Sends at most once, never later than now, and never queues for a device that is away. Resolves
   * when the device has answered, and at the deadline at the latest. Rejects when nobody can say
   * any more what became of the command.
   */
  send(command: DeviceCommand, options: SendOptions): Promise<CommandOutcome>
}

/** The protocols that carry commands: each registers itself when it starts. */
export class CommandProtocols {
  readonly #protocols = new Map<string, CommandProtocol>()

  /** Returns the function that takes it away again. Throws when there is one of this name. */
  register(protocol: CommandProtocol): () => void {
    if (this.#protocols.has(protocol.name))
      throw new Error(`there is a protocol ${protocol.name} already`)
    this.#protocols.set(protocol.name, protocol)
    return () => void this.#protocols.delete(protocol.name)
  }

  /** In the order in which they registered. */
  all(): readonly CommandProtocol[] {
    return [...this.#protocols.values()]
  }

  /** Undefined where it has stopped, or never was. */
  named(name: string): CommandProtocol | undefined {
    return this.#protocols.get(name)
  }
}
