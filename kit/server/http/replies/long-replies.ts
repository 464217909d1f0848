import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { passesGate } from '#kit/model/gate.ts'
import type { Bus } from '../../bus.ts'
import type { Caller } from '../../caller.ts'

interface LongReply {
  readonly reply: FastifyReply
  readonly end: (reason: AppError) => void
}

/** Of all applications of this process. */
const underWay = new Set<LongReply>()

/** A reply that takes long is ended by `end` when its caller may have it no more. */
export function addLongReply(reply: FastifyReply, end: LongReply['end']): void {
  if (reply.raw.closed) return
  const added = { reply, end }
  underWay.add(added)
  reply.raw.once('close', () => underWay.delete(added))
}

interface Followed {
  readonly bus: Pick<Bus, 'on'>
  /** Whose session or access token a request came with, as it is now; null: it ended. */
  readonly callerNow: (request: FastifyRequest, before: Caller) => Promise<Caller | null>
}

/** Ends of which nobody has announced anything, as those of access tokens, are seen so late. */
const checkMs = 3_000

/**
 * Ends replies under way when the session of their caller ends, and when the caller may not make
 * such a call any more.
 */
export function followCallers(
  app: FastifyInstance,
  { bus, callerNow }: Followed,
  intervalMs = checkMs,
): void {
  const those = (isOne: (caller: Caller) => boolean) =>
    [...underWay].flatMap(({ reply, end }) => {
      const { request } = reply
      const isHere = reply.server.server === app.server
      return isHere && request.caller && isOne(request.caller)
        ? [{ request, caller: request.caller, end }]
        : []
    })
  type Open = ReturnType<typeof those>[number]
  const check = async ({ request, caller, end }: Open) => {
    try {
      const now = await callerNow(request, caller)
      const { gate } = request.routeOptions.config
      if (!now) end(ended())
      else if (gate !== undefined && gate !== 'device' && !passesGate(gate, now)) end(closed())
    } catch (error) {
      request.log.warn({ err: error }, 'the caller of a long reply could not be checked')
    }
  }
  const timer = setInterval(() => {
    for (const each of those(() => true)) void check(each)
  }, intervalMs).unref()
  const stops = [
    bus.on('sessionsEnded', ({ sessionIds }) => {
      for (const { end } of those((caller) => sessionIds.includes(caller.sessionId))) end(ended())
    }),
    bus.on('rightsChanged', ({ userIds }) => {
      for (const each of those(({ userId }) => userIds?.includes(userId) ?? true)) void check(each)
    }),
  ]
  app.addHook('onClose', () => {
    clearInterval(timer)
    for (const stop of stops) stop()
  })
}

const ended = () => new AppError('unauthenticated', 'The session has ended')
const closed = () => new AppError('forbidden', 'Your role does not allow this any more')
