import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#kit/model/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { hashToken } from '#kit/server/token.ts'
import {
  csrfCookie,
  currentUser,
  resetPassword,
  signIn,
  signInSecondFactor,
  signOut,
  siteInfo,
  switchRole,
} from '../../contract/sign-in.ts'
import { setUpFirstAdministrator } from '../../contract/set-up.ts'
import { demoAccounts, demoPassword } from '../users/demo-accounts.ts'
import { createFirstAdministrator } from '../set-up/first-administrator.ts'
import { assertAcceptable } from '../passwords/new-password.ts'
import type { KnownDevices } from './known-browsers.ts'
import { readCredential } from '../passwords/credentials-store.ts'
import { readLinkUser, takeLink } from '../passwords/password-links-store.ts'
import { hashPassword } from '../passwords/password.ts'
import { createTicket, takeSecondFactor } from '../second-factor/second-factor.ts'
import type { SessionServices } from '../services.ts'
import { setCsrfCookie } from '../sessions/session-cookies.ts'
import type { SessionLife } from '../sessions/browser-sessions.ts'
import { readActiveRole, writeActiveRole } from '../sessions/sessions-store.ts'
import { createPasswordCheck } from './sign-in.ts'
import type { Tries, TryOrigin } from './sign-in-limits.ts'
import { replacePassword } from '../passwords/replace-password.ts'

/** Sign-ins that one address may try: many people sit behind one address, a guesser needs more. */
const signInRate = { max: 300, timeWindow: '1 minute' }

export interface SessionParts {
  readonly services: SessionServices
  readonly life: SessionLife
  readonly tries: Tries
  readonly devices: KnownDevices
}

export function registerSessionRoutes(app: FastifyInstance, parts: SessionParts): void {
  const { services, life } = parts
  const { config } = services
  serve(
    app,
    csrfCookie,
    async ({ request, reply }) => void setCsrfCookie(request, reply, config.secureCookies),
  )
  registerSignIn(app, parts)
  serve(app, resetPassword, { rateLimit: signInRate }, async ({ body, request, reply }) => {
    const ownerId = await setPasswordByLink(services, body, originOf(request))
    // Whoever has the link is who signs in next, also while somebody else guesses.
    parts.devices.mark(request, reply, ownerId)
  })
  serve(app, signOut, async ({ request, reply }) => void (await life.end(request, reply)))
  serve(app, currentUser, async ({ caller }) => ({ data: await life.describe(caller) }))
  serve(app, siteInfo, async () => ({
    data: {
      ...services.site,
      demo: config.demo ? { password: demoPassword, accounts: [...demoAccounts] } : null,
    },
  }))
  registerRoleSwitch(app, parts)
}

function registerSignIn(
  app: FastifyInstance,
  { services, life, tries, devices }: SessionParts,
): void {
  const checkPassword = createPasswordCheck({ ...services, tries })
  const originFor = (request: FastifyRequest, isAnonymous: boolean): TryOrigin => ({
    ...{ address: request.ip, isAnonymous },
    deviceOf: (accountId) => devices.nonceOf(request, accountId),
  })
  serve(app, signIn, { rateLimit: signInRate }, async ({ body, request, reply }) => {
    const credentials = { ...body, captchaToken: body.recaptchatoken }
    const account = await checkPassword(credentials, originFor(request, true), originOf(request))
    if (!account.secondFactor) return { data: await life.start(account, request, reply) }
    return {
      data: {
        secondFactor: true as const,
        ticket: await createTicket({ ...services, tries }, account.id),
      },
    }
  })
  serve(app, signInSecondFactor, { rateLimit: signInRate }, async ({ body, request, reply }) => {
    const account = await takeSecondFactor(
      { ...services, tries },
      body.ticket,
      body,
      originFor(request, false),
      originOf(request),
    )
    return { data: await life.start(account, request, reply) }
  })
  serve(
    app,
    setUpFirstAdministrator,
    { rateLimit: signInRate },
    async ({ body, request, reply }) => {
      const account = await createFirstAdministrator(services, body, originOf(request))
      return { data: await life.start(account, request, reply, true) }
    },
  )
}

/** Uses a one-time link; the id of its owner. */
async function setPasswordByLink(
  { sql, clock, bus, audit }: SessionServices,
  { token, password }: { readonly token: string; readonly password: string },
  origin: ReturnType<typeof originOf>,
): Promise<number> {
  const refused = new AppError('forbidden', 'This link is not valid any more; ask for a new one')
  const ownerId = await readLinkUser(sql, hashToken(token), clock())
  const owner = ownerId === null ? null : await readCredential(sql, ownerId)
  if (!owner || owner.disabled) throw refused
  assertAcceptable('password', password, [owner.name, owner.email])
  const passwordHash = await hashPassword(password)
  const ended = await sql.transaction().execute(async (transaction) => {
    if (!(await takeLink(transaction, hashToken(token)))) throw refused
    const sessionIds = await replacePassword(transaction, owner.id, passwordHash)
    const record = {
      action: 'profile.reset-password',
      entity: 'user',
      entityId: owner.id,
      entityName: owner.email,
    } as const
    await audit(transaction, { ...origin, actorId: owner.id }, record)
    return sessionIds
  })
  bus.emit('sessionsEnded', { sessionIds: ended })
  return owner.id
}

function registerRoleSwitch(
  app: FastifyInstance,
  { services: { sql, bus, audit }, life }: SessionParts,
): void {
  serve(app, switchRole, async ({ body: { role }, caller, request }) => {
    const { email, availableRoles } = await life.describe(caller)
    if (role !== null && !availableRoles.includes(role))
      throw new AppError('forbidden', 'You do not hold this role')
    await sql.transaction().execute(async (transaction) => {
      const before = await readActiveRole(transaction, caller.sessionId)
      await writeActiveRole(transaction, caller.sessionId, role)
      await audit(transaction, originOf(request), {
        action: 'session.switch-role',
        ...{ entity: 'session', entityId: caller.sessionId, entityName: email },
        before: { role: before },
        after: { role },
      })
    })
    bus.emit('rightsChanged', { userIds: [caller.userId] })
    return { data: await life.describe(await life.callerNow(caller)) }
  })
}
