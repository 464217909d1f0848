import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
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

function registerRoleSwitch(
  app: FastifyInstance,
  { services: { sql, audit }, callers }: AccountContext,
): void {
  serve(app, switchRole, async ({ body: { role }, caller, request }) => {
    const { email, availableRoles } = await describeCaller(sql, caller)
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
    callers.refreshSessions([caller.sessionId])
    const changed = await callers.callerOfSession(caller.sessionId)
    if (!changed) throw notSignedIn()
    return { data: await describeCaller(sql, changed) }
  })
}
