import type { ClientMessage, ServerMessage } from '#kit/model/live/messages.ts'
import type { Socket } from './socket.ts'

/**
 * `idle`: nobody watches, so there is no socket. `connecting`: the first attempt. `live`: messages
 * arrive. `reconnecting`: lost, the next attempt is at `retryAt`. `ended`: the session is over,
 * sign in again. `denied`: the person may no longer watch; who they are has to be asked again.
 */
export type ConnectionState = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'ended' | 'denied'

export interface ConnectionStatus {
  readonly state: ConnectionState
  /**
   * When the next attempt starts, by the environment's clock; null while an attempt runs and in
   * other states.
   */
  readonly retryAt: number | null
  /**
   * Whether there has been no message for longer than a moment: what is shown is of before. A
   * connection that is back within two seconds was never lost.
   */
  readonly isLost: boolean
}

/** The world around a connection, so that tests can replace it. */
export interface ConnectionEnvironment {
  openSocket(): Socket
  /** A monotonic clock, ms since the page began. */
  now(): number
  /** A number from 0 up to 1. */
  random(): number
  /**
   * Asks the server why it refused a handshake, for which a browser gives a script no reason:
   * there is no session, or the person may not have a socket; null where it is neither.
   */
  whyRefused(): Promise<'ended' | 'denied' | null>
  /** Writes down, for whoever looks for a fault, what went wrong. */
  log(text: string): void
  /** Calls back after `ms`; returns the function that cancels. */
  after(ms: number, callback: () => void): () => void
}

export interface ConnectionEvents {
  /** Called when a socket has opened: what to send first. */
  onOpen(): ClientMessage
  onMessage(message: ServerMessage): void
  onStatus(status: ConnectionStatus): void
}
