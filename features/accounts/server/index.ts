import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { accessTokenOf } from '#kit/server/access-tokens.ts'
import type { Sessions } from '#kit/server/accounts.ts'
import type { Caller } from '#kit/server/caller.ts'
import { findCredential } from './passwords/credentials-store.ts'
import { registerLinkRoutes } from './passwords/link-handlers.ts'
import { registerPasswordChange } from './passwords/password-handlers.ts'
import { registerPersonalDataRoutes } from './personal-data/personal-data-handlers.ts'
import { registerProfileRoutes } from './profile/profile-handlers.ts'
import { registerRoleRoutes } from './roles/roles-handlers.ts'
import { registerSecondFactorRoutes } from './second-factor/second-factor-handlers.ts'
import type { AccountContext, AccountServices } from './account-services.ts'
import { BrowserSessions } from './sessions/browser-sessions.ts'
import { createCallers, type Callers } from './sessions/callers.ts'
import { announceChanges } from './sessions/changes.ts'
import { registerOwnSessionRoutes } from './sessions/own-sessions-handlers.ts'
import { guardRequests, type CallerOfCookies } from './sessions/request-guard.ts'
import { sessionCookie } from './sessions/session-cookies.ts'
import { registerSessionRoutes } from './sessions/session-handlers.ts'
import { readCaller } from './sessions/sessions-store.ts'
import { sweepRegularly } from './sessions/sweep.ts'
import { createWriteLimit } from './sessions/write-limits.ts'
import { registerSetUpRoute } from './set-up/set-up-handlers.ts'
import { createKnownBrowsers } from './sign-in/known-browsers.ts'
import { readFailures } from './sign-in/sign-in-failures-store.ts'
import { registerSignInRoutes } from './sign-in/sign-in-handlers.ts'
import { createAttemptLimiter } from './sign-in/attempt-limiter.ts'
import { registerAccessRoutes } from './users/access-handlers.ts'
import { registerUserRoutes } from './users/users-handlers.ts'

export { ensureProducts } from './roles/products.ts'
export { sealSecondFactors } from './second-factor/second-factor-secrets.ts'
export type { AccountServices } from './account-services.ts'
export { firstAdministratorLink } from './set-up/first-administrator.ts'
export { createCaptchaVerifier } from './sign-in/captcha.ts'
export {
  closeDemoAccounts,
  demoAccounts,
  demoPassword,
  ensureDemoAccounts,
} from './users/demo-accounts.ts'

export interface AccountsFeature extends Sessions {
  /** Register it on the root application, before every plugin whose routes have gates. */
  readonly plugin: FastifyPluginAsync
  /**
   * The caller behind the cookies of a request, a WebSocket handshake among them; null without a
   * session.
   */
  authenticateRequest(request: {
    readonly headers: { readonly cookie?: string | undefined }
  }): Promise<Caller | null>
  /** Who made a call under way, as they are now; null: the session or access token has ended. */
  readonly callerNow: (
    request: FastifyRequest,
    before: Pick<Caller, 'sessionId'>,
  ) => Promise<Caller | null>
}

/** Sign-in, the caller of every request, people, roles and permissions. */
export function createAccounts(services: AccountServices): AccountsFeature {
  const callers = createCallers(services)
  const callerOfCookies: CallerOfCookies = async (cookies) => {
    const token = cookies[sessionCookie]
    return token ? callers.callerOf(token) : null
  }
  const plugin = async (app: FastifyInstance) => {
    await app.register(fastifyCookie)
    const stopAnnouncing = await announceChanges(services, callers)
    const { accessTokens, clock } = services
    guardRequests(app, { callerOfCookies, accessTokens, countWrite: createWriteLimit(clock) })
    registerRoutes(app, assemble(services, callers))
    const stopSweeping = sweepRegularly(services, app.log)
    app.addHook('onClose', async () => {
      stopAnnouncing()
      callers.close()
      await stopSweeping()
    })
  }
  return {
    plugin: fastifyPlugin(plugin, { name: 'accounts', fastify: '5.x' }),
    authenticateRequest: async ({ headers }) =>
      callerOfCookies(fastifyCookie.parse(headers.cookie ?? '')),
    callerOfSession: (sessionId) => callers.callerOfSession(sessionId),
    readCaller: (sql, sessionId) => readCaller(sql, sessionId, services.clock()),
    callerNow: (request, { sessionId }) => {
      const token = accessTokenOf(request)
      return token === null
        ? callers.callerOfSession(sessionId)
        : services.accessTokens.callerOf(token)
    },
  }
}

function assemble(services: AccountServices, callers: Callers): AccountContext {
  const { sql, keyring, clock, config } = services
  const browsers = createKnownBrowsers({ keyring, clock, alwaysSecure: config.secureCookies })
  const limitAttempts = createAttemptLimiter({
    clock,
    readFailures: (key, now) => readFailures(sql, key, now),
    accountKey: async (email) => (await findCredential(sql, email))?.id ?? null,
  })
  const sessions = new BrowserSessions(services, callers, browsers)
  return { services, callers, sessions, browsers, limitAttempts }
}

function registerRoutes(app: FastifyInstance, context: AccountContext): void {
  registerSignInRoutes(app, context)
  registerSetUpRoute(app, context)
  registerSessionRoutes(app, context)
  registerOwnSessionRoutes(app, context)
  registerProfileRoutes(app, context)
  registerPasswordChange(app, context)
  registerLinkRoutes(app, context)
  registerSecondFactorRoutes(app, context)
  registerUserRoutes(app, context)
  registerAccessRoutes(app, context)
  registerRoleRoutes(app, context)
  registerPersonalDataRoutes(app, context)
}
