import type { FastifyInstance } from 'fastify'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { csrfCookie, currentUser, signOut, switchRole } from '../../contract/sign-in.ts'
import type { AccountContext } from '../account-services.ts'
import { setCsrfCookie } from './session-cookies.ts'
import { describeCaller, notSignedIn } from './session-user.ts'
import { readActiveRole, writeActiveRole } from './sessions-store.ts'

/** The calls about the session that asks. */
export function registerSessionRoutes(app: FastifyInstance, context: AccountContext): void {
  const { sql, config } = context.services
  serve(
    app,
    csrfCookie,
    async ({ request, reply }) => void setCsrfCookie(request, reply, config.secureCookies),
  )
  serve(app, signOut, async ({ request, reply }) => context.sessions.end(request, reply))
  serve(app, currentUser, async ({ caller }) => ({ data: await describeCaller(sql, caller) }))
  registerRoleSwitch(app, context)
}

/** Administrators may take any role that there is; others do not find out which there are. */
function notAvailable(role: string, availableRoles: readonly string[]): AppError {
  return availableRoles.includes('admin')
    ? refusedField('role', fieldError('unknown_right', { name: role }))
    : new AppError('forbidden', 'You do not hold this role')
}

function registerRoleSwitch(
  app: FastifyInstance,
  { services: { sql, audit }, callers }: AccountContext,
): void {
  serve(app, switchRole, async ({ body: { role }, caller, request }) => {
    const { email, availableRoles } = await describeCaller(sql, caller)
    if (role !== null && !availableRoles.includes(role)) throw notAvailable(role, availableRoles)
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
    await callers.changeRights([caller.userId])
    const changed = await callers.callerOfSession(caller.sessionId)
    if (!changed) throw notSignedIn()
    return { data: await describeCaller(sql, changed) }
  })
}
