import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** So long, and so much, is skipped of what a client still sends after its answer. */
const maximumMs = 5_000
const maximumBytes = 16 * 1024 * 1024

/**
 * Lets the connection end after the answer only when the rest of the request has come, or too much
 * of it. A connection that is closed with bytes under way is reset: the client finds that it cannot
 * send, and reads no answer. `body` is the rest, which somebody reads; `pace` gets the bytes of it
 * that came, and answers how many ms the next ones have to wait.
 */
export function endAfterBody(
  request: IncomingMessage,
  body: NodeJS.ReadableStream,
  pace: (bytes: number) => number,
): void {
  const { socket } = request
  // What comes by no connection, as in tests, has none that ends.
  if (!(socket instanceof Socket)) return
  const destroySoon = socket.destroySoon.bind(socket)
  socket.destroySoon = () => {
    socket.destroySoon = destroySoon
    if (request.complete) return destroySoon()
    // What has been sent is the whole answer: a client may leave now.
    socket.end()
    const timer = setTimeout(() => socket.destroy(), maximumMs).unref()
    socket.once('close', () => clearTimeout(timer))
    let read = socket.bytesRead
    const limit = read + maximumBytes
    body.on('data', () => {
      if (socket.bytesRead > limit) return void socket.destroy()
      const waitMs = pace(socket.bytesRead - read)
      read = socket.bytesRead
      if (waitMs === 0) return
      body.pause()
      setTimeout(() => body.resume(), waitMs).unref()
    })
    body.once('end', destroySoon)
  }
}
