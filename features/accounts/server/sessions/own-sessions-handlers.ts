import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from '../../contract/profile.ts'
import { endSessions } from './end-sessions.ts'
import { deleteOwnSession, listSessions } from './user-sessions-store.ts'
import { lockUser, readUser } from '../users/users-store.ts'
import type { AccountContext } from '../account-services.ts'
import { clearSessionCookies } from './session-cookies.ts'

/** The calls about where a person is signed in. */
export function registerOwnSessionRoutes(
  app: FastifyInstance,
  { services, callers }: AccountContext,
): void {
  const { sql, clock, audit, config } = services

  serve(app, listOwnSessions, async ({ caller }) => {
    const sessions = await listSessions(sql, caller.userId, clock())
    return {
      data: sessions.map((session) => ({ ...session, current: session.id === caller.sessionId })),
    }
  })
  serve(app, endOwnSession, async ({ params: { id }, caller, request, reply }) => {
    await sql.transaction().execute(async (transaction) => {
      if (!(await deleteOwnSession(transaction, caller.userId, id)))
        throw new AppError('not_found', 'You have no such session')
      const entityName = (await readUser(transaction, caller.userId))?.email ?? ''
      await audit(transaction, originOf(request), {
        action: 'session.end',
        entity: 'session',
        entityId: id,
        entityName,
      })
    })
    callers.endSessions([id])
    if (id === caller.sessionId) clearSessionCookies(request, reply, config.secureCookies)
  })
  serve(app, endOtherSessions, async ({ caller, request }) => {
    const ended = await sql.transaction().execute(async (transaction) => {
      await lockUser(transaction, caller.userId)
      const others = await endSessions(transaction, caller.userId, caller.sessionId)
      const entityName = (await readUser(transaction, caller.userId))?.email ?? ''
      await audit(transaction, originOf(request), {
        action: 'session.end-others',
        ...{ entity: 'session', entityId: caller.sessionId, entityName },
        after: { ended: others.length },
      })
      return others
    })
    callers.endSessions(ended)
    return { data: { ended: ended.length } }
  })
}
