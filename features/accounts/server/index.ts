import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { z } from 'zod'
import { AppError } from '#kit/model/errors.ts'
import type { Sessions } from '#kit/server/accounts.ts'
import type { Caller } from '#kit/server/caller.ts'
import { createAuthenticator } from './sessions/callers.ts'
import { createKnownDevices } from './sign-in/known-browsers.ts'
import { registerOwnSessionRoutes } from './sessions/own-sessions-handlers.ts'
import { registerProfileRoutes } from './profile/profile-handlers.ts'
import { registerSecondFactorRoutes } from './second-factor/second-factor-handlers.ts'
import type { SessionServices } from './services.ts'
import { csrfHolds, sessionCookie } from './sessions/session-cookies.ts'
import { registerSessionRoutes } from './sign-in/sign-in-handlers.ts'
import { createSessionLife } from './sessions/browser-sessions.ts'
import { isRefusedWrite, isWrite, needsCsrf } from './sessions/write-policy.ts'
import { deleteOldSessions } from './sessions/sessions-store.ts'
import { deleteOldFailures, readFailures } from './sign-in/sign-in-failures-store.ts'
import { createTries } from './sign-in/sign-in-limits.ts'
import { deleteOldTickets } from './sign-in/sign-in-tickets-store.ts'
import { findCredential } from './passwords/credentials-store.ts'
import { createWriteLimit } from './sessions/write-limits.ts'

export { createCaptchaVerifier } from './sign-in/captcha.ts'
export {
  closeDemoAccounts,
  ensureDemoAccounts,
  demoAccounts,
  demoPassword,
} from './users/demo-accounts.ts'
export { firstAdministratorLink } from './set-up/first-administrator.ts'
export { hashPassword } from './passwords/password.ts'
export { sealSecondFactors } from './second-factor/second-factor-secrets.ts'
export type { SessionServices } from './services.ts'

export interface Session extends Sessions {
  /** Register it on the root application, before every plugin whose routes have gates. */
  readonly plugin: FastifyPluginAsync
  /**
   * The caller behind the cookies of a request, a WebSocket handshake among them; null without a
   * session.
   */
  authenticateRequest(request: {
    readonly headers: { readonly cookie?: string | undefined }
  }): Promise<Caller | null>
}

const sweepMs = 3_600_000

/** Sign-in, sign-out and the caller of every request. */
export function createSession(services: SessionServices): Session {
  const authenticator = createAuthenticator(services)
  const callerOfCookies = async (cookies: Readonly<Record<string, string | undefined>>) => {
    const token = cookies[sessionCookie]
    return token ? authenticator.callerOf(token) : null
  }
  return {
    plugin: fastifyPlugin(
      async (app) => {
        await app.register(fastifyCookie)
        const stopListening = await listenForChanges(services)
        guardRequests(app, callerOfCookies, createWriteLimit(services.clock))
        const { keyring, clock, config } = services
        const devices = createKnownDevices({ keyring, clock, alwaysSecure: config.secureCookies })
        const parts = {
          services,
          devices,
          life: createSessionLife(services, authenticator, devices),
          tries: createTries({
            clock: services.clock,
            readFailures: (key, now) => readFailures(services.sql, key, now),
            accountKey: async (email) => (await findCredential(services.sql, email))?.id ?? null,
          }),
        }
        registerSessionRoutes(app, parts)
        registerProfileRoutes(app, parts)
        registerOwnSessionRoutes(app, parts)
        registerSecondFactorRoutes(app, parts)
        const stopSweeping = sweepRegularly(app, services)
        app.addHook('onClose', async () => {
          stopListening()
          authenticator.close()
          await stopSweeping()
        })
      },
      { name: 'session', fastify: '5.x' },
    ),
    authenticateRequest: async ({ headers }) =>
      callerOfCookies(fastifyCookie.parse(headers.cookie ?? '')),
    callerOfSession: (sessionId) => authenticator.callerOfSession(sessionId),
  }
}

/**
 * On every call but those of devices, which carry no cookies: sets `request.caller`, then refuses
 * writes that did not come from our own page, writes of visitors, and writes that are too many.
 */
function guardRequests(
  app: FastifyInstance,
  callerOfCookies: (
    cookies: Readonly<Record<string, string | undefined>>,
  ) => Promise<Caller | null>,
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
    if (needsCsrf(request.method) && !csrfHolds(request)) {
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

const Change = z.union([
  z.object({ ended: z.string() }),
  z.object({ user: z.int32() }),
  z.object({ role: z.string() }),
])

/** Turns what the database tells of sessions and rights, whoever changed them, into events. */
async function listenForChanges({ bus, listener }: SessionServices): Promise<() => void> {
  return listener.listen('warroom_sessions', Change, {
    notified(change) {
      if ('ended' in change) bus.emit('sessionsEnded', { sessionIds: [change.ended] })
      else bus.emit('rightsChanged', { userIds: 'user' in change ? [change.user] : null })
    },
    reconnected: () => bus.emit('rightsChanged', { userIds: null }),
  })
}

/**
 * Removes what is over, now and every hour. Returns the function that stops it and waits for the
 * last run.
 */
function sweepRegularly(
  app: FastifyInstance,
  { sql, clock }: SessionServices,
): () => Promise<void> {
  const sweep = async () => {
    try {
      await deleteOldSessions(sql, clock())
      await deleteOldFailures(sql, clock())
      await deleteOldTickets(sql, clock())
    } catch (error) {
      app.log.warn({ err: error }, 'ended sessions could not be removed')
    }
  }
  let running = sweep()
  const timer = setInterval(() => {
    running = sweep()
  }, sweepMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
