import type { FastifyInstance } from 'fastify'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { usersGate } from '#kit/model/permission.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { assessPassword, passwordError } from '../../contract/password.ts'
import { createUser, listUsers, readUser, updateUser } from '../../contract/users.ts'
import { deletePasswordLink } from '../passwords/password-links-store.ts'
import { hashPassword } from '../passwords/password.ts'
import { createLink } from '../passwords/password-link.ts'
import { presentCaller } from '../sessions/present-caller.ts'
import { lastAdministrator, staleEdit } from '../refusals.ts'
import { assertMayGive, readRoles } from '../roles/rights.ts'
import type { AccountContext } from '../account-services.ts'
import { describeUser, userReader } from './user-reader.ts'
import { addUser } from './add-user.ts'
import { lockManageable } from './lock-manageable.ts'
import { listUsers as listRows } from './user-list-store.ts'
import { anotherAdministratorExists, replaceRights } from './user-rights-store.ts'
import { aboutUser, userSnapshot } from './user-snapshot.ts'
import { emailIsTaken, updateUser as writeRow } from './users-store.ts'

const emailTaken = () => refusedField('email', fieldError('email_taken'))

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
      // The caller may have come to less while the password was hashed, and roles to more.
      const present = await presentCaller(transaction, caller, { gate: usersGate, now: clock() })
      await assertMayGive(transaction, present, user)
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
  { services: { sql, clock, audit }, callers }: AccountContext,
): void {
  const read = userReader(sql)
  serve(app, updateUser, async ({ params: { id }, body, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const passage = { gate: usersGate, now: clock() }
      const { user: before, caller: present } = await lockManageable(
        transaction,
        id,
        caller,
        passage,
      )
      if (before.version !== body.version) throw staleEdit('The account')
      await assertMayGive(transaction, present, body)
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
