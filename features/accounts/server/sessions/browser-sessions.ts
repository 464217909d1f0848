import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf, type Audit } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { createToken, hashToken } from '#kit/server/token.ts'
import type { SessionUser } from '../../contract/sign-in.ts'
import { lockCredential, type Credential } from '../passwords/credentials-store.ts'
import type { KnownBrowsers } from '../sign-in/known-browsers.ts'
import { readUser } from '../users/users-store.ts'
import type { Callers } from './callers.ts'
import { clearSessionCookies, sessionCookie, setSessionCookies } from './session-cookies.ts'
import { describeCaller, notSignedIn } from './session-user.ts'
import { deleteSession, insertSession, replaceSessionToken } from './sessions-store.ts'

/** A user, the hash that the password was found to fit, and whether a second factor was proved. */
export type VerifiedUser = Pick<Credential, 'id' | 'passwordHash' | 'secondFactor'>

interface Services {
  readonly sql: Kysely<DB>
  readonly clock: Clock
  readonly audit: Audit
  readonly config: { readonly secureCookies: boolean }
}

/** The session behind a browser's cookies: how it starts, is renewed and ends. */
export class BrowserSessions {
  readonly #services: Services
  readonly #callers: Callers
  readonly #browsers: KnownBrowsers

  constructor(services: Services, callers: Callers, browsers: KnownBrowsers) {
    this.#services = services
    this.#callers = callers
    this.#browsers = browsers
  }

  /**
   * Signs a user in; a session that the browser had ends. `isAudited`: the audit has an entry of
   * this call already. 401 `login_error` when the password that was looked at is not the account's
   * any more, the account is disabled, or a second factor was switched on that was not asked for:
   * what ended its sessions ends this one too.
   */
  async start(
    user: VerifiedUser,
    request: FastifyRequest,
    reply: FastifyReply,
    { isAudited = false } = {},
  ): Promise<SessionUser> {
    const { sql, clock, audit, config } = this.#services
    const token = createToken(256)
    const userAgent = request.headers['user-agent'] ?? ''
    const replaced = await sql.transaction().execute(async (transaction) => {
      const { email } = await lockVerified(transaction, user)
      const ended = await this.#deletePresented(transaction, request)
      const session = { userId: user.id, now: clock(), address: request.ip, userAgent }
      const tokenHash = hashToken(token)
      const id = await insertSession(transaction, { ...session, tokenHash })
      const about = { entity: 'session', entityId: id, entityName: email } as const
      const record = { action: 'session.sign-in', ...about, after: { userAgent } } as const
      if (!isAudited) await audit(transaction, { ...originOf(request), actorId: user.id }, record)
      return ended
    })
    if (replaced) this.#callers.endSessions([replaced])
    const caller = await this.#callers.callerOf(token)
    if (!caller) throw notSignedIn()
    setSessionCookies(request, reply, token, config.secureCookies)
    this.#browsers.mark(request, reply, user.id)
    return describeCaller(sql, caller)
  }

  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { sql, audit, config } = this.#services
    const ended = await sql.transaction().execute(async (transaction) => {
      const entityId = await this.#deletePresented(transaction, request)
      if (!entityId || !request.caller) return null
      const entityName = (await readUser(transaction, request.caller.userId))?.email ?? ''
      const about = { entity: 'session', entityId, entityName } as const
      await audit(transaction, originOf(request), { action: 'session.sign-out', ...about })
      return entityId
    })
    if (ended) this.#callers.endSessions([ended])
    clearSessionCookies(request, reply, config.secureCookies)
  }

  /**
   * Gives the caller's session a new token, in the transaction of a change; the returned function
   * sends it to the browser.
   */
  async rotate(
    transaction: Kysely<DB>,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<() => void> {
    const token = createToken(256)
    await replaceSessionToken(transaction, caller.sessionId, hashToken(token))
    return () => {
      this.#callers.refreshSession(caller.sessionId)
      setSessionCookies(request, reply, token, this.#services.config.secureCookies)
    }
  }

  /** Deletes the session whose cookie the browser sent; its id, or null without one. */
  async #deletePresented(
    transaction: Kysely<DB>,
    { cookies }: FastifyRequest,
  ): Promise<string | null> {
    const token = cookies[sessionCookie]
    return token ? deleteSession(transaction, hashToken(token)) : null
  }
}

/** The credential, which nobody changes until the transaction ends, if it is what was verified. */
export async function lockVerified(
  transaction: Kysely<DB>,
  { id, passwordHash, secondFactor }: VerifiedUser,
): Promise<Credential> {
  const credential = await lockCredential(transaction, id)
  const isProved = credential?.secondFactor === false || secondFactor
  if (credential?.passwordHash === passwordHash && !credential.disabled && isProved)
    return credential
  throw new AppError('login_error', 'The password or the second factor was changed meanwhile')
}
