import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import { usersGate } from '#kit/model/permission.ts'
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
import { removeSecondFactor as switchOff } from '../second-factor/remove-second-factor.ts'
import type { AccountContext } from '../account-services.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { readPerson } from './accounts-store.ts'
import { userReader } from './user-reader.ts'
import { anotherAdministratorExists, oldestAdministrator } from './user-rights-store.ts'
import { aboutUser, userSnapshot } from './user-snapshot.ts'
import { lastAdministrator } from '../refusals.ts'
import { lockManageable, type Managed } from './lock-manageable.ts'
import { deleteUser, holdUser, setDisabled, type UserRow } from './users-store.ts'

/** The calls that let people in and lock them out. */
export function registerAccessRoutes(app: FastifyInstance, context: AccountContext): void {
  registerDisabling(app, context)
  registerRemoval(app, context)
  registerResets(app, context)
}

function registerDisabling(app: FastifyInstance, { services, callers }: AccountContext): void {
  const read = userReader(services.sql)
  serve(app, disableUser, async (call) => {
    const ended = await changeUser(services, call, 'user.disable', async (transaction, managed) => {
      const { user } = managed
      await assertMayRevokeAccess(transaction, managed)
      await setDisabled(transaction, user.id, true)
      const result = await endSessions(transaction, user.id)
      return { result, before: { disabled: user.disabled }, after: { disabled: true } }
    })
    callers.endSessions(ended)
    await callers.changeRights([call.params.id])
    return { data: await read(call.params.id, call.caller) }
  })
  serve(app, enableUser, async (call) => {
    await changeUser(services, call, 'user.enable', async (transaction, { user }) => {
      await setDisabled(transaction, user.id, false)
      return { result: undefined, before: { disabled: user.disabled }, after: { disabled: false } }
    })
    return { data: await read(call.params.id, call.caller) }
  })
}

function registerRemoval(app: FastifyInstance, { services, callers }: AccountContext): void {
  serve(app, removeUser, async (call) => {
    const removed = await changeUser(
      services,
      call,
      'user.remove',
      async (transaction, managed) => {
        const { user } = managed
        await assertMayRevokeAccess(transaction, managed)
        const announce = await takeOver(services, transaction, call.request, managed)
        const ended = await endSessions(transaction, user.id)
        await deleteUser(transaction, user.id)
        return { result: { announce, ended }, before: userSnapshot(user) }
      },
    )
    callers.endSessions(removed.ended)
    await callers.changeRights([call.params.id])
    removed.announce()
  })
}

/** What others use goes to the administrator who removes the account, or to the oldest one. */
export async function takeOver(
  services: AccountContext['services'],
  transaction: Transaction<DB>,
  request: FastifyRequest,
  { caller, user: { id, name, email } }: Managed,
): Promise<() => void> {
  const newOwnerId = isAdministrator(caller)
    ? caller.userId
    : await oldestAdministrator(transaction, id)
  if (newOwnerId === null) return () => {}
  const newOwner = (await holdUser(transaction, newOwnerId))
    ? await readPerson(transaction, newOwnerId)
    : null
  if (!newOwner)
    throw new AppError('conflict', 'The administrator who takes over was removed; try again')
  return services.takeOver(transaction, originOf(request), {
    person: { id, name, email },
    newOwner,
  })
}

function registerResets(app: FastifyInstance, { services }: AccountContext): void {
  const read = userReader(services.sql)
  serve(app, createResetLink, async (call) => ({
    data: await changeUser(services, call, 'user.reset-link', async (transaction, { user }) => {
      assertNotOneself(call.caller, user)
      const result = await createLink(transaction, user.id, services.clock())
      return { result, after: { expiresAt: result.expiresAt } }
    }),
  }))
  serve(app, removeSecondFactor, async (call) => {
    const action = 'user.disable-second-factor'
    await changeUser(services, call, action, async (transaction, { user }) => {
      assertNotOneself(call.caller, user)
      const wasOn = await switchOff(transaction, user.id)
      if (!wasOn) throw new AppError('conflict', 'The second factor of this account is not on')
      return { result: undefined, before: { secondFactor: true }, after: { secondFactor: false } }
    })
    return { data: await read(call.params.id, call.caller) }
  })
}

interface Call {
  readonly params: { readonly id: number }
  readonly caller: Caller
  readonly request: FastifyRequest
}

type Changed<Result> = { readonly result: Result } & Pick<AuditRecord, 'before' | 'after'>

/** Makes a change to a person whom the caller may manage, with its entry in the audit. */
async function changeUser<Result>(
  { sql, clock, audit }: AccountContext['services'],
  { params, caller, request }: Call,
  action: AuditAction,
  change: (transaction: Transaction<DB>, managed: Managed) => Promise<Changed<Result>>,
): Promise<Result> {
  return sql.transaction().execute(async (transaction) => {
    const passage = { gate: usersGate, now: clock() }
    const managed = await lockManageable(transaction, params.id, caller, passage)
    const { result, ...snapshots } = await change(transaction, managed)
    await audit(transaction, originOf(request), {
      ...{ action, ...aboutUser(managed.user), ...snapshots },
    })
    return result
  })
}

/** 403 for oneself: the profile asks for the password. */
function assertNotOneself(caller: Caller, user: UserRow): void {
  if (user.id === caller.userId)
    throw new AppError('forbidden', 'Change your own password and second factor in your profile')
}

/** 403 for oneself, 409 for the last administrator. */
export async function assertMayRevokeAccess(
  transaction: Transaction<DB>,
  { caller, user }: Managed,
): Promise<void> {
  const isActing = user.roles.includes('admin') && !user.disabled
  if (isActing && !(await anotherAdministratorExists(transaction, user.id)))
    throw lastAdministrator()
  if (user.id === caller.userId) throw new AppError('forbidden', 'You can not shut yourself out')
}
