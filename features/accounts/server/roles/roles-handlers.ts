import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { articlePermission } from '#kit/model/permission.ts'
import { AppError, refusedField } from '#kit/model/errors.ts'
import { fieldError } from '#kit/model/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import {
  createRole,
  listPermissions,
  listProducts,
  listRoles,
  removeRole,
  renameRole,
  setRolePermissions,
  type RoleDetail,
} from '../../contract/roles.ts'
import { deletePasswordLinksOfRole } from '../passwords/password-links-store.ts'
import { mayChangeRole, mayGivePermission, mayGiveRole } from './management-policy.ts'
import { readProducts } from './products-store.ts'
import { staleEdit } from '../refusals.ts'
import { assertMayGivePermissions } from './rights.ts'
import {
  deleteUnusedRole,
  insertRole,
  listPermissionNames,
  listRoleRows,
  readRoleRow,
  replaceRolePermissions,
  roleNameIsTaken,
  writeRole,
  type RoleRow,
} from './roles-store.ts'
import type { AdministrationServices } from '../administration-services.ts'

function describe(role: RoleRow, caller: Caller): RoleDetail {
  const change = mayChangeRole(caller, role)
  const abilities = {
    rename: change && !role.builtIn,
    setPermissions: change,
    remove: change && !role.builtIn && role.members === 0,
    assign: mayGiveRole(caller, role),
  }
  return { ...role, abilities }
}

/** The calls about roles, permissions and products. */
export function registerRoleRoutes(app: FastifyInstance, services: AdministrationServices): void {
  const { sql } = services
  serve(app, listRoles, async ({ caller }) => ({
    data: (await listRoleRows(sql)).map((role) => describe(role, caller)),
  }))
  serve(app, listPermissions, async ({ caller }) => {
    const products = new Map(
      (await readProducts(sql)).map(({ key }) => [articlePermission(key) as string, key]),
    )
    const names = await listPermissionNames(sql)
    const described = names.map((name) => ({
      name,
      product: products.get(name) ?? null,
      assignable: mayGivePermission(caller, name),
    }))
    return {
      data: described.toSorted(
        (one, other) => Number(one.product !== null) - Number(other.product !== null),
      ),
    }
  })
  serve(app, listProducts, async () => ({ data: await readProducts(sql) }))
  registerRoleCreation(app, services)
  registerRoleChanges(app, services)
  registerRoleRemoval(app, services)
}

function registerRoleCreation(app: FastifyInstance, { sql, audit }: AdministrationServices): void {
  serve(app, createRole, async ({ body: { name, permissions }, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      await assertMayGivePermissions(transaction, caller, permissions)
      const taken = await roleNameIsTaken(transaction, name, null)
      if (taken || !(await insertRole(transaction, name))) throw nameTaken()
      await replaceRolePermissions(transaction, name, permissions)
      const about = {
        action: 'role.create',
        entity: 'role',
        entityId: name,
        entityName: name,
      } as const
      await audit(transaction, originOf(request), {
        ...about,
        after: { name, permissions: permissions.toSorted() },
      })
    })
    return { data: describe(await roleNamed(sql, name), caller) }
  })
}

function registerRoleChanges(
  app: FastifyInstance,
  { sql, bus, audit }: AdministrationServices,
): void {
  serve(app, renameRole, async ({ params, body: { name, version }, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const role = await changeable(transaction, params.name, caller)
      if (role.builtIn) throw builtIn()
      if (await roleNameIsTaken(transaction, name, role.name)) throw nameTaken()
      if (!(await writeRole(transaction, role.name, version, name))) throw staleEdit('The role')
      const about = {
        action: 'role.rename',
        entity: 'role',
        entityId: name,
        entityName: name,
      } as const
      await audit(transaction, originOf(request), {
        ...about,
        before: { name: role.name },
        after: { name },
      })
    })
    bus.emit('rightsChanged', { userIds: null })
    return { data: describe(await roleNamed(sql, name), caller) }
  })
  serve(
    app,
    setRolePermissions,
    async ({ params: { name }, body: { permissions, version }, caller, request }) => {
      await sql.transaction().execute(async (transaction) => {
        const role = await changeable(transaction, name, caller)
        await assertMayGivePermissions(transaction, caller, permissions)
        if (!(await writeRole(transaction, name, version))) throw staleEdit('The role')
        await replaceRolePermissions(transaction, name, permissions)
        // Whoever holds a link made for fewer rights must not come to the new ones with it.
        if (permissions.some((permission) => !role.permissions.includes(permission)))
          await deletePasswordLinksOfRole(transaction, name)
        const about = {
          action: 'role.set-permissions',
          entity: 'role',
          entityId: name,
          entityName: name,
        } as const
        const [before, after] = [
          { permissions: role.permissions },
          { permissions: permissions.toSorted() },
        ]
        await audit(transaction, originOf(request), { ...about, before, after })
      })
      bus.emit('rightsChanged', { userIds: null })
      return { data: describe(await roleNamed(sql, name), caller) }
    },
  )
}

function registerRoleRemoval(app: FastifyInstance, { sql, audit }: AdministrationServices): void {
  serve(app, removeRole, async ({ params: { name }, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const role = await changeable(transaction, name, caller)
      if (role.builtIn) throw builtIn()
      if (!(await deleteUnusedRole(transaction, name))) {
        throw new AppError('conflict', 'Somebody holds this role: take it away from them first')
      }
      const about = {
        action: 'role.remove',
        entity: 'role',
        entityId: name,
        entityName: name,
      } as const
      await audit(transaction, originOf(request), {
        ...about,
        before: { name, permissions: role.permissions },
      })
    })
  })
}

const nameTaken = () => refusedField('name', fieldError('role_name_taken'))
const builtIn = () =>
  new AppError(
    'conflict',
    'This role came with the installation: it is neither renamed nor removed',
  )

async function roleNamed(sql: AdministrationServices['sql'], name: string): Promise<RoleRow> {
  const role = await readRoleRow(sql, name)
  if (!role) throw new AppError('not_found', 'There is no such role')
  return role
}

/**
 * The role, which the caller may change; 404 when there is none, 403 when it is above the caller,
 * 409 for `admin`.
 */
async function changeable(
  transaction: Transaction<DB>,
  name: string,
  caller: Caller,
): Promise<RoleRow> {
  const role = await roleNamed(transaction, name)
  if (name === 'admin')
    throw new AppError('conflict', 'The role admin may do everything and is never changed')
  if (!mayChangeRole(caller, role))
    throw new AppError('forbidden', 'This role may do more than you')
  return role
}
