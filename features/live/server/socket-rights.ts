import { warRoomGate } from '#kit/model/permission.ts'
import { isAdministrator, passesGate } from '#kit/model/gate.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { KioskAccess } from '#kit/server/kiosks.ts'
import { rightsLostCode, sessionEndedCode } from '#kit/model/live/protocol.ts'
import type { LiveConnection } from './live-connection.ts'
import type { LiveServices } from './services.ts'
import type { Subscriptions } from './subscriptions.ts'

type Services = Pick<LiveServices, 'bus' | 'callerOfSession' | 'kiosks' | 'logger'>

const checkIntervalMs = 30_000
/** What could not be checked is checked so soon after the database is back. */
const retryMs = 250

/**
 * Makes open sockets follow the sessions and rights of their people: closes them, or ends the
 * subscriptions to what is open no more.
 */
export class SocketRights {
  readonly #services: Services
  readonly #connections: ReadonlySet<LiveConnection>
  readonly #subscriptions: Subscriptions
  /** The last check of each connection that began, and the last that was answered. */
  readonly #turns = new WeakMap<LiveConnection, { begun: number; answered: number }>()
  readonly #stops: readonly (() => void)[]
  /** Those whose last check failed. */
  readonly #unchecked = new Set<LiveConnection>()
  #retry: NodeJS.Timeout | undefined

  constructor(
    services: Services,
    connections: ReadonlySet<LiveConnection>,
    subscriptions: Subscriptions,
  ) {
    this.#services = services
    this.#connections = connections
    this.#subscriptions = subscriptions
    const { bus } = services
    const timer = setInterval(() => void this.#checkAll(null), checkIntervalMs)
    this.#stops = [
      () => clearInterval(timer),
      () => clearTimeout(this.#retry),
      bus.on('sessionsEnded', ({ sessionIds }) => this.#endSessions(new Set(sessionIds))),
      bus.on('rightsChanged', ({ userIds }) => this.#checkAll(userIds)),
      bus.on('visibilityChanged', ({ userIds }) => this.#restrict(new Set(userIds))),
      bus.on('boardChanged', ({ boardId }) => this.#checkKiosks(boardId)),
    ]
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  /** Looks again at a socket: what its person may see, and whether it may go on. */
  async check(connection: LiveConnection): Promise<void> {
    const turns = this.#turns.get(connection) ?? { begun: 0, answered: 0 }
    const turn = ++turns.begun
    this.#turns.set(connection, turns)
    try {
      const { scope } = connection
      const kiosk = scope && (await this.#services.kiosks.accessOfLink(scope.linkId))
      const caller = scope
        ? (kiosk?.caller ?? null)
        : await this.#services.callerOfSession(connection.caller.sessionId)
      // The answer of a check that began later is newer.
      if (turn < turns.answered) return
      turns.answered = turn
      if (turn === turns.begun) this.#unchecked.delete(connection)
      if (!connection.isOpen) return
      if (kiosk) this.#changeScope(connection, kiosk)
      else if (!caller) connection.close(sessionEndedCode, 'the session has ended')
      else if (!passesGate(warRoomGate, caller))
        connection.close(rightsLostCode, 'the war room is not open to you any more')
      else this.#changeCaller(connection, caller)
    } catch (error) {
      if (this.#unchecked.size === 0)
        this.#services.logger.warn({ err: error }, 'sessions could not be checked; trying again')
      this.#unchecked.add(connection)
      this.#retry ??= setTimeout(() => void this.#checkUnchecked(), retryMs).unref()
    }
  }

  /** One of them tries whether the database is back: there may be thousands. */
  async #checkUnchecked(): Promise<void> {
    for (const each of this.#unchecked) if (!each.isOpen) this.#unchecked.delete(each)
    const [first, ...others] = this.#unchecked
    if (first) await this.check(first)
    if (first && !this.#unchecked.has(first))
      await Promise.all(others.map((each) => this.check(each)))
    this.#retry =
      this.#unchecked.size > 0
        ? setTimeout(() => void this.#checkUnchecked(), retryMs).unref()
        : undefined
  }

  /** Checks the sockets of these users, or of everybody. */
  async #checkAll(userIds: readonly number[] | null): Promise<void> {
    const concerned = [...this.#connections].filter(
      ({ caller }) => userIds === null || userIds.includes(caller.userId),
    )
    await Promise.all(concerned.map((connection) => this.check(connection)))
  }

  /** Other sensors of the same board, or rights that are less. */
  #changeScope(connection: LiveConnection, kiosk: KioskAccess): void {
    const before = [...(connection.scope?.sensorIds ?? [])]
    connection.caller = kiosk.caller
    connection.scope = kiosk
    this.#subscriptions.restrict(connection)
    const { size } = kiosk.sensorIds
    const isSame = before.length === size && before.every((id) => kiosk.sensorIds.has(id))
    if (!isSame) connection.changeCatalogue()
  }

  /** Checks the sockets of those who look at this board without an account. */
  async #checkKiosks(boardId: string): Promise<void> {
    const concerned = [...this.#connections].filter(({ scope }) => scope?.boardId === boardId)
    await Promise.all(concerned.map((connection) => this.check(connection)))
  }

  #endSessions(sessionIds: ReadonlySet<string>): void {
    for (const connection of this.#connections) {
      if (sessionIds.has(connection.caller.sessionId))
        connection.close(sessionEndedCode, 'the session has ended')
    }
  }

  #changeCaller(connection: LiveConnection, caller: Caller): void {
    const before = connection.caller
    connection.caller = caller
    if (isAdministrator(caller) !== isAdministrator(before))
      this.#subscriptions.restrict(connection)
    if (rightsText(caller) !== rightsText(before)) connection.changeCatalogue()
  }

  #restrict(userIds: ReadonlySet<number>): void {
    for (const connection of this.#connections) {
      if (!userIds.has(connection.caller.userId)) continue
      this.#subscriptions.restrict(connection)
      connection.changeCatalogue()
      // What has just been opened comes to it too.
      if (connection.scope) void this.check(connection)
    }
  }
}

/** Two callers with the same text may do the same. */
const rightsText = ({ roles, permissions }: Caller): string =>
  [...roles, '', ...permissions].join('\n')
