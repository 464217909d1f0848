import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { RateLimiter } from '../../budget/rate-limiter.ts'
import { networkSource } from '../../process/network-source.ts'

/** How long a sender may take, in delayMs. */
export interface RequestTimeouts {
  /** For the head of a request, also for the first byte of a connection. */
  readonly head: number
  /** For the whole of a request. */
  readonly request: number
  /** Without a byte in either direction while a request is answered. */
  readonly silence: number
  /**
   * Between two requests. Longer than the 60 s of common proxies, which must not send into a
   * connection that is being closed.
   */
  readonly idle: number
}

export const defaultTimeouts: RequestTimeouts = {
  head: 15_000,
  request: 60_000,
  silence: 120_000,
  idle: 72_000,
}

export interface ConnectionLimits {
  readonly timeouts: RequestTimeouts
  /** Open connections in all. */
  readonly connections: number
  /** Open connections of one address. */
  readonly connectionsOfAddress: number
  /**
   * Connections that one address may open on average, a quarter of them at once after a rest, at
   * most `maximumBurst`; further ones wait until they are read. Many that begin in one moment
   * hold up everybody.
   */
  readonly connectionsPerSecond: number
  /** Addresses and networks of proxies: many people come from one. */
  readonly trustedProxies: readonly string[]
}

const connectionsPerSecond = 200
/** More than three browsers open at once; each is a millisecond in which nobody else is served. */
const maximumBurst = 20
/** A connection costs about this much while it waits. */
const connectionBytes = 64 * 1024

/** The limits that fit a budget of this size. */
export function connectionLimits(
  budgetBytes: number,
  trustedProxies: readonly string[],
): ConnectionLimits {
  const connections = Math.floor(budgetBytes / connectionBytes)
  return {
    ...{ timeouts: defaultTimeouts, connections, connectionsPerSecond, trustedProxies },
    connectionsOfAddress: Math.floor(connections / 4),
  }
}

const refusal =
  'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nConnection: close\r\n' +
  'Content-Length: 0\r\n\r\n'

/** How fast addresses may open connections. */
export interface ConnectionRates {
  /**
   * The address was refused for what it sent: that costs it as many connections as would cost the
   * server the same. Without this, whoever comes again at once is read and refused again at once,
   * and the collector works for nothing else.
   */
  chargeRefusal(source: string): void
}

/** Connections that a refused request costs its address. */
const refusalCost = 20

/** Ends connections that are slow, idle or too many. Call it before the server listens. */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): ConnectionRates {
  const { server } = app
  const { head, request, silence, idle } = limits.timeouts
  server.headersTimeout = head
  server.requestTimeout = request
  server.keepAliveTimeout = idle
  server.setTimeout(silence)
  // Node looks for slow requests this often; it reads the property when the server begins to
  // listen.
  Object.assign(server, { connectionsCheckingInterval: Math.min(2_000, head / 4) })
  server.maxConnections = limits.connections
  const { connectionsPerSecond } = limits
  const rateLimiter = new RateLimiter(
    connectionsPerSecond,
    Math.min(connectionsPerSecond / 4, maximumBurst),
  )
  const waiting = limitByAddress(server, limits, rateLimiter)
  // Nothing has been read of these: the server's end would wait for their turn.
  app.addHook('preClose', async () => {
    for (const socket of waiting) socket.destroy()
  })
  return { chargeRefusal: (source) => void rateLimiter.take(source, refusalCost) }
}

/** The connections that wait for their turn. */
function limitByAddress(
  server: Server,
  { connectionsOfAddress, trustedProxies }: ConnectionLimits,
  rateLimiter: RateLimiter,
): ReadonlySet<Socket> {
  const waiting = new Set<Socket>()
  const proxies = networksOf(trustedProxies)
  const counts = new Map<string, number>()
  // What a waiting connection has sent stays in the buffers of the system. Node has the property,
  // its types do not.
  Object.assign(server, { pauseOnConnect: true })
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  const serve = (socket: Socket) => {
    waiting.delete(socket)
    if (socket.destroyed) return
    for (const listener of listeners) listener.call(server, socket)
    socket.resume()
  }
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (
      remoteAddress !== undefined &&
      proxies.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')
    )
      return serve(socket)
    socket.on('error', () => socket.destroy())
    const source = networkSource(remoteAddress)
    if (count(counts, source, socket) > connectionsOfAddress) {
      socket.end(refusal, () => socket.destroy())
      return
    }
    const delayMs = rateLimiter.take(source, 1)
    if (delayMs === 0) return serve(socket)
    waiting.add(socket)
    const timer = setTimeout(serve, delayMs, socket)
    socket.once('close', () => clearTimeout(timer))
  })
  return waiting
}

/** Counts the socket for its source while it is open; how many the source has. */
function count(counts: Map<string, number>, source: string, socket: Socket): number {
  const open = (counts.get(source) ?? 0) + 1
  counts.set(source, open)
  socket.once('close', () => {
    const left = (counts.get(source) ?? 1) - 1
    if (left === 0) counts.delete(source)
    else counts.set(source, left)
  })
  return open
}

/** The networks as a list that answers whether an address is in it. */
function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
