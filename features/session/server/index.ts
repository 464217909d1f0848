import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { z } from 'zod'
import { AppError } from '#kit/model/errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import { createAuthenticator, type Authenticator } from './authenticator.ts'
import type { SessionServices } from './services.ts'
import { csrfHolds, sessionCookie } from './session-cookies.ts'
import { registerSessionRoutes } from './session-handlers.ts'
import { isRefusedWrite, needsCsrf } from './session-policy.ts'
import { deleteOldFailures } from './sign-in-failures-store.ts'
import { deleteOldSessions } from './session-store.ts'

export { createCaptchaVerifier } from './captcha.ts'
export { ensureDemoAccounts, demoAccounts, demoPassword } from './demo-accounts.ts'
export { firstAdministratorLink } from './first-administrator.ts'
export type { SessionServices } from './services.ts'

export interface Session {
  /** Register it on the root application, before every plugin whose routes have gates. */
  readonly plugin: FastifyPluginAsync
  /** The caller behind the cookies of a request, a WebSocket handshake among them; null without a session. */
  authenticateRequest(request: { readonly headers: { readonly cookie?: string | undefined } }): Promise<Caller | null>
  /** Whether a session may still be used. Believed for at most 3 s; the bus event `sessionsEnded` is immediate. */
  sessionValid(sessionId: string): Promise<boolean>
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
        const stopListening = await listenForChanges(services, authenticator)
        guardRequests(app, callerOfCookies)
        registerSessionRoutes(app, services, authenticator)
        const stopSweeping = sweepRegularly(app, services)
        app.addHook('onClose', async () => {
          stopListening()
          authenticator.close()
          await stopSweeping()
        })
      },
      { name: 'session', fastify: '5.x' },
    ),
    authenticateRequest: async ({ headers }) => callerOfCookies(fastifyCookie.parse(headers.cookie ?? '')),
    sessionValid: (sessionId) => authenticator.sessionValid(sessionId),
  }
}

/**
 * On every call but those of devices, which carry no cookies: sets `request.caller`, then refuses writes that did not come from
 * our own page and writes of visitors.
 */
function guardRequests(
  app: FastifyInstance,
  callerOfCookies: (cookies: Readonly<Record<string, string | undefined>>) => Promise<Caller | null>,
): void {
  app.addHook('onRequest', async (request) => {
    const { gate } = request.routeOptions.config
    if (request.is404 || !request.url.startsWith('/api/') || gate === 'device') return
    request.caller = await callerOfCookies(request.cookies).catch((error: unknown) => {
      if (gate !== 'public') throw error
      request.log.warn({ err: error }, 'the session of a public call could not be read')
      return null
    })
    if (needsCsrf(request.method) && !csrfHolds(request)) {
      throw new AppError('csrf_mismatch', 'The X-XSRF-TOKEN header does not match; fetch /api/sanctum/csrf-cookie and try again')
    }
    if (isRefusedWrite(request.method, request.routeOptions.url ?? '', request.caller)) {
      throw new AppError('forbidden', 'Visitors may change nothing')
    }
  })
}

const Change = z.union([z.object({ ended: z.string() }), z.object({ user: z.int() })])

async function listenForChanges({ bus, listener }: SessionServices, authenticator: Authenticator): Promise<() => void> {
  return listener.listen('warroom_sessions', {
    notified(payload) {
      const change = Change.parse(JSON.parse(payload))
      if ('ended' in change) bus.emit('sessionsEnded', { sessionIds: [change.ended] })
      else authenticator.forgetUser(change.user)
    },
    reconnected: () => authenticator.forgetAll(),
  })
}

/** Removes what is over, now and every hour. Returns the function that stops it and waits for the last run. */
function sweepRegularly(app: FastifyInstance, { sql, clock }: SessionServices): () => Promise<void> {
  const sweep = async () => {
    try {
      await deleteOldSessions(sql, clock())
      await deleteOldFailures(sql, clock())
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
