import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that may wait behind the one that is answered; who sends more is no browser. */
const maximumWaiting = 100

type Exchange = readonly [request: IncomingMessage, response: ServerResponse]

/**
 * Handles the requests of one connection one after another. A client may send the next ones before
 * it has read an answer (RFC 9112, 9.3.2): thousands fit into one packet, and all their answers
 * would be made at once and wait for a reader that may never come. Call it when the listeners are
 * there.
 */
export function serializePipelinedRequests(server: Server): void {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  const waitingOf = new WeakMap<Socket, Exchange[]>()
  const answer = ([request, response]: Exchange) => {
    response.once('close', () => next(request.socket))
    for (const listener of listeners) listener.call(server, request, response)
  }
  const next = (socket: Socket) => {
    const following = socket.destroyed ? undefined : waitingOf.get(socket)?.shift()
    if (following) answer(following)
    else waitingOf.delete(socket)
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const waiting = waitingOf.get(socket)
    if (!waiting) {
      waitingOf.set(socket, [])
      answer([request, response])
    } else if (waiting.length < maximumWaiting) waiting.push([request, response])
    else socket.destroy()
  })
}
