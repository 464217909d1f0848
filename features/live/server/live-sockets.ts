import type { WebSocket } from '@fastify/websocket'
import type { Caller } from '#kit/server/caller.ts'
import { RateLimiter } from '#kit/server/budget/rate-limiter.ts'
import type { KioskAccess } from '#kit/server/kiosks.ts'
import { ClientMessage } from '#kit/model/live/messages.ts'
import { protocolErrorCode, tooMuchCode } from '#kit/model/live/protocol.ts'
import { answerSubscriptions } from './answers.ts'
import { FanOut } from './fan-out.ts'
import { startHeartbeat } from './heartbeat.ts'
import { closeAnswerMs, LiveConnection } from './live-connection.ts'
import type { LiveServices } from './services.ts'
import { SocketRights } from './socket-rights.ts'
import { Subscriptions } from './subscriptions.ts'

/**
 * Pages of one browser share a session. The session's share of the budget of live frames, of which
 * each socket takes 16 KiB, is a limit too.
 */
export const maximumSocketsPerSession = 20

/** A page learns the reason; more often than this its session is refused before it has a socket. */
const reasonsPerSecond = 1
const reasonsAtOnce = 5

/** A timer does not wait longer. */
const maximumTimerMs = 2 ** 31 - 1

/** All open live sockets. */
export class LiveSockets {
  readonly #services: LiveServices
  readonly #connections = new Set<LiveConnection>()
  readonly #subscriptions: Subscriptions
  readonly #rights: SocketRights
  readonly #fanOut: FanOut
  readonly #stopHeartbeat: () => void
  readonly #reasons: RateLimiter

  constructor(services: LiveServices) {
    this.#services = services
    this.#subscriptions = new Subscriptions(services.catalogue)
    this.#rights = new SocketRights(services, this.#connections, this.#subscriptions)
    this.#fanOut = new FanOut(services, this.#subscriptions)
    this.#stopHeartbeat = startHeartbeat(services, this.#connections)
    this.#reasons = new RateLimiter(reasonsPerSecond, reasonsAtOnce)
  }

  get connectionCount(): number {
    return this.#connections.size
  }

  /**
   * Whether a handshake is to be refused with a status: its session has too many sockets, and was
   * given the reason on sockets that were opened for nothing else a moment ago.
   */
  isRefused(caller: Caller): boolean {
    return !this.#hasRoom(caller) && this.#reasons.delayOf(caller.sessionId, 1) > 0
  }

  /** Serves a socket whose session and origin have been checked. */
  accept(socket: WebSocket, caller: Caller, kiosk: KioskAccess | null = null): void {
    const { clock, budget, logger } = this.#services
    if (!this.#hasRoom(caller)) {
      this.#reasons.take(caller.sessionId, 1)
      return refuse(socket, 'too many sockets are open in this session')
    }
    const connection = new LiveConnection(socket, caller, clock, budget)
    connection.scope = kiosk
    this.#connections.add(connection)
    this.#fanOut.add(connection)
    const answer = answerSubscriptions(this.#services, connection, (sensorIds) =>
      this.#subscriptions.replace(connection, sensorIds),
    )
    socket.on('message', (data: Buffer) => {
      if (!connection.isOpen) return
      const message = readMessage(data)
      if (!message) return connection.close(protocolErrorCode, 'not a message of this protocol')
      if (message.listsAgeMs !== undefined) this.#fanOut.compare(connection, message.listsAgeMs)
      answer(message)
    })
    socket.on('close', () => this.#remove(connection))
    socket.on('error', (error) => logger.debug({ err: error }, 'live socket'))
    if (kiosk) this.#endAt(connection, kiosk.expiresAt)
    // Rights may have changed between the handshake and now.
    void this.#rights.check(connection)
  }

  #hasRoom({ sessionId }: Caller): boolean {
    let count = 0
    for (const { caller } of this.#connections) if (caller.sessionId === sessionId) count++
    return count < maximumSocketsPerSession
  }

  /** Looks again at a socket when its link expires. */
  #endAt(connection: LiveConnection, expiresAt: number): void {
    const left = expiresAt - this.#services.clock()
    if (left <= 0) return void this.#rights.check(connection)
    // A timer may go off a millisecond early, and its longest is shorter than the life of a link.
    const checkAgain = () => this.#endAt(connection, expiresAt)
    const timer = setTimeout(checkAgain, Math.min(Math.ceil(left), maximumTimerMs))
    timer.unref()
    connection.ended.addEventListener('abort', () => clearTimeout(timer))
  }

  close(): void {
    this.#stopHeartbeat()
    this.#rights.close()
    this.#fanOut.close()
    for (const connection of this.#connections) {
      connection.close(1001, 'the server is stopping')
      this.#remove(connection)
    }
  }

  #remove(connection: LiveConnection): void {
    this.#connections.delete(connection)
    this.#subscriptions.remove(connection)
    this.#fanOut.remove(connection)
    connection.dispose()
  }
}

function refuse(socket: WebSocket, reason: string): void {
  socket.on('error', () => undefined)
  socket.close(tooMuchCode, reason)
  setTimeout(() => socket.terminate(), closeAnswerMs).unref()
}

function readMessage(data: Buffer): ClientMessage | null {
  try {
    const parsed = ClientMessage.safeParse(JSON.parse(data.toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
