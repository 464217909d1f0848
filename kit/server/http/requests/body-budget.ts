import { finished, Transform, type TransformCallback } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Budget, Excess } from '../../budget/budget.ts'
import { RateLimiter } from '../../budget/rate-limiter.ts'
import { overloaded } from '../../budget/overloaded.ts'
import { networkSource } from '../../process/network-source.ts'
import type { ConnectionRates } from '../connections/limits.ts'
import { endAfterBody } from '../connections/lingering-end.ts'

/** What a request with a body costs besides the body. */
const requestBytes = 4 * 1024
/** What is read of a body before it is taken: the streams between have so much room. */
const readAheadBytes = 64 * 1024
/** What one address may send on average, and at once after a rest; faster ones are slowed. */
const bytesPerSecond = 16 * 1024 * 1024

/**
 * Counts the bodies of all requests for the address that they come from, from their first byte
 * until the answer has left. Whoever holds too much gets 429, everybody 503 when all together do,
 * each with Retry-After, and the connection is closed. An address that holds too much, or announces
 * too much to a call that needs no account, also opens further connections more slowly.
 */
export function countBodies(app: FastifyInstance, budget: Budget, rates: ConnectionRates): void {
  const rateLimiter = new RateLimiter(bytesPerSecond, bytesPerSecond)
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!hasBody(request)) return payload
    const source = networkSource(request.ip)
    const { bodyLimit, config } = request.routeOptions
    // Fastify refuses it as soon as it looks.
    if ((announcedBytes(request) ?? 0) > bodyLimit) {
      if (config.gate === 'public') rates.chargeRefusal(source)
      else endAfterBody(request.raw, payload, (bytes) => rateLimiter.take(source, bytes))
      void reply.header('Connection', 'close')
      return payload.on('data', discard).resume()
    }
    const refuse = (excess: Excess) => {
      if (excess === 'share') rates.chargeRefusal(source)
      void reply.header('Connection', 'close')
      // What still comes until the connection has ended is of no use.
      payload.on('data', discard).resume()
      return overloaded(excess)
    }
    const held = budget.reserve('request-body', source, bytesOf(request, 0))
    if (typeof held === 'string') throw refuse(held)
    finished(reply.raw, () => held.release())
    const take = (bytes: number, received: number) => {
      const excess = held.resize(bytesOf(request, received))
      if (excess === null) return rateLimiter.take(source, bytes)
      payload.unpipe()
      return refuse(excess)
    }
    const counted = new CountedBody(take)
    // Whoever reads the body may have stopped before an error comes; nobody else needs to learn of
    // it.
    counted.on('error', () => undefined)
    // A sender that goes away ends the reading of its body: pipe alone would let it wait.
    payload.once('error', (error: Error) => counted.destroy(error))
    return payload.pipe(counted)
  })
}

function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function announcedBytes({ headers }: FastifyRequest): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

/** What a request holds in memory of whose body so much has been taken. */
function bytesOf(request: FastifyRequest, received: number): number {
  const announced = announcedBytes(request) ?? Infinity
  return requestBytes + Math.min(received + readAheadBytes, announced)
}

/**
 * Passes a body on. `take` gets the bytes of each chunk and of all up to its end, and answers how
 * many ms the next one has to wait, or with the error that ends the body.
 */
class CountedBody extends Transform {
  readonly #take: (bytes: number, received: number) => number | Error
  /** Fastify compares it with the announced length. */
  receivedEncodedLength = 0

  constructor(take: (bytes: number, received: number) => number | Error) {
    super()
    this.#take = take
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length
    const taken = this.#take(chunk.length, this.receivedEncodedLength)
    if (taken === 0) return done(null, chunk)
    if (typeof taken === 'number') return void setTimeout(done, taken, null, chunk)
    discard(chunk)
    done(taken)
  }
}

/**
 * Gives the memory of a chunk back at once. The collector would leave it until much more has come,
 * and what is allocated meanwhile lies behind it: the process would stay as large as it was.
 */
function discard({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
