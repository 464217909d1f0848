import type { ClientMessage } from '#kit/model/live/messages.ts'
import {
  protocolErrorCode,
  reconnectDelayMs,
  reconnectSpreadMs,
  rightsLostCode,
  sessionEndedCode,
  tooMuchCode,
  tooMuchDelayMs,
} from '#kit/model/live/protocol.ts'
import type {
  ConnectionEnvironment,
  ConnectionEvents,
  ConnectionState,
  ConnectionStatus,
} from './connection-status.ts'
import { SilenceWatch } from './silence-watch.ts'
import { abandon, parseMessage, type Socket } from './socket.ts'

/** Without a message for so long a connection that is gone counts as lost. */
const graceMs = 2_000

/**
 * One WebSocket that is opened again for as long as somebody wants it: after 1 s, later 1 s and a
 * random part more.
 */
export class Connection {
  readonly #environment: ConnectionEnvironment
  readonly #events: ConnectionEvents
  readonly #silence: SilenceWatch
  #socket: Socket | undefined
  #isOpen = false
  #failures = 0
  #cancelRetry = () => {}
  #cancelLoss = () => {}
  /** Of the last message, or of the first attempt before there was any. */
  #receivedAt = 0
  #status: ConnectionStatus = { state: 'idle', retryAt: null, isLost: false }

  constructor(environment: ConnectionEnvironment, events: ConnectionEvents) {
    this.#environment = environment
    this.#events = events
    this.#silence = new SilenceWatch(environment, () =>
      this.#retryLater('no message for three heartbeats'),
    )
  }

  readonly status = (): ConnectionStatus => this.#status

  start(): void {
    const { state } = this.#status
    if (state !== 'idle' && state !== 'ended' && state !== 'denied') return
    this.#failures = 0
    this.#receivedAt = this.#environment.now()
    this.#open()
  }

  stop(): void {
    this.#drop(1000)
    this.#become('idle')
  }

  /** Sends now if the socket is open; otherwise nothing, since `onOpen` will be asked. */
  send(message: ClientMessage): void {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(message))
  }

  /** Does not wait for the next attempt: the network is back. */
  retryNow(): void {
    if (this.#status.state === 'reconnecting' && !this.#isOpen) this.#open()
  }

  #become(state: ConnectionState, retryAt: number | null = null): void {
    const { now, after } = this.#environment
    const isAway = state === 'reconnecting'
    const graceLeft = this.#receivedAt + graceMs - now()
    const isLost = isAway && graceLeft <= 0
    const { state: before, retryAt: retryBefore, isLost: wasLost } = this.#status
    if (before === state && retryBefore === retryAt && wasLost === isLost) return
    this.#status = { state, retryAt, isLost }
    this.#cancelLoss()
    this.#cancelLoss =
      isAway && !isLost
        ? after(graceLeft, () => this.#become(this.#status.state, this.#status.retryAt))
        : () => {}
    this.#events.onStatus(this.#status)
  }

  #open(): void {
    this.#drop()
    this.#become(this.#failures === 0 ? 'connecting' : 'reconnecting')
    const socket = this.#environment.openSocket()
    this.#socket = socket
    socket.onopen = () => {
      this.#isOpen = true
      socket.send(JSON.stringify(this.#events.onOpen()))
    }
    socket.onmessage = ({ data }) => this.#onMessage(data)
    // A browser reports an error only together with a close, and the close has the code.
    socket.onclose = ({ code }) => this.#onClose(code)
    this.#silence.start()
  }

  #onMessage(data: unknown): void {
    this.#silence.received()
    const message = parseMessage(data)
    if (!message) {
      this.#drop(protocolErrorCode)
      return this.#retryLater('received what is no message of the protocol')
    }
    this.#failures = 0
    this.#receivedAt = this.#environment.now()
    this.#become('live')
    this.#events.onMessage(message)
  }

  #onClose(code: number): void {
    if (code === sessionEndedCode) return this.#end('ended')
    if (code === rightsLostCode) return this.#end('denied')
    const reason = `closed with code ${code}`
    if (code === tooMuchCode) return this.#retryLater(reason, tooMuchDelayMs)
    const wasRefused = !this.#isOpen
    this.#retryLater(reason)
    if (wasRefused) void this.#endIfRefused()
  }

  #retryLater(reason: string, minimumDelay = reconnectDelayMs): void {
    this.#drop()
    this.#failures++
    const { now, random, after, log } = this.#environment
    const delay = minimumDelay + (this.#failures > 1 ? random() * reconnectSpreadMs : 0)
    log(`live socket: ${reason}; next attempt in ${Math.round(delay)} ms`)
    this.#become('reconnecting', now() + delay)
    this.#cancelRetry = after(delay, () => this.#open())
  }

  async #endIfRefused(): Promise<void> {
    const failures = this.#failures
    const reason = await this.#environment.whyRefused()
    if (reason && this.#failures === failures && this.#status.state === 'reconnecting')
      this.#end(reason)
  }

  #end(state: 'ended' | 'denied'): void {
    this.#drop()
    this.#become(state)
  }

  #drop(code?: number): void {
    this.#silence.stop()
    this.#cancelRetry()
    const socket = this.#socket
    this.#socket = undefined
    this.#isOpen = false
    if (socket) abandon(socket, code)
  }
}
