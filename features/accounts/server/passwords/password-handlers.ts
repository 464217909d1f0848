import type { FastifyInstance } from 'fastify'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { changePassword } from '../../contract/profile.ts'
import type { AccountContext } from '../account-services.ts'
import { aboutUser } from '../users/user-snapshot.ts'
import { assertAcceptable } from './new-password.ts'
import { createOwnPasswordCheck, lockOwner } from './own-password.ts'
import { hashPassword } from './password.ts'
import { replacePassword } from './replace-password.ts'

/** The call that changes the own password. */
export function registerPasswordChange(
  app: FastifyInstance,
  { services, callers, sessions, limitAttempts }: AccountContext,
): void {
  const { sql, audit } = services
  const checkOwnPassword = createOwnPasswordCheck({ ...services, limitAttempts })
  serve(app, changePassword, async ({ body: { current, next }, caller, request, reply }) => {
    const owner = await checkOwnPassword(caller.userId, request.ip, 'current', current)
    if (current.normalize('NFC') === next.normalize('NFC'))
      throw refusedField('next', fieldError('password_unchanged'))
    assertAcceptable('next', next, [owner.name, owner.email])
    const passwordHash = await hashPassword(next)
    const { ended, sendToken } = await sql.transaction().execute(async (transaction) => {
      await lockOwner(transaction, owner, caller, 'current')
      const others = await replacePassword(transaction, owner.id, passwordHash, caller.sessionId)
      await audit(transaction, originOf(request), {
        action: 'profile.change-password',
        ...aboutUser(owner),
        after: { endedSessions: others.length },
      })
      return {
        ended: others,
        sendToken: await sessions.rotate(transaction, caller, request, reply),
      }
    })
    callers.endSessions(ended)
    sendToken()
  })
}
