import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { StoredAnswers, type Answer } from './stored-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Digest of the body as it came; null: none was read as JSON. */
    bodyDigest: string | null
  }
}

export const idempotencyKeyHeader = 'idempotency-key'

/** Letters, digits and signs that need no escape: a UUID, or what a program counts with. */
const keyPattern = /^[\w.:-]{8,64}$/

/** A write that is made, and those who wait for what comes of it. */
interface WriteUnderWay {
  readonly ended: Promise<void>
  readonly end: () => void
}

/** Digest of a body, where its request may come again. */
export const digestOf = (request: FastifyRequest, body: string): string | null =>
  request.headers[idempotencyKeyHeader] === undefined ? null : hash('sha256', body, 'base64')

/**
 * Of a route that says `isMadeOnce`, a write is made once that comes again because its answer was
 * lost: the same session, call, body and `Idempotency-Key` are answered as the first was, also
 * where that is still under way. What failed is tried again. Source:
 * draft-ietf-httpapi-idempotency-key-header.
 */
export function answerRepeatedWrites(app: FastifyInstance, clock: () => number = Date.now): void {
  const answers = new StoredAnswers(clock)
  const underWay = new Map<string, WriteUnderWay>()
  const owned = new WeakMap<FastifyRequest, string>()

  app.decorateRequest('bodyDigest', null)
  app.addHook('preHandler', async (request, reply) => {
    const identity = identityOf(request)
    if (identity === null) return undefined
    for (;;) {
      const answer = answers.get(identity)
      if (answer) return repeat(answer, reply)
      const earlier = underWay.get(identity)
      if (!earlier) break
      await earlier.ended
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    underWay.set(identity, { ended: promise, end: resolve })
    owned.set(request, identity)
    return undefined
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const identity = owned.get(request)
    if (identity === undefined) return
    owned.delete(request)
    const answer = answerOf(reply, payload)
    if (answer) answers.add(identity, answer)
    underWay.get(identity)?.end()
    underWay.delete(identity)
  })
}

/** What two attempts at one write have in common; null: nothing does, or only a part of it. */
function identityOf(request: FastifyRequest): string | null {
  const { method, url, caller, body, bodyDigest, headers, routeOptions } = request
  const key = headers[idempotencyKeyHeader]
  if (key === undefined || routeOptions.config.isMadeOnce !== true || !caller) return null
  // A body that is no JSON, such as a picture, has no digest.
  if (bodyDigest === null && body !== undefined && body !== null) return null
  if (typeof key !== 'string' || !keyPattern.test(key))
    throw new AppError(
      'bad_request',
      'Idempotency-Key: 8 to 64 letters, digits, or any of . : _ - are allowed',
    )
  return [caller.sessionId, method, url, key, bodyDigest ?? ''].join(' ')
}

/** Null for what is no success, or more than its text: such a write is made again. */
function answerOf(reply: FastifyReply, payload: unknown): Answer | null {
  const { statusCode: status } = reply
  if (status < 200 || status > 299 || reply.hasHeader('Set-Cookie')) return null
  if (payload === undefined || payload === null) return { status, text: '' }
  return typeof payload === 'string' ? { status, text: payload } : null
}

function repeat({ status, text }: Answer, reply: FastifyReply): FastifyReply {
  void reply.code(status)
  return text === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(text)
}
