import type { FastifyInstance } from 'fastify'
import { articlePermission, rolesGate } from '#kit/model/permission.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { createRole, listPermissions, listProducts, listRoles } from '../../contract/roles.ts'
import type { AccountContext } from '../account-services.ts'
import { presentCaller } from '../sessions/present-caller.ts'
import { mayGivePermission } from './management-policy.ts'
import { readProducts } from './products-store.ts'
import { assertMayGivePermissions } from './rights.ts'
import { aboutRole, describeRole, nameTaken, roleNamed } from './role.ts'
import { registerRoleChanges } from './role-changes-handlers.ts'
import {
  insertRole,
  lockRoleNames,
  listPermissionNames,
  listRoleRows,
  replaceRolePermissions,
  roleNameIsTaken,
} from './roles-store.ts'

/** The calls about roles, permissions and products. */
export function registerRoleRoutes(app: FastifyInstance, context: AccountContext): void {
  const { sql } = context.services
  serve(app, listRoles, async ({ caller }) => ({
    data: (await listRoleRows(sql)).map((role) => describeRole(role, caller)),
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
  registerRoleCreation(app, context)
  registerRoleChanges(app, context)
}

function registerRoleCreation(
  app: FastifyInstance,
  { services: { sql, clock, audit } }: AccountContext,
): void {
  serve(app, createRole, async ({ body: { name, permissions }, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const present = await presentCaller(transaction, caller, { gate: rolesGate, now: clock() })
      await assertMayGivePermissions(transaction, present, permissions)
      await lockRoleNames(transaction)
      const taken = await roleNameIsTaken(transaction, name, null)
      if (taken || !(await insertRole(transaction, name))) throw nameTaken()
      await replaceRolePermissions(transaction, name, permissions)
      await audit(transaction, originOf(request), {
        action: 'role.create',
        ...aboutRole(name),
        after: { name, permissions: permissions.toSorted() },
      })
    })
    return { data: describeRole(await roleNamed(sql, name), caller) }
  })
}
