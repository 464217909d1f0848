import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { AppError } from '#kit/model/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { createToken, hashToken } from '#kit/server/token.ts'
import type { SessionUser } from '../../contract/sign-in.ts'
import type { Authenticator } from './callers.ts'
import type { KnownDevices } from '../sign-in/known-browsers.ts'
import type { SessionServices } from '../services.ts'
import { clearSessionCookies, sessionCookie, setSessionCookies } from './session-cookies.ts'
import {
  deleteSession,
  insertSession,
  readActiveRole,
  replaceSessionToken,
} from './sessions-store.ts'
import { lockCredential, type Credential } from '../passwords/credentials-store.ts'
import { listRoleNames } from '../roles/roles-store.ts'
import { readUser } from '../users/users-store.ts'

/** The beginning, the change and the end of the session behind a browser's cookies. */
export interface SessionLife {
  /**
   * Signs a user in; a session that the browser had ends. `told`: the audit has an entry of this
   * call already. 401 `login_error` when the password that was looked at is not the account's any
   * more, the account is disabled, or a second factor was switched on that was not asked for: what
   * ended its sessions ends this one too.
   */
  start(
    account: VerifiedAccount,
    request: FastifyRequest,
    reply: FastifyReply,
    told?: boolean,
  ): Promise<SessionUser>
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /**
   * Gives the caller's session a new token, in the transaction of a change; the returned function
   * hands it to the browser.
   */
  rotate(
    transaction: Kysely<DB>,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<() => void>
  /** The caller as the rights are now, after a change of them. */
  callerNow(caller: Caller): Promise<Caller>
  /** What the page is told about the caller. */
  describe(caller: Caller): Promise<SessionUser>
}

/**
 * An account, the hash that its password was found to fit, and whether a second factor was proved.
 */
export type VerifiedAccount = Pick<Credential, 'id' | 'passwordHash' | 'secondFactor'>

const signInFirst = () => new AppError('unauthenticated', 'Sign in first')

export function createSessionLife(
  services: SessionServices,
  authenticator: Authenticator,
  devices: KnownDevices,
): SessionLife {
  const { sql, clock, bus, audit, config } = services

  async function describe(caller: Caller): Promise<SessionUser> {
    const [user, activeRole, roleNames] = await Promise.all([
      readUser(sql, caller.userId),
      readActiveRole(sql, caller.sessionId),
      listRoleNames(sql),
    ])
    if (!user) throw signInFirst()
    const holdsAll = user.roles.includes('admin')
    const availableRoles = roleNames.filter((name) => holdsAll || user.roles.includes(name))
    const counts = activeRole !== null && availableRoles.includes(activeRole)
    const rights = { roles: [...caller.roles], permissions: [...caller.permissions] }
    return { ...user, ...rights, availableRoles, activeRole: counts ? activeRole : null }
  }

  const presentedHash = ({ cookies }: FastifyRequest) => {
    const token = cookies[sessionCookie]
    return token ? hashToken(token) : null
  }

  return {
    describe,
    async callerNow({ sessionId }) {
      const caller = await authenticator.callerOfSession(sessionId)
      if (!caller) throw signInFirst()
      return caller
    },
    async start({ id: userId, passwordHash, secondFactor }, request, reply, told = false) {
      const token = createToken(256)
      const userAgent = request.headers['user-agent'] ?? ''
      const session = {
        tokenHash: hashToken(token),
        userId,
        now: clock(),
        address: request.ip,
        userAgent,
      }
      const presented = presentedHash(request)
      const ended = await sql.transaction().execute(async (transaction) => {
        const credential = await lockCredential(transaction, userId)
        const asked = credential?.secondFactor === false || secondFactor
        if (credential?.passwordHash !== passwordHash || credential.disabled || !asked) {
          throw new AppError(
            'login_error',
            'The password or the second factor was changed meanwhile',
          )
        }
        const replaced = presented && (await deleteSession(transaction, presented))
        const entityId = await insertSession(transaction, session)
        const record = {
          action: 'session.sign-in',
          entity: 'session',
          entityId,
          entityName: credential.email,
          after: { userAgent },
        } as const
        if (!told) await audit(transaction, { ...originOf(request), actorId: userId }, record)
        return replaced
      })
      if (ended) bus.emit('sessionsEnded', { sessionIds: [ended] })
      const caller = await authenticator.callerOf(token)
      if (!caller) throw signInFirst()
      setSessionCookies(request, reply, token, config.secureCookies)
      devices.mark(request, reply, userId)
      return describe(caller)
    },
    async end(request, reply) {
      const presented = presentedHash(request)
      const ended = await sql.transaction().execute(async (transaction) => {
        const entityId = presented && (await deleteSession(transaction, presented))
        if (!entityId || !request.caller) return null
        const entityName = (await readUser(transaction, request.caller.userId))?.email ?? ''
        await audit(transaction, originOf(request), {
          action: 'session.sign-out',
          entity: 'session',
          entityId,
          entityName,
        })
        return entityId
      })
      if (ended) bus.emit('sessionsEnded', { sessionIds: [ended] })
      clearSessionCookies(request, reply, config.secureCookies)
    },
    async rotate(transaction, caller, request, reply) {
      const token = createToken(256)
      await replaceSessionToken(transaction, caller.sessionId, hashToken(token))
      return () => {
        bus.emit('rightsChanged', { userIds: [caller.userId] })
        setSessionCookies(request, reply, token, config.secureCookies)
      }
    },
  }
}
