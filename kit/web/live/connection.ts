import type { ClientMessage, ServerMessage } from '#kit/model/live/messages.ts'
import {
  liveVersion,
  protocolErrorCode,
  pulseIntervalMs,
  reconnectDelayMs,
  reconnectSpreadMs,
  rightsLostCode,
  sessionEndedCode,
  tooMuchCode,
  tooMuchDelayMs,
} from '#kit/model/live/protocol.ts'

/**
 * `idle`: nobody watches, so there is no socket. `connecting`: the first attempt. `live`: messages
 * arrive. `reconnecting`: lost, the next attempt is at `retryAt`. `ended`: the session is over,
 * sign in again. `denied`: the person may no longer watch; who they are has to be asked again.
 */
export type ConnectionState = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'ended' | 'denied'

export interface ConnectionStatus {
  readonly state: ConnectionState
  /**
   * When the next attempt starts, by the browser's clock in ms UTC; null while an attempt runs and
   * in other states.
   */
  readonly retryAt: number | null
}

/** What the connection uses of a browser's WebSocket. */
export interface Socket {
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number }) => void) | null
  send(text: string): void
  close(code?: number): void
}

/** The world around a connection, so that tests can stand in for it. */
export interface ConnectionEnvironment {
  openSocket(): Socket
  now(): number
  /** A number from 0 up to 1. */
  random(): number
  /**
   * Whether the server says that there is no session. A browser does not tell a script why a
   * handshake was refused.
   */
  sessionHasEnded(): Promise<boolean>
  /** Calls back after `ms`; returns the function that cancels. */
  after(ms: number, callback: () => void): () => void
}

export interface ConnectionEvents {
  /** Called when a socket has opened: what to send first. */
  onOpen(): ClientMessage
  onMessage(message: ServerMessage): void
  onStatus(status: ConnectionStatus): void
}

export interface Connection {
  start(): void
  stop(): void
  /** Sends now if the socket is open; otherwise nothing, since `onOpen` will be asked. */
  send(message: ClientMessage): void
  /** Does not wait for the next attempt: the network is back. */
  retryNow(): void
  status(): ConnectionStatus
}

const silenceMs = 3 * pulseIntervalMs

function parse(data: unknown): ServerMessage | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const message: unknown = JSON.parse(data)
    const isOurs =
      typeof message === 'object' &&
      message !== null &&
      'version' in message &&
      message.version === liveVersion
    // The server that sent the page sends these messages from the same contract: its version is the
    // check.
    return isOurs ? (message as ServerMessage) : undefined
  } catch {
    return undefined
  }
}

/**
 * One WebSocket that is opened again for as long as somebody wants it: after 1 s, later 1 s and a
 * random part more.
 */
export function createConnection(
  environment: ConnectionEnvironment,
  events: ConnectionEvents,
): Connection {
  let socket: Socket | undefined
  let isOpen = false
  let failures = 0
  let lastMessageAt = 0
  let cancelRetry = () => {}
  let cancelWatch = () => {}
  let status: ConnectionStatus = { state: 'idle', retryAt: null }

  function become(state: ConnectionState, retryAt: number | null = null): void {
    if (status.state === state && status.retryAt === retryAt) return
    status = { state, retryAt }
    events.onStatus(status)
  }

  function drop(code?: number): void {
    cancelWatch()
    cancelRetry()
    const old = socket
    socket = undefined
    isOpen = false
    if (!old) return
    old.onopen = old.onmessage = old.onclose = null
    old.close(code)
  }

  function failed(leastDelay = reconnectDelayMs): void {
    drop()
    failures++
    const delay = leastDelay + (failures > 1 ? environment.random() * reconnectSpreadMs : 0)
    become('reconnecting', environment.now() + delay)
    cancelRetry = environment.after(delay, open)
  }

  /**
   * Reconnects when no message came for three pulses; also covers a handshake that never ends.
   */
  function watchSilence(): void {
    cancelWatch = environment.after(lastMessageAt + silenceMs - environment.now(), () => {
      const silent = environment.now() - lastMessageAt
      if (silent < silenceMs) watchSilence()
      else if (silent > silenceMs + pulseIntervalMs) graceAfterSleep()
      else failed()
    })
  }

  /**
   * The timer itself came late (a suspended machine, a busy page): messages may wait unread, so one
   * more pulse is granted.
   */
  function graceAfterSleep(): void {
    const before = lastMessageAt
    cancelWatch = environment.after(pulseIntervalMs, () =>
      lastMessageAt === before ? failed() : watchSilence(),
    )
  }

  function end(state: 'ended' | 'denied' = 'ended'): void {
    drop()
    become(state)
  }

  function closed(code: number): void {
    if (code === sessionEndedCode) return end()
    if (code === rightsLostCode) return end('denied')
    if (code === tooMuchCode) return failed(tooMuchDelayMs)
    const wasRefused = !isOpen
    failed()
    if (wasRefused) void endIfSessionHasEnded()
  }

  async function endIfSessionHasEnded(): Promise<void> {
    const asked = failures
    const hasEnded = await environment.sessionHasEnded()
    if (hasEnded && failures === asked && status.state === 'reconnecting') end()
  }

  function open(): void {
    drop()
    become(failures === 0 ? 'connecting' : 'reconnecting')
    lastMessageAt = environment.now()
    const opened = environment.openSocket()
    socket = opened
    opened.onopen = () => {
      isOpen = true
      opened.send(JSON.stringify(events.onOpen()))
    }
    opened.onmessage = ({ data }) => {
      lastMessageAt = environment.now()
      const message = parse(data)
      if (!message) {
        drop(protocolErrorCode)
        return failed()
      }
      failures = 0
      become('live')
      events.onMessage(message)
    }
    // A browser reports an error only together with a close, and the close has the code.
    opened.onclose = ({ code }) => closed(code)
    watchSilence()
  }

  return {
    start() {
      if (status.state !== 'idle' && status.state !== 'ended' && status.state !== 'denied') return
      failures = 0
      open()
    },
    stop() {
      drop(1000)
      become('idle')
    },
    send(message) {
      if (isOpen) socket?.send(JSON.stringify(message))
    },
    retryNow() {
      if (status.state === 'reconnecting' && !isOpen) open()
    },
    status: () => status,
  }
}
