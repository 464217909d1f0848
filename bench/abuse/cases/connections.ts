import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const pauseMs = 50

export interface ConnectionTotals {
  opened: number
  bytes: number
}

/**
 * Has `count` connections to `url` open at all times until `signal`; `work` writes to each and
 * resolves when it has nothing more to write. A connection that the server ends is opened again.
 * Counts what came about.
 */
export async function holdConnections(
  url: string,
  count: number,
  signal: AbortSignal,
  work: (socket: Socket) => Promise<void>,
): Promise<ConnectionTotals> {
  const tally: ConnectionTotals = { opened: 0, bytes: 0 }
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (!signal.aborted) {
        tally.bytes += await occupyOnce(url, signal, work)
        tally.opened += 1
        await delay(pauseMs)
      }
    }),
  )
  return tally
}

async function occupyOnce(
  url: string,
  signal: AbortSignal,
  work: (socket: Socket) => Promise<void>,
): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.resume()
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const end = () => socket.destroy()
  signal.addEventListener('abort', end)
  await Promise.race([work(socket).then(() => closed), closed])
  signal.removeEventListener('abort', end)
  socket.destroy()
  return socket.bytesWritten
}

/** Writes and waits until the server has taken it, or the connection has ended. */
export function write(socket: Socket, bytes: Buffer | string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve()
    const done = () => {
      socket.off('close', done)
      resolve()
    }
    socket.once('close', done)
    socket.write(bytes, done)
  })
}

export function megabytes({ opened, bytes }: ConnectionTotals): string {
  return `${opened} connections, ${Math.round(bytes / 1e6)} MB sent`
}
