import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Audit } from '#kit/server/audit.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { CommandProtocol, DeviceCommand } from '#kit/server/devices/device-commands.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { CommandOutcomeName } from '../contract/routes.ts'
import {
  endCommand,
  originOfCommand,
  readInProgress,
  type StoredCommand,
} from './commands-store.ts'

interface Dependencies {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly catalogue: Pick<Catalogue, 'deviceById'>
  readonly clock: Clock
  readonly log: BaseLogger
}

/** A protocol that says nothing at the deadline is waited for so long. */
const graceMs = 5_000
const retryMs = 1_000
/** After its deadline what is under way nowhere is certain to be lost. */
const lostAfterMs = 30_000
const lostEveryMs = 30_000
const maximumReasonLength = 300

interface End {
  readonly outcome: CommandOutcomeName
  readonly reason: string | null
}

const unclear: End = { outcome: 'unclear', reason: null }

/**
 * Commands that are under way: each is given to its protocol once, and its outcome is stored once.
 */
export class CommandRuns {
  readonly #dependencies: Dependencies
  readonly #inProgress = new Map<string, Promise<void>>()
  readonly #accepted = new Set<string>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * What a server that ended left under way is unclear: it may have been sent or not, carried out
   * or not. Nothing is sent again. From then on what is lost ends by itself.
   */
  async recover(): Promise<void> {
    const { sql, log } = this.#dependencies
    for (const id of await readInProgress(sql)) await this.#store(id, unclear)
    const endLost = () =>
      this.endLost().catch((error: unknown) =>
        log.warn({ err: error }, 'it could not be looked for lost commands'),
      )
    this.#timer = setInterval(() => void endLost(), lostEveryMs).unref()
  }

  /**
   * Ends as unclear what is stored as under way, and is under way nowhere: the answer to storing it
   * was lost. Until then its target takes no other command.
   */
  async endLost(): Promise<void> {
    const { sql, clock } = this.#dependencies
    for (const id of await readInProgress(sql, clock() - lostAfterMs))
      if (!this.#inProgress.has(id)) await this.#store(id, unclear)
  }

  /** Gives a stored command to its protocol. */
  begin(protocol: CommandProtocol, command: DeviceCommand, deadline: number): void {
    const { id } = command
    const run = this.#run(protocol, command, deadline).finally(() => {
      this.#accepted.delete(id)
      this.#inProgress.delete(id)
    })
    this.#inProgress.set(id, run)
  }

  /** Whether a command is under way and the device has reported that it takes it. */
  isAccepted(id: string): boolean {
    return this.#accepted.has(id)
  }

  /** What is under way ends, unclear. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await Promise.all(this.#inProgress.values())
  }

  async #run(protocol: CommandProtocol, command: DeviceCommand, deadline: number): Promise<void> {
    const end = await this.#end(protocol, command, deadline)
    while (!(await this.#stored(command.id, end))) {
      // The next start finds it without an outcome, and calls it unclear.
      if (this.#stopping.signal.aborted) return
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }

  async #end(protocol: CommandProtocol, command: DeviceCommand, deadline: number): Promise<End> {
    const { clock, log } = this.#dependencies
    const outcome = Promise.withResolvers<End>()
    const timer = setTimeout(() => outcome.resolve(unclear), deadline - clock() + graceMs)
    const { signal } = this.#stopping
    const giveUp = () => outcome.resolve(unclear)
    signal.addEventListener('abort', giveUp)
    const onAccepted = () => void this.#accepted.add(command.id)
    const sent = protocol
      .send(command, { deadline, signal, onAccepted })
      .then(endOf)
      .catch((error: unknown) => {
        log.warn(
          { err: error, device: command.device.lesiId },
          'an outcome of a command is unclear',
        )
        return unclear
      })
    try {
      return await Promise.race([sent, outcome.promise])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    }
  }

  async #stored(id: string, end: End): Promise<boolean> {
    try {
      await this.#store(id, end)
      return true
    } catch (error) {
      this.#dependencies.log.warn({ err: error }, 'the outcome of a command could not be stored')
      return false
    }
  }

  async #store(id: string, end: End): Promise<void> {
    const { sql, audit, catalogue, clock } = this.#dependencies
    await sql.transaction().execute(async (transaction) => {
      const command = await endCommand(transaction, id, { ...end, at: clock() })
      if (!command) return
      const device = catalogue.deviceById(command.deviceId)
      await audit(transaction, originOfCommand(command), {
        ...{ action: 'device.command-outcome', entity: 'device' },
        ...{ entityId: device?.lesiId ?? '', entityName: device?.name ?? '' },
        after: { ...aboutCommand(command), ...end },
      })
    })
  }
}

/** What the audit says of a command. */
export const aboutCommand = ({ id, protocol, target, value }: StoredCommand) => ({
  ...{ command: id, target: target.name, value, protocol },
})

function endOf(result: Awaited<ReturnType<CommandProtocol['send']>>): End {
  const { outcome } = result
  return { outcome, reason: outcome === 'refused' ? storable(result.reason) : null }
}

/** Devices write it: the database holds no broken characters, and people read no invisible ones. */
function storable(reason: string): string {
  // oxlint-disable-next-line no-control-regex
  const visible = reason.replaceAll(/[\u0000-\u001f\u007f]/g, '␣')
  return visible.slice(0, maximumReasonLength).toWellFormed()
}
