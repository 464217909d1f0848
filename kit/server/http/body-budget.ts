import { finished, Transform, type Readable, type TransformCallback } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Budget, Excess, Reservation } from '../budget/budget.ts'
import { RateLimiter } from '../budget/rate-limiter.ts'
import { overloaded } from '../budget/overloaded.ts'
import { networkSource } from '../process/network-source.ts'
import type { ConnectionRates } from './connection-limits.ts'

/** What a request with a body costs besides the body. */
const requestBytes = 4 * 1024
/** What one address may send on average, and at once after a rest; faster ones are slowed. */
const bytesPerSecond = 16 * 1024 * 1024

/**
 * Counts the bodies of all requests for the address that they come from, from their first byte
 * until the answer has left. Whoever holds too much gets 429, everybody 503 when all together do,
 * each with Retry-After, and the connection is closed. An address that holds too much also opens
 * further connections more slowly.
 */
export function countBodies(app: FastifyInstance, budget: Budget, rates: ConnectionRates): void {
  const rateLimiter = new RateLimiter(bytesPerSecond, bytesPerSecond)
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!hasBody(request)) return payload
    const source = networkSource(request.ip)
    const refuse = (excess: Excess) => {
      if (excess === 'share') rates.chargeRefusal(source)
      void reply.header('Connection', 'close')
      return overloaded(excess)
    }
    const held = budget.reserve('request-body', source, requestBytes)
    if (typeof held === 'string') throw refuse(held)
    finished(reply.raw, () => held.release())
    const counted = new CountedBody(held, refuse, (bytes) => rateLimiter.take(source, bytes))
    // Whoever reads the body may have stopped before an error comes; nobody else needs to learn of
    // it.
    counted.on('error', () => discardRest(payload))
    // A sender that goes away ends the reading of its body: pipe alone would let it wait.
    payload.once('error', (error: Error) => counted.destroy(error))
    return payload.pipe(counted)
  })
}

function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

class CountedBody extends Transform {
  readonly #held: Reservation
  readonly #refuse: (excess: Excess) => Error
  readonly #waitAfter: (bytes: number) => number
  /** Fastify compares it with the announced length. */
  receivedEncodedLength = 0

  constructor(
    held: Reservation,
    refuse: (excess: Excess) => Error,
    waitAfter: (bytes: number) => number,
  ) {
    super()
    this.#held = held
    this.#refuse = refuse
    this.#waitAfter = waitAfter
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length
    const excess = this.#held.resize(requestBytes + this.receivedEncodedLength)
    if (excess !== null) {
      discard(chunk)
      return done(this.#refuse(excess))
    }
    const delayMs = this.#waitAfter(chunk.length)
    if (delayMs === 0) done(null, chunk)
    else setTimeout(done, delayMs, null, chunk)
  }
}

function discardRest(payload: Readable): void {
  for (let chunk: unknown = payload.read(); chunk !== null; chunk = payload.read())
    if (chunk instanceof Buffer) discard(chunk)
}

/**
 * Gives the memory of a chunk back at once. The collector would leave it until much more has come,
 * and what is allocated meanwhile lies behind it: the process would stay as large as it was.
 */
function discard({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
