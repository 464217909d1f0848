import type { WebSocket } from '@fastify/websocket'
import type { Logger } from 'pino'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Bus, DeviceChange } from '#kit/server/bus.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { isAdministrator, passesGate } from '#kit/model/gate.ts'
import type { Sessions } from '#kit/server/accounts.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { ReadingWriter } from '#kit/server/reading-writer.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { CurrentReadings } from '#kit/server/current-readings.ts'
import type { DevicePresence } from '#kit/server/device-presence.ts'
import { ClientMessage } from '#kit/model/live/messages.ts'
import {
  maximumSockets,
  protocolErrorCode,
  pulseIntervalMs,
  rightsLostCode,
  sessionEndedCode,
  tooMuchCode,
} from '#kit/model/live/protocol.ts'
import { CatalogueFeed } from './catalogue-feed.ts'
import { closeAnswerMs, LiveConnection, readingText } from './live-connection.ts'
import { answerInTurn } from './live-answers.ts'

export interface LiveServices {
  readonly catalogue: Catalogue
  readonly current: CurrentReadings
  readonly presence: DevicePresence
  readonly telemetry: Telemetry
  /** What was acknowledged is flushed to the store before it is asked for. */
  readonly writer: Pick<ReadingWriter, 'flush' | 'status'>
  readonly bus: Bus
  readonly budget: Budget
  readonly clock: Clock
  readonly logger: Logger
  /**
   * The caller with the rights of this moment, or null when the session has ended; asked for open
   * sockets when rights change.
   */
  readonly callerOfSession: Sessions['callerOfSession']
}

const sessionCheckMs = 30_000
const sessionEnded = 'the session has ended'

/** All open live sockets, and the way of a change to those that watch it. */
export class LiveHub {
  readonly #services: LiveServices
  readonly #connections = new Set<LiveConnection>()
  readonly #feeds = new Map<LiveConnection, CatalogueFeed>()
  readonly #watchers = new Map<number, Set<LiveConnection>>()
  /** How many times each connection was checked. */
  readonly #checks = new WeakMap<LiveConnection, number>()
  readonly #stops: (() => void)[]
  #readingsThisPulse = 0
  #lastPulse = performance.now()
  #storedUpTo: number | null = null

  constructor(services: LiveServices) {
    this.#services = services
    const pulse = setInterval(() => this.#pulse(), pulseIntervalMs)
    const check = setInterval(() => void this.#checkSessions(null), sessionCheckMs)
    const { bus } = services
    this.#stops = [
      () => clearInterval(pulse),
      () => clearInterval(check),
      bus.on('readings', ({ readings }) => void (this.#readingsThisPulse += readings.length)),
      bus.on('current', ({ readings }) => {
        for (const reading of readings) {
          const watchers = this.#watchers.get(reading.sensorId)
          if (!watchers) continue
          const text = readingText(reading)
          for (const connection of watchers) connection.change(reading.sensorId, text)
        }
      }),
      bus.on('stored', ({ upTo }) => void (this.#storedUpTo = upTo)),
      bus.on('deviceStatus', ({ deviceId, status, since }) => {
        for (const connection of this.#connections) {
          if (this.#sees(connection, deviceId)) connection.changeDevice([deviceId, status, since])
        }
      }),
      bus.on('sessionsEnded', ({ sessionIds }) => this.#endSessions(new Set(sessionIds))),
      bus.on('rightsChanged', ({ userIds }) => void this.#checkSessions(userIds)),
      bus.on('visibilityChanged', ({ userIds }) => this.#visibilityChanged(new Set(userIds))),
      bus.on('catalogueChanged', ({ changes }) => this.#catalogueChanged(changes)),
    ]
  }

  get connectionCount(): number {
    return this.#connections.size
  }

  /** Serves a socket whose session and origin have been checked. */
  accept(socket: WebSocket, caller: Caller): void {
    const { clock, budget } = this.#services
    const ofSession = [...this.#connections].filter(
      (each) => each.caller.sessionId === caller.sessionId,
    )
    if (ofSession.length >= maximumSockets)
      return refuse(socket, 'too many sockets are open in this session')
    const connection = new LiveConnection(socket, caller, clock, budget)
    this.#connections.add(connection)
    this.#feeds.set(connection, new CatalogueFeed(connection, this.#services.catalogue))
    const answer = answerInTurn(this.#services, connection, (sensorIds) =>
      this.#watch(connection, sensorIds),
    )
    socket.on('message', (data: Buffer) => {
      if (!connection.isOpen) return
      const message = readMessage(data)
      if (!message)
        return this.#end(connection, protocolErrorCode, 'not a message of this protocol')
      answer(message)
    })
    socket.on('close', () => this.#forget(connection))
    socket.on('error', (error) => this.#services.logger.debug({ err: error }, 'live socket'))
    // Rights may have changed between the handshake and now.
    void this.#checkSession(connection)
  }

  close(): void {
    for (const stop of this.#stops) stop()
    for (const connection of this.#connections) connection.close(1001, 'the server is stopping')
    this.#connections.clear()
    this.#watchers.clear()
  }

  #watch(connection: LiveConnection, sensorIds: readonly number[]): void {
    const { catalogue } = this.#services
    this.#unwatch(connection)
    const { open = [], closed = [] } = Object.groupBy(sensorIds, (id) =>
      catalogue.maySeeSensor(connection.caller, id) ? 'open' : 'closed',
    )
    connection.subscribe(open)
    connection.closeSensors(closed)
    for (const id of connection.subscribed) {
      const watchers = this.#watchers.get(id) ?? new Set()
      this.#watchers.set(id, watchers.add(connection))
    }
  }

  /** Ends the subscriptions to what is no longer open to the person. */
  #watchOpen(connection: LiveConnection): void {
    this.#watch(connection, [...connection.subscribed])
    connection.keepDevices(this.#services.catalogue.visibleDeviceIds(connection.caller))
  }

  #unwatch(connection: LiveConnection): void {
    for (const id of connection.subscribed) {
      const watchers = this.#watchers.get(id)
      watchers?.delete(connection)
      if (watchers?.size === 0) this.#watchers.delete(id)
    }
  }

  #forget(connection: LiveConnection): void {
    this.#unwatch(connection)
    connection.dispose()
    this.#feeds.get(connection)?.close()
    this.#feeds.delete(connection)
    this.#connections.delete(connection)
  }

  #sees(connection: LiveConnection, deviceId: number): boolean {
    return this.#services.catalogue.visibleDeviceIds(connection.caller).has(deviceId)
  }

  #pulse(): void {
    const now = performance.now()
    const readingsPerSecond = Math.round((this.#readingsThisPulse * 1000) / (now - this.#lastPulse))
    this.#readingsThisPulse = 0
    this.#lastPulse = now
    const { storeFailingForMs, journalBytes } = this.#services.writer.status
    const storeOutage =
      storeFailingForMs === null
        ? null
        : { since: Math.round(this.#services.clock() - storeFailingForMs), journalBytes }
    for (const connection of this.#connections)
      connection.sendIfKeepingUp({
        type: 'pulse',
        readingsPerSecond,
        storedUpTo: this.#storedUpTo,
        storeOutage,
      })
  }

  #endSessions(sessionIds: ReadonlySet<string>): void {
    for (const connection of this.#connections) {
      if (sessionIds.has(connection.caller.sessionId))
        this.#end(connection, sessionEndedCode, sessionEnded)
    }
  }

  #end(connection: LiveConnection, code: number, reason: string): void {
    this.#unwatch(connection)
    connection.close(code, reason)
  }

  /**
   * Looks again at the sockets of these users, or of everybody: what they may see, and whether they
   * may go on.
   */
  async #checkSessions(userIds: readonly number[] | null): Promise<void> {
    const concerned = [...this.#connections].filter(
      ({ caller }) => userIds === null || userIds.includes(caller.userId),
    )
    await Promise.all(concerned.map((connection) => this.#checkSession(connection)))
  }

  async #checkSession(connection: LiveConnection): Promise<void> {
    const turn = (this.#checks.get(connection) ?? 0) + 1
    this.#checks.set(connection, turn)
    try {
      const caller = await this.#services.callerOfSession(connection.caller.sessionId)
      // A check that began later knows better.
      if (this.#checks.get(connection) !== turn || !connection.isOpen) return
      if (!caller) this.#end(connection, sessionEndedCode, sessionEnded)
      else if (!passesGate(warRoomGate, caller))
        this.#end(connection, rightsLostCode, 'the war room is not open to you any more')
      else this.#changeCaller(connection, caller)
    } catch (error) {
      this.#services.logger.warn({ err: error }, 'session could not be checked')
    }
  }

  #changeCaller(connection: LiveConnection, caller: Caller): void {
    const before = connection.caller
    connection.caller = caller
    if (isAdministrator(caller) !== isAdministrator(before)) this.#watchOpen(connection)
    if (rightsText(caller) !== rightsText(before)) connection.changeCatalogue()
  }

  #visibilityChanged(userIds: ReadonlySet<number>): void {
    for (const connection of this.#connections) {
      if (!userIds.has(connection.caller.userId)) continue
      this.#watchOpen(connection)
      connection.changeCatalogue()
    }
  }

  #catalogueChanged(changes: readonly DeviceChange[]): void {
    const mayClose = changes.some(
      ({ isDeviceChanged, removedSensors }) => isDeviceChanged || removedSensors.length > 0,
    )
    for (const connection of this.#connections) {
      if (mayClose) this.#watchOpen(connection)
      this.#feeds.get(connection)?.change(changes)
    }
  }
}

function refuse(socket: WebSocket, reason: string): void {
  socket.on('error', () => undefined)
  socket.close(tooMuchCode, reason)
  setTimeout(() => socket.terminate(), closeAnswerMs).unref()
}

/** Two callers with the same text may do the same. */
const rightsText = ({ roles, permissions }: Caller): string =>
  [...roles, '', ...permissions].join('\n')

function readMessage(data: Buffer): ClientMessage | null {
  try {
    const parsed = ClientMessage.safeParse(JSON.parse(data.toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
