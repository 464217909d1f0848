import type { FastifyBaseLogger, FastifyContextConfig, FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { accessTokenOf, type AccessTokens } from '#kit/server/access-tokens.ts'
import type { Caller } from '#kit/server/caller.ts'
import { csrfHolds } from './session-cookies.ts'
import { isRefusedWrite, isWrite, needsCsrf } from './write-policy.ts'

export type CallerOfCookies = (
  cookies: Readonly<Record<string, string | undefined>>,
) => Promise<Caller | null>

interface Guards {
  readonly callerOfCookies: CallerOfCookies
  readonly accessTokens: AccessTokens
  readonly countWrite: (sessionId: string) => void
}

/**
 * Who calls with an access token. It carries no cookies, so that no other site can make a browser
 * send it, and opens the calls that say so, whatever its person may do besides.
 */
async function callerOfToken(
  accessTokens: AccessTokens,
  token: string,
  { isOpenToTokens = false }: FastifyContextConfig,
): Promise<Caller> {
  const caller = await accessTokens.callerOf(token)
  if (!caller)
    throw new AppError('unauthenticated', 'This access token is unknown, revoked or expired')
  if (!isOpenToTokens)
    throw new AppError('forbidden', 'Access tokens do not open this call; see docs/api.md')
  return caller
}

/** So long a public call waits for the session of its caller, ms. */
const publicWaitMs = 2_000

/** Null where the session cannot be read, or not soon: a public call is answered all the same. */
async function inTime(
  caller: Promise<Caller | null>,
  log: FastifyBaseLogger,
): Promise<Caller | null> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`the database was silent for ${publicWaitMs} ms`)),
    publicWaitMs,
  )
  try {
    return await Promise.race([caller, late.promise])
  } catch (error) {
    log.warn({ err: error }, 'the session of a public call could not be read')
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** How programs may sign in to calls that are open to tokens. */
const challenge = 'Bearer realm="Warroom", Basic realm="Warroom", charset="UTF-8"'

/**
 * Programs such as Excel ask for a password only where they are told how it is given. Our own page
 * is not: browsers would ask with a window of theirs.
 */
function challengePrograms(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 401 || request.headers['x-requested-with'] !== undefined) return
    if (request.routeOptions.config.isOpenToTokens === true)
      void reply.header('WWW-Authenticate', challenge)
  })
}

/**
 * On every call but those of devices, which carry no cookies: sets `request.caller`, then refuses
 * writes that did not come from our own page, writes of visitors, and writes that are too many.
 */
export function guardRequests(
  app: FastifyInstance,
  { callerOfCookies, accessTokens, countWrite }: Guards,
): void {
  challengePrograms(app)
  app.addHook('onRequest', async (request) => {
    const { gate, changesNothing = false, isOpenToTokens = false } = request.routeOptions.config
    // The path as the router understood it: the same call can be written in several ways.
    if (request.is404 || !request.routeOptions.url?.startsWith('/api/') || gate === 'device') return
    const token = gate === 'public' && !isOpenToTokens ? null : accessTokenOf(request)
    if (token !== null) {
      request.caller = await callerOfToken(accessTokens, token, request.routeOptions.config)
      return
    }
    const caller = callerOfCookies(request.cookies)
    request.caller = await (gate === 'public' ? inTime(caller, request.log) : caller)
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
