import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { rolesGate } from '#kit/model/permission.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { removeRole, renameRole, setRolePermissions } from '../../contract/roles.ts'
import { deletePasswordLinksOfRole } from '../passwords/password-links-store.ts'
import { staleEdit } from '../refusals.ts'
import type { AccountContext } from '../account-services.ts'
import { presentCaller } from '../sessions/present-caller.ts'
import { assertMayGivePermissions } from './rights.ts'
import { aboutRole, changeableRole, describeRole, nameTaken, roleNamed } from './role.ts'
import {
  deleteUnusedRole,
  lockRoleNames,
  replaceRolePermissions,
  roleNameIsTaken,
  writeRole,
} from './roles-store.ts'

/** The calls that rename a role, replace what it may do, and remove it. */
export function registerRoleChanges(app: FastifyInstance, context: AccountContext): void {
  registerRename(app, context)
  registerPermissions(app, context)
  registerRemoval(app, context)
}

function registerRename(
  app: FastifyInstance,
  { services: { sql, clock, audit, onRoleRenamed }, callers }: AccountContext,
): void {
  serve(app, renameRole, async ({ params, body: { name, version }, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const present = await presentCaller(transaction, caller, { gate: rolesGate, now: clock() })
      const role = await changeableRole(transaction, params.name, present)
      if (role.builtIn) throw builtIn()
      await lockRoleNames(transaction)
      if (await roleNameIsTaken(transaction, name, role.name)) throw nameTaken()
      if (!(await writeRole(transaction, role.name, version, name))) throw staleEdit('The role')
      for (const follow of onRoleRenamed) await follow(transaction, role.name, name)
      await audit(transaction, originOf(request), {
        action: 'role.rename',
        ...aboutRole(name),
        before: { name: role.name },
        after: { name },
      })
    })
    await callers.changeRights(null)
    return { data: describeRole(await roleNamed(sql, name), caller) }
  })
}

function registerPermissions(
  app: FastifyInstance,
  { services: { sql, clock, audit }, callers }: AccountContext,
): void {
  serve(
    app,
    setRolePermissions,
    async ({ params: { name }, body: { permissions, version }, caller, request }) => {
      await sql.transaction().execute(async (transaction) => {
        const present = await presentCaller(transaction, caller, { gate: rolesGate, now: clock() })
        const role = await changeableRole(transaction, name, present)
        await assertMayGivePermissions(transaction, present, permissions)
        if (!(await writeRole(transaction, name, version))) throw staleEdit('The role')
        await replaceRolePermissions(transaction, name, permissions)
        // Whoever holds a link made for fewer rights must not come to the new ones with it.
        if (permissions.some((permission) => !role.permissions.includes(permission)))
          await deletePasswordLinksOfRole(transaction, name)
        await audit(transaction, originOf(request), {
          action: 'role.set-permissions',
          ...aboutRole(name),
          before: { permissions: role.permissions },
          after: { permissions: permissions.toSorted() },
        })
      })
      await callers.changeRights(null)
      return { data: describeRole(await roleNamed(sql, name), caller) }
    },
  )
}

function registerRemoval(
  app: FastifyInstance,
  { services: { sql, clock, audit }, callers }: AccountContext,
): void {
  serve(app, removeRole, async ({ params: { name }, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const present = await presentCaller(transaction, caller, { gate: rolesGate, now: clock() })
      const role = await changeableRole(transaction, name, present)
      if (role.builtIn) throw builtIn()
      if (!(await deleteUnusedRole(transaction, name))) {
        throw new AppError('conflict', 'Somebody holds this role: take it away from them first')
      }
      await audit(transaction, originOf(request), {
        action: 'role.remove',
        ...aboutRole(name),
        before: { name, permissions: role.permissions },
      })
    })
    // Administrators may be looking through it.
    await callers.changeRights(null)
  })
}

const builtIn = () =>
  new AppError(
    'conflict',
    'This role came with the installation: it is neither renamed nor removed',
  )
