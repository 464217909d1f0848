import type { Duplex } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Budget } from '../../budget/budget.ts'
import { networkSource } from '../../process/network-source.ts'

/**
 * Counts what a WebSocket collects of a message that has begun and not ended, for the address that
 * it comes from; over its share the socket ends.
 */
export function countUnfinishedMessages(
  socket: WebSocket,
  { ip }: FastifyRequest,
  budget: Budget,
): void {
  const held = budget.reserve('request-body', networkSource(ip), 0)
  if (typeof held === 'string') return socket.terminate()
  // Before the socket reads the chunk itself, and may find the end of the message in it.
  streamOf(socket).prependListener('data', (chunk: Buffer) => {
    if (held.resize(held.bytes + chunk.length) !== null) socket.terminate()
  })
  socket.on('message', () => held.resize(0))
  socket.once('close', () => held.release())
}

/** The stream that the socket reads: the library shows it to nobody. */
function streamOf(socket: WebSocket): Duplex {
  return (socket as unknown as { readonly _socket: Duplex })._socket
}
