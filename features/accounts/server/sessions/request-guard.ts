import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import { csrfHolds } from './session-cookies.ts'
import { isRefusedWrite, isWrite, needsCsrf } from './write-policy.ts'

export type CallerOfCookies = (
  cookies: Readonly<Record<string, string | undefined>>,
) => Promise<Caller | null>

/**
 * On every call but those of devices, which carry no cookies: sets `request.caller`, then refuses
 * writes that did not come from our own page, writes of visitors, and writes that are too many.
 */
export function guardRequests(
  app: FastifyInstance,
  callerOfCookies: CallerOfCookies,
  countWrite: (sessionId: string) => void,
): void {
  app.addHook('onRequest', async (request) => {
    const { gate, changesNothing = false } = request.routeOptions.config
    // The path as the router understood it: the same call can be written in several ways.
    if (request.is404 || !request.routeOptions.url?.startsWith('/api/') || gate === 'device') return
    request.caller = await callerOfCookies(request.cookies).catch((error: unknown) => {
      if (gate !== 'public') throw error
      request.log.warn({ err: error }, 'the session of a public call could not be read')
      return null
    })
    if (needsCsrf(request.method, request.routeOptions.config) && !csrfHolds(request)) {
      throw new AppError(
        'csrf_mismatch',
        'The X-XSRF-TOKEN header does not match; fetch /api/sanctum/csrf-cookie and try again',
      )
    }
    const call = { method: request.method, path: request.routeOptions.url ?? '', changesNothing }
    if (isRefusedWrite(call, request.caller))
      throw new AppError('forbidden', 'Visitors may change nothing')
    if (request.caller && isWrite(call)) countWrite(request.caller.sessionId)
  })
}
