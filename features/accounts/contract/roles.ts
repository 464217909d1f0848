import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { dataOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { rightsListGate, rolesGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

export const RoleName = z.string().min(1).max(40)
export const PermissionName = z.string().min(1).max(80)

/**
 * Name of a role that somebody makes: letters, digits, spaces, `_` and `-`, at most 40 characters.
 */
const NewRoleName = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .refine((name) => /^[\p{L}\p{M}\p{N} _-]*$/u.test(name), rule(fieldError('role_name')))

export const RoleDetail = z.object({
  name: z.string(),
  /** Came with the installation: neither renamed nor removed. */
  builtIn: z.boolean(),
  permissions: z.array(z.string()),
  /** How many accounts hold it. */
  members: z.int(),
  /** Grows with every change; an edit says which one it started from. */
  version: z.int32(),
  /** What the caller may do. `assign`: give it to a person. */
  abilities: z.object({
    rename: z.boolean(),
    setPermissions: z.boolean(),
    remove: z.boolean(),
    assign: z.boolean(),
  }),
})
export type RoleDetail = z.infer<typeof RoleDetail>

const RoleParams = z.object({ name: RoleName })
const permissions = z
  .array(PermissionName)
  .max(200)
  .refine((names) => new Set(names).size === names.length, rule(fieldError('repeated')))

export const listRoles = defineRoute({
  method: 'GET',
  path: '/api/roles',
  summary: 'Roles with their permissions and numbers of members, built-in ones first',
  gate: rightsListGate,
  reply: wholeListOf(RoleDetail),
})

export const createRole = defineRoute({
  method: 'POST',
  path: '/api/roles',
  summary: 'Adds a role',
  isMadeOnce: true,
  gate: rolesGate,
  body: z.object({ name: NewRoleName, permissions: permissions.default([]) }),
  reply: dataOf(RoleDetail),
})

export const renameRole = defineRoute({
  method: 'PUT',
  path: '/api/roles/:name',
  summary: 'Renames a role that somebody made; its members hold it on',
  isMadeOnce: true,
  gate: rolesGate,
  params: RoleParams,
  body: z.object({ name: NewRoleName, version: z.int32() }),
  reply: dataOf(RoleDetail),
})

export const setRolePermissions = defineRoute({
  method: 'PUT',
  path: '/api/roles/:name/permissions',
  summary: 'Replaces what a role may do; `admin` can not be changed',
  isMadeOnce: true,
  gate: rolesGate,
  params: RoleParams,
  body: z.object({ permissions, version: z.int32() }),
  reply: dataOf(RoleDetail),
})

export const removeRole = defineRoute({
  method: 'DELETE',
  path: '/api/roles/:name',
  summary: 'Removes a role that somebody made and nobody holds',
  gate: rolesGate,
  params: RoleParams,
})

export const listPermissions = defineRoute({
  method: 'GET',
  path: '/api/permissions',
  summary: 'Every permission that a role or a person can be given',
  gate: rightsListGate,
  reply: wholeListOf(
    z.object({
      name: z.string(),
      /** Key of the product whose articles it is about; null for the others. */
      product: z.string().nullable(),
      /** Whether the caller may give it to a person directly. */
      assignable: z.boolean(),
    }),
  ),
})

/** A product that has articles of its own, at `/administrator/{key}/articles`. */
export const Product = z.object({ key: z.string(), name: z.string() })
export type Product = z.infer<typeof Product>

export const listProducts = defineRoute({
  method: 'GET',
  path: '/api/products',
  summary: 'Products that have articles of their own',
  gate: 'signed-in',
  reply: wholeListOf(Product),
})
