import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { AppError } from '#kit/model/errors.ts'
import type { AuditAction } from '#kit/model/audit.ts'
import { originOf, type AuditRecord } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import {
  createResetLink,
  disableUser,
  enableUser,
  removeSecondFactor,
  removeUser,
} from '../../contract/users.ts'
import { createLink } from '../passwords/password-link.ts'
import type { AdministrationServices } from '../administration-services.ts'
import { userReader } from './user-reader.ts'
import { removeSecondFactor as switchOff } from '../second-factor/remove-second-factor.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { anotherAdministratorExists } from './user-rights-store.ts'
import { userSnapshot } from './user-snapshot.ts'
import { lastAdministrator, lockManageable } from './users-handlers.ts'
import { deleteUser, setDisabled, type UserRow } from './users-store.ts'

interface Act {
  readonly transaction: Transaction<DB>
  readonly user: UserRow
}

/** The calls that let people in and keep them out. */
export function registerAccountRoutes(
  app: FastifyInstance,
  services: AdministrationServices,
): void {
  const { sql, bus, clock, audit } = services
  const read = userReader(sql)

  /** Makes a change to a person whom the caller may manage, with its entry in the audit. */
  async function act<Result>(
    {
      params,
      caller,
      request,
    }: { params: { id: number }; caller: Caller; request: FastifyRequest },
    action: AuditAction,
    change: (
      act: Act,
    ) => Promise<{ readonly result: Result } & Pick<AuditRecord, 'before' | 'after'>>,
  ): Promise<Result> {
    return sql.transaction().execute(async (transaction) => {
      const user = await lockManageable(transaction, params.id, caller)
      const { result, ...told } = await change({ transaction, user })
      await audit(transaction, originOf(request), {
        action,
        entity: 'user',
        entityId: user.id,
        entityName: user.email,
        ...told,
      })
      return result
    })
  }

  serve(app, disableUser, async (call) => {
    const ended = await act(call, 'user.disable', async ({ transaction, user }) => {
      await assertMayShutOut(transaction, call.caller, user)
      await setDisabled(transaction, user.id, true)
      const result = await endSessions(transaction, user.id)
      return { result, before: { disabled: user.disabled }, after: { disabled: true } }
    })
    bus.emit('sessionsEnded', { sessionIds: ended })
    return { data: await read(call.params.id, call.caller) }
  })
  serve(app, enableUser, async (call) => {
    await act(call, 'user.enable', async ({ transaction, user }) => {
      await setDisabled(transaction, user.id, false)
      return { result: undefined, before: { disabled: user.disabled }, after: { disabled: false } }
    })
    return { data: await read(call.params.id, call.caller) }
  })
  serve(app, removeUser, async (call) => {
    const ended = await act(call, 'user.remove', async ({ transaction, user }) => {
      await assertMayShutOut(transaction, call.caller, user)
      const result = await endSessions(transaction, user.id)
      await deleteUser(transaction, user.id)
      return { result, before: userSnapshot(user) }
    })
    bus.emit('sessionsEnded', { sessionIds: ended })
  })
  serve(app, createResetLink, async (call) => ({
    data: await act(call, 'user.reset-link', async ({ transaction, user }) => {
      assertNotOneself(call.caller, user)
      const result = await createLink(transaction, user.id, clock())
      return { result, after: { expiresAt: result.expiresAt } }
    }),
  }))
  serve(app, removeSecondFactor, async (call) => {
    await act(call, 'user.disable-second-factor', async ({ transaction, user }) => {
      assertNotOneself(call.caller, user)
      const wasOn = await switchOff(transaction, user.id)
      if (!wasOn) throw new AppError('conflict', 'The second factor of this account is not on')
      return { result: undefined, before: { secondFactor: true }, after: { secondFactor: false } }
    })
    return { data: await read(call.params.id, call.caller) }
  })
}

/** 403 for oneself: the profile asks for the password. */
function assertNotOneself(caller: Caller, user: UserRow): void {
  if (user.id === caller.userId)
    throw new AppError('forbidden', 'Change your own password and second factor in your profile')
}

/** 403 for oneself, 409 for the last administrator. */
async function assertMayShutOut(
  transaction: Transaction<DB>,
  caller: Caller,
  user: UserRow,
): Promise<void> {
  const isActing = user.roles.includes('admin') && !user.disabled
  if (isActing && !(await anotherAdministratorExists(transaction, user.id)))
    throw lastAdministrator()
  if (user.id === caller.userId) throw new AppError('forbidden', 'You can not shut yourself out')
}
