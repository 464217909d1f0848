import type { ServerMessage } from '#kit/model/live/messages.ts'
import { liveVersion } from '#kit/model/live/protocol.ts'

/** What the connection uses of a browser's WebSocket. */
export interface Socket {
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number }) => void) | null
  send(text: string): void
  close(code?: number): void
}

/** Ends a socket that nobody listens to any more. */
export function abandon(socket: Socket, code?: number): void {
  socket.onopen = socket.onmessage = socket.onclose = null
  socket.close(code)
}

/** The message in what a socket received; undefined when it is not of this protocol. */
export function parseMessage(data: unknown): ServerMessage | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const message: unknown = JSON.parse(data)
    const isOfProtocol =
      typeof message === 'object' &&
      message !== null &&
      'version' in message &&
      message.version === liveVersion
    // The server that sent the page sends these messages from the same contract: its version is the
    // check.
    return isOfProtocol ? (message as ServerMessage) : undefined
  } catch {
    return undefined
  }
}
