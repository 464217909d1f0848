import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#kit/model/errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import { createToken, hashToken } from '#kit/server/token.ts'
import { csrfCookie, currentUser, signIn, signOut, siteInfo, type SessionUser } from '../contract/routes.ts'
import { setUpFirstAdministrator } from '../contract/setup.ts'
import type { Authenticator } from './authenticator.ts'
import { demoAccounts, demoPassword } from './demo-accounts.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import type { SessionServices } from './services.ts'
import { clearSessionCookies, sessionCookie, setCsrfCookie, setSessionCookies } from './session-cookies.ts'
import { deleteSession, insertSession } from './session-store.ts'
import { createPasswordCheck } from './sign-in.ts'
import { readProfile } from './users-store.ts'

/** Sign-ins that one address may try: many people sit behind one address, a guesser needs more. */
const signInRate = { max: 300, timeWindow: '1 minute' }

export function registerSessionRoutes(app: FastifyInstance, services: SessionServices, authenticator: Authenticator): void {
  const { sql, clock, bus, config } = services
  const checkPassword = createPasswordCheck({ ...services, hideUnknown: config.hideUnknown })

  /** Ends the session that the request came with, if any. */
  async function endSession(request: FastifyRequest): Promise<void> {
    const token = request.cookies[sessionCookie]
    const ended = token && (await deleteSession(sql, hashToken(token)))
    if (ended) bus.emit('sessionsEnded', { sessionIds: [ended] })
  }

  async function startSession(userId: number, request: FastifyRequest, reply: FastifyReply): Promise<{ data: SessionUser }> {
    await endSession(request)
    const token = createToken(256)
    const userAgent = request.headers['user-agent'] ?? ''
    await insertSession(sql, { tokenHash: hashToken(token), userId, now: clock(), address: request.ip, userAgent })
    const caller = await authenticator.callerOf(token)
    if (!caller) throw new AppError('unauthenticated', 'Sign in first')
    setSessionCookies(request, reply, token, config.secureCookies)
    return { data: await describe(caller) }
  }

  async function describe(caller: Caller): Promise<SessionUser> {
    const profile = await readProfile(sql, caller.userId)
    if (!profile) throw new AppError('unauthenticated', 'Sign in first')
    return { ...profile, roles: [...caller.roles], permissions: [...caller.permissions] }
  }

  serve(app, csrfCookie)(async ({ request, reply }) => void setCsrfCookie(request, reply, config.secureCookies))
  serve(app, signIn, { rateLimit: signInRate })(async ({ body, request, reply }) => {
    const userId = await checkPassword({ ...body, captchaToken: body.recaptchatoken, address: request.ip })
    return startSession(userId, request, reply)
  })
  serve(app, setUpFirstAdministrator, { rateLimit: signInRate })(async ({ body, request, reply }) =>
    startSession(await createFirstAdministrator(sql, body, clock()), request, reply),
  )
  serve(
    app,
    signOut,
  )(async ({ request, reply }) => {
    await endSession(request)
    clearSessionCookies(request, reply, config.secureCookies)
  })
  serve(app, currentUser)(async ({ caller }) => ({ data: await describe(caller) }))
  serve(
    app,
    siteInfo,
  )(async () => ({
    data: { ...services.site, demo: config.demo ? { password: demoPassword, accounts: [...demoAccounts] } : null },
  }))
}
