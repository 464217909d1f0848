import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { disableSecondFactor, setUpSecondFactor } from '../../contract/profile.ts'
import { createOwnPasswordCheck, lockOwner } from '../passwords/own-password.ts'
import type { AccountContext } from '../account-services.ts'
import { aboutUser } from '../users/user-snapshot.ts'
import { createAuthenticatorSecret, describeSecret } from './authenticator-code.ts'
import { alreadyEnabled, registerConfirmation } from './confirmation-handlers.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { sealSecret } from './second-factor-secrets.ts'
import { writePendingSecret } from './second-factor-store.ts'

/** The calls that switch the own second factor on and off. */
export function registerSecondFactorRoutes(app: FastifyInstance, context: AccountContext): void {
  const { services, limitAttempts } = context
  const { sql, audit, keyring } = services
  const checkOwnPassword = createOwnPasswordCheck({ ...services, limitAttempts })

  serve(app, setUpSecondFactor, async ({ body, caller, request }) => {
    const owner = await checkOwnPassword(caller.userId, request.ip, 'password', body.password)
    const { id, email } = owner
    const secret = createAuthenticatorSecret()
    await sql.transaction().execute(async (transaction) => {
      await lockOwner(transaction, owner, caller, 'password')
      if (!(await writePendingSecret(transaction, id, sealSecret(keyring, id, secret))))
        throw alreadyEnabled()
      await audit(transaction, originOf(request), {
        action: 'profile.set-up-second-factor',
        ...aboutUser(owner),
      })
    })
    return { data: describeSecret(secret, email, services.site.name) }
  })
  registerConfirmation(app, context)
  serve(app, disableSecondFactor, async ({ body, caller, request }) => {
    const owner = await checkOwnPassword(caller.userId, request.ip, 'password', body.password)
    await sql.transaction().execute(async (transaction) => {
      await lockOwner(transaction, owner, caller, 'password')
      if (!(await removeSecondFactor(transaction, owner.id)))
        throw new AppError('conflict', 'The second factor is not on')
      await audit(transaction, originOf(request), {
        action: 'profile.disable-second-factor',
        ...aboutUser(owner),
        before: { secondFactor: true },
        after: { secondFactor: false },
      })
    })
  })
}
