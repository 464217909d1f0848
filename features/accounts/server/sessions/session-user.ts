import type { Kysely } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { SessionUser } from '../../contract/sign-in.ts'
import { listRoleNames } from '../roles/roles-store.ts'
import { isTourPending } from '../profile/tour-store.ts'
import { readUser } from '../users/users-store.ts'
import { readActiveRole } from './sessions-store.ts'

export const notSignedIn = () => new AppError('unauthenticated', 'Sign in first')

/** What the page shows of the caller; 401 when there is no such person any more. */
export async function describeCaller(sql: Kysely<DB>, caller: Caller): Promise<SessionUser> {
  const [user, activeRole, roleNames, tourPending] = await Promise.all([
    readUser(sql, caller.userId),
    readActiveRole(sql, caller.sessionId),
    listRoleNames(sql),
    isTourPending(sql, caller.userId),
  ])
  if (!user) throw notSignedIn()
  const holdsAll = user.roles.includes('admin')
  const availableRoles = roleNames.filter((name) => holdsAll || user.roles.includes(name))
  const counts = activeRole !== null && availableRoles.includes(activeRole)
  const rights = { roles: [...caller.roles], permissions: [...caller.permissions] }
  return { ...user, ...rights, availableRoles, activeRole: counts ? activeRole : null, tourPending }
}
