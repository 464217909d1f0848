import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf, type AuditOrigin } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { hashToken } from '#kit/server/token.ts'
import { resetPassword } from '../../contract/sign-in.ts'
import type { AccountContext } from '../account-services.ts'
import { signInRate } from '../sign-in/sign-in-limits.ts'
import { aboutUser } from '../users/user-snapshot.ts'
import { lockUser } from '../users/users-store.ts'
import { readCredential } from './credentials-store.ts'
import { assertAcceptable } from './new-password.ts'
import { readLinkUser, takeLink } from './password-links-store.ts'
import { hashPassword } from './password.ts'
import { replacePassword } from './replace-password.ts'

/** The call of a one-time link. */
export function registerLinkRoutes(app: FastifyInstance, context: AccountContext): void {
  serve(app, resetPassword, { rateLimit: signInRate }, async ({ body, request, reply }) => {
    const userId = await setPasswordByLink(context, body, originOf(request))
    // Whoever has the link is who signs in next, also while somebody else guesses.
    context.browsers.mark(request, reply, userId)
  })
}

/** Uses a one-time link; the id of its owner. */
async function setPasswordByLink(
  { services: { sql, clock, audit }, callers }: AccountContext,
  { token, password }: { readonly token: string; readonly password: string },
  origin: AuditOrigin,
): Promise<number> {
  const refused = new AppError('forbidden', 'This link is not valid any more; ask for a new one')
  const userId = await readLinkUser(sql, hashToken(token), clock())
  const owner = userId === null ? null : await readCredential(sql, userId)
  if (!owner || owner.disabled) throw refused
  assertAcceptable('password', password, [owner.name, owner.email])
  const passwordHash = await hashPassword(password)
  const ended = await sql.transaction().execute(async (transaction) => {
    await lockUser(transaction, owner.id)
    if ((await readCredential(transaction, owner.id))?.disabled !== false) throw refused
    if (!(await takeLink(transaction, hashToken(token)))) throw refused
    const record = { action: 'profile.reset-password', ...aboutUser(owner) } as const
    await audit(transaction, { ...origin, actorId: owner.id }, record)
    return replacePassword(transaction, owner.id, passwordHash)
  })
  callers.endSessions(ended)
  return owner.id
}
