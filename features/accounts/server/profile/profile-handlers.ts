import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { readProfile, updateProfile } from '../../contract/profile.ts'
import { endTour } from '../../contract/tour.ts'
import type { AccountContext } from '../account-services.ts'
import { aboutUser, userSnapshot } from '../users/user-snapshot.ts'
import { updateUser } from '../users/users-store.ts'
import { registerAvatarRoutes } from './avatar-handlers.ts'
import { ownProfile, ownUser } from './own-user.ts'
import { storeTourEnd } from './tour-store.ts'

/** The calls about what a person shows of themselves. */
export function registerProfileRoutes(app: FastifyInstance, context: AccountContext): void {
  const { sql, audit } = context.services
  serve(app, readProfile, async ({ caller }) => ({ data: await ownProfile(sql, caller.userId) }))
  serve(app, updateProfile, async ({ body, caller, request }) => {
    const before = await ownUser(sql, caller.userId)
    const { version, ...after } = body
    await sql.transaction().execute(async (transaction) => {
      if (!(await updateUser(transaction, before.id, version, after)))
        throw new AppError('conflict', 'The profile was changed elsewhere meanwhile; load it again')
      await audit(transaction, originOf(request), {
        action: 'profile.update',
        ...aboutUser(before),
        before: userSnapshot(before, after),
        after,
      })
    })
    return { data: await ownProfile(sql, caller.userId) }
  })
  serve(app, endTour, async ({ caller }) => storeTourEnd(sql, caller.userId))
  registerAvatarRoutes(app, context)
}
