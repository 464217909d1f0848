import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { assessPassword, passwordError } from '../../contract/password.ts'
import { createUser, listUsers, readUser, updateUser } from '../../contract/users.ts'
import { deletePasswordLink } from '../passwords/password-links-store.ts'
import { mayManage } from '../roles/management-policy.ts'
import { hashPassword } from '../passwords/password.ts'
import { createLink } from '../passwords/password-link.ts'
import { staleEdit } from '../refusals.ts'
import { holdRoles } from '../roles/roles-store.ts'
import { assertMayGive, readRoles, rightsOf } from '../roles/rights.ts'
import type { AccountContext } from '../account-services.ts'
import { describeUser, userReader } from './user-reader.ts'
import { addUser } from './add-user.ts'
import { listUsers as listRows } from './user-list-store.ts'
import { anotherAdministratorExists, replaceRights } from './user-rights-store.ts'
import { aboutUser, userSnapshot } from './user-snapshot.ts'
import {
  emailIsTaken,
  holdUser,
  lockUser,
  readUser as readRow,
  updateUser as writeRow,
  type UserRow,
} from './users-store.ts'

const emailTaken = () => refusedField('email', fieldError('email_taken'))
export const lastAdministrator = () =>
  new AppError('conflict', 'This is the last administrator: make somebody else administrator first')

/** The calls that list, make and change accounts. */
export function registerUserRoutes(app: FastifyInstance, context: AccountContext): void {
  const { sql } = context.services
  const read = userReader(sql)

  serve(
    app,
    listUsers,
    async ({ query: { page, limit, sort, order, search, role, disabled }, caller }) => {
      const filter = {
        search,
        role,
        disabled: disabled === undefined ? undefined : disabled === 'true',
      }
      const { users, total } = await listRows(sql, filter, { sort, order }, { page, limit })
      const roles = await readRoles(sql)
      return {
        data: users.map((user) => describeUser(user, caller, roles)),
        meta: { total, page, limit },
      }
    },
  )
  serve(app, readUser, async ({ params, caller }) => ({ data: await read(params.id, caller) }))
  registerCreation(app, context)
  registerUpdate(app, context)
}

function registerCreation(
  app: FastifyInstance,
  { services: { sql, clock, audit } }: AccountContext,
): void {
  const read = userReader(sql)
  serve(app, createUser, async ({ body, caller, request }) => {
    const { password, ...user } = body
    await assertMayGive(sql, caller, user)
    if (password !== undefined) assertNotPersonal(password, [user.name, user.email])
    const passwordHash = password === undefined ? null : await hashPassword(password)
    const { id, link } = await sql.transaction().execute(async (transaction) => {
      // Roles may have come to more while the password was hashed.
      await assertMayGive(transaction, caller, user)
      const added = await addUser(transaction, user, passwordHash)
      if (added === null) throw emailTaken()
      await audit(transaction, originOf(request), {
        action: 'user.create',
        ...aboutUser({ id: added, email: user.email }),
        after: user,
      })
      return {
        id: added,
        link: passwordHash === null ? await createLink(transaction, added, clock()) : null,
      }
    })
    return { data: { user: await read(id, caller), link } }
  })
}

function assertNotPersonal(password: string, personal: readonly string[]): void {
  const { problem } = assessPassword(password, personal)
  if (problem !== null) throw refusedField('password', passwordError(problem))
}

function registerUpdate(
  app: FastifyInstance,
  { services: { sql, audit }, callers }: AccountContext,
): void {
  const read = userReader(sql)
  serve(app, updateUser, async ({ params: { id }, body, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const before = await lockManageable(transaction, id, caller)
      if (before.version !== body.version) throw staleEdit('The account')
      await assertMayGive(transaction, caller, body)
      if (await emailIsTaken(transaction, body.email, id)) throw emailTaken()
      const isDemoted =
        before.roles.includes('admin') && !body.roles.includes('admin') && !before.disabled
      if (isDemoted && !(await anotherAdministratorExists(transaction, id)))
        throw lastAdministrator()
      const { version, roles, permissions, ...fields } = body
      if (!(await writeRow(transaction, id, version, fields))) throw staleEdit('The account')
      await replaceRights(transaction, id, { roles, permissions })
      // Whoever holds a link made for fewer rights must not come to the new ones with it.
      if (hasMore(before.roles, body.roles) || hasMore(before.permissions, body.permissions))
        await deletePasswordLink(transaction, id)
      const after = {
        ...fields,
        roles: roles.toSorted(),
        permissions: permissions.toSorted(),
      }
      await audit(transaction, originOf(request), {
        action: 'user.update',
        ...aboutUser({ id, email: fields.email }),
        before: userSnapshot(before, after),
        after,
      })
    })
    await callers.changeRights([id])
    return { data: await read(id, caller) }
  })
}

const hasMore = (before: readonly string[], after: readonly string[]) =>
  after.some((name) => !before.includes(name))

/**
 * The user, whom nobody else changes until the transaction ends, nor what their roles may do. 404
 * when there is none, 403 when the caller may not manage them, 401 when the caller was removed
 * meanwhile.
 */
export async function lockManageable(
  transaction: Transaction<DB>,
  id: number,
  caller: Caller,
): Promise<UserRow> {
  await lockWithCaller(transaction, id, caller)
  const row = await readRow(transaction, id)
  if (!row) throw new AppError('not_found', 'There is no such account')
  await holdRoles(transaction, row.roles)
  if (!mayManage(caller, rightsOf(row, await readRoles(transaction)))) {
    throw new AppError('forbidden', 'This person has rights that you do not have')
  }
  return row
}

/**
 * Locks a user, and keeps the caller from being removed: what is removed may become the caller's.
 * In the order of ids, so that two who manage each other do not wait for each other.
 */
async function lockWithCaller(
  transaction: Transaction<DB>,
  id: number,
  { userId }: Caller,
): Promise<void> {
  if (id <= userId) await lockUser(transaction, id)
  if (!(await holdUser(transaction, userId)))
    throw new AppError('unauthenticated', 'Your account was removed')
  if (id > userId) await lockUser(transaction, id)
}
