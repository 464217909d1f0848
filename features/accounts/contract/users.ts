import { z } from 'zod'
import { NewPassword } from './password.ts'
import { maximumEmailLength, isEmail } from '#kit/model/address.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { dataOf, listOf } from '#kit/model/calls/envelope.ts'
import { usersGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Person } from './person.ts'
import { personFields } from './person-fields.ts'
import { PermissionName, RoleName } from './roles.ts'

/** An account as those who manage people see it. */
export const User = Person.extend({
  roles: z.array(z.string()),
  /** Permissions given to this person directly, beside those of the roles. */
  permissions: z.array(z.string()),
  disabled: z.boolean(),
  /** Whether signing in asks for a code of an authenticator. */
  secondFactor: z.boolean(),
  /** ms UTC */
  createdAt: z.number(),
  /** Newest request of a session that still exists, ms UTC; null without one. */
  lastSeenAt: z.number().nullable(),
  /** Grows with every change; an edit says which one it started from. */
  version: z.int32(),
  /** What the caller may do with this account. */
  abilities: z.object({
    edit: z.boolean(),
    disable: z.boolean(),
    remove: z.boolean(),
    /** Make a reset link, switch the second factor off. */
    resetPassword: z.boolean(),
    /** Take everything that is stored about the person as a file. */
    exportData: z.boolean(),
    /** Remove the account, and the person's name from everything that stays. */
    erase: z.boolean(),
  }),
})
export type User = z.infer<typeof User>

/** Of an account, in a path. */
export const UserId = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })

const unique = (values: readonly string[]) => new Set(values).size === values.length

const editable = {
  ...personFields,
  email: z
    .string()
    .trim()
    .max(maximumEmailLength - 1)
    .refine(isEmail, rule(fieldError('email'))),
  /** At least one: a person without a role sees nothing. */
  roles: z
    .array(RoleName)
    .min(1)
    .max(50)
    .refine(unique, rule(fieldError('repeated'))),
  permissions: z
    .array(PermissionName)
    .max(200)
    .refine(unique, rule(fieldError('repeated'))),
}

export const userSorts = ['name', 'email', 'created', 'lastSeen'] as const

export const listUsers = defineRoute({
  method: 'GET',
  path: '/api/users',
  summary: 'Accounts, with search in name and e-mail address',
  gate: usersGate,
  query: z.object({
    search: z.string().trim().max(255).optional(),
    role: RoleName.optional(),
    disabled: z.enum(['true', 'false']).optional(),
    sort: z.enum(userSorts).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(200).default(20),
  }),
  reply: listOf(User),
})

export const readUser = defineRoute({
  method: 'GET',
  path: '/api/users/:id',
  summary: 'One account',
  gate: usersGate,
  params: UserId,
  reply: dataOf(User),
})

/**
 * A link that lets its holder choose a password once. `path` begins with `/reset#`; the page's own
 * origin goes before it.
 */
export const PasswordLink = z.object({ path: z.string(), expiresAt: z.number() })
export type PasswordLink = z.infer<typeof PasswordLink>

export const createUser = defineRoute({
  method: 'POST',
  path: '/api/users',
  summary: 'Adds an account; without a password the reply holds a one-time link to choose one',
  isMadeOnce: true,
  gate: usersGate,
  body: z.object({
    ...editable,
    introduction: editable.introduction.default(''),
    permissions: editable.permissions.default([]),
    password: NewPassword.optional(),
  }),
  reply: dataOf(z.object({ user: User, link: PasswordLink.nullable() })),
})

export const updateUser = defineRoute({
  method: 'PUT',
  path: '/api/users/:id',
  summary: 'Changes an account; 409 when somebody changed it since `version`',
  isMadeOnce: true,
  gate: usersGate,
  params: UserId,
  body: z.object({ version: z.int32(), ...editable }),
  reply: dataOf(User),
})

export const disableUser = defineRoute({
  method: 'POST',
  path: '/api/users/:id/disable',
  summary: 'Disables a person and ends all of their sessions',
  gate: usersGate,
  params: UserId,
  reply: dataOf(User),
})

export const enableUser = defineRoute({
  method: 'POST',
  path: '/api/users/:id/enable',
  summary: 'Lets a disabled person in again',
  gate: usersGate,
  params: UserId,
  reply: dataOf(User),
})

export const removeUser = defineRoute({
  method: 'DELETE',
  path: '/api/users/:id',
  summary: 'Removes an account with everything that is only its own',
  gate: usersGate,
  params: UserId,
})

export const createResetLink = defineRoute({
  method: 'POST',
  path: '/api/users/:id/reset-link',
  summary:
    'A one-time link to choose a new password, valid for 24 hours; it replaces an earlier link',
  gate: usersGate,
  params: UserId,
  reply: dataOf(PasswordLink),
})

export const removeSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/users/:id/second-factor/disable',
  summary: 'Switches the second factor of a person off who lost it',
  gate: usersGate,
  params: UserId,
  reply: dataOf(User),
})
