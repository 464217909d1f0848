import type { WebSocket } from '@fastify/websocket'
import type { Logger } from 'pino'
import type { Bus } from '#kit/server/bus.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { CurrentReadings } from '#kit/server/current-readings.ts'
import type { DevicePresence } from '#kit/server/device-presence.ts'
import { ClientMessage } from '../contract/messages.ts'
import { protocolErrorCode, pulseIntervalMs, sessionEndedCode } from '../contract/protocol.ts'
import { LiveConnection, readingText } from './live-connection.ts'
import { answerInTurn } from './live-answers.ts'

export interface LiveServices {
  readonly catalogue: Catalogue
  readonly current: CurrentReadings
  readonly presence: DevicePresence
  readonly telemetry: Telemetry
  readonly bus: Bus
  readonly clock: Clock
  readonly logger: Logger
  /** Whether the session may still be used; asked now and then for every open socket. */
  readonly sessionValid: (sessionId: string) => Promise<boolean>
}

const sessionCheckMs = 30_000
const sessionEnded = 'the session has ended'

/** All open live sockets, and the way of a change to those that watch it. */
export class LiveHub {
  readonly #services: LiveServices
  readonly #connections = new Set<LiveConnection>()
  readonly #watchers = new Map<number, Set<LiveConnection>>()
  readonly #stops: (() => void)[]
  #readingsThisPulse = 0
  #lastPulse = performance.now()
  #storedUpTo: number | null = null

  constructor(services: LiveServices) {
    this.#services = services
    const pulse = setInterval(() => this.#pulse(), pulseIntervalMs)
    const check = setInterval(() => void this.#checkSessions(), sessionCheckMs)
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
      bus.on('catalogueChanged', ({ deviceIds }) => this.#catalogueChanged(deviceIds)),
    ]
  }

  get connectionCount(): number {
    return this.#connections.size
  }

  /** Serves a socket whose session and origin have been checked. */
  accept(socket: WebSocket, caller: Caller): void {
    const connection = new LiveConnection(socket, caller, this.#services.clock)
    this.#connections.add(connection)
    const answer = answerInTurn(this.#services, connection, (sensorIds) => this.#watch(connection, sensorIds))
    socket.on('message', (data: Buffer) => {
      if (!connection.isOpen) return
      const message = readMessage(data)
      if (!message) return this.#end(connection, protocolErrorCode, 'not a message of this protocol')
      answer(message)
    })
    socket.on('close', () => this.#forget(connection))
    socket.on('error', (error) => this.#services.logger.debug({ err: error }, 'live socket'))
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
    connection.subscribe(sensorIds.filter((id) => catalogue.maySeeSensor(connection.caller, id)))
    for (const id of connection.subscribed) {
      const watchers = this.#watchers.get(id) ?? new Set()
      this.#watchers.set(id, watchers.add(connection))
    }
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
    for (const connection of this.#connections)
      connection.sendIfKeepingUp({ type: 'pulse', readingsPerSecond, storedUpTo: this.#storedUpTo })
  }

  #endSessions(sessionIds: ReadonlySet<string>): void {
    for (const connection of this.#connections) {
      if (sessionIds.has(connection.caller.sessionId)) this.#end(connection, sessionEndedCode, sessionEnded)
    }
  }

  #end(connection: LiveConnection, code: number, reason: string): void {
    this.#unwatch(connection)
    connection.close(code, reason)
  }

  async #checkSessions(): Promise<void> {
    for (const connection of this.#connections) {
      try {
        if (!(await this.#services.sessionValid(connection.caller.sessionId)))
          this.#end(connection, sessionEndedCode, sessionEnded)
      } catch (error) {
        this.#services.logger.warn({ err: error }, 'session could not be checked')
      }
    }
  }

  #catalogueChanged(deviceIds: readonly number[]): void {
    for (const connection of this.#connections) {
      const kept = [...connection.subscribed]
      this.#watch(connection, kept)
      const lost = connection.subscribed.size < kept.length
      if (lost || deviceIds.some((id) => this.#sees(connection, id))) connection.changeCatalogue()
    }
  }
}

function readMessage(data: Buffer): ClientMessage | null {
  try {
    const parsed = ClientMessage.safeParse(JSON.parse(data.toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
