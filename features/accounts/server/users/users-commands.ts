import type { Kysely } from 'kysely'
import { z } from 'zod'
import { isEmail } from '#kit/model/address.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import { commandLineOrigin, type Audit } from '#kit/server/audit.ts'
import { defineCommand, table, type Command } from '#kit/server/command-line/command.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { createToken } from '#kit/server/token.ts'
import { NewPassword } from '../../contract/password.ts'
import { findCredential } from '../passwords/credentials-store.ts'
import { hashPassword } from '../passwords/password.ts'
import { replacePassword } from '../passwords/replace-password.ts'
import { listRoleNames } from '../roles/roles-store.ts'
import { removeSecondFactor } from '../second-factor/remove-second-factor.ts'
import { addUser } from './add-user.ts'
import { listUsers } from './user-list-store.ts'

interface Services {
  readonly sql: Kysely<DB>
  readonly audit: Audit
}

const email = z
  .string()
  .trim()
  .refine(isEmail, 'must be an e-mail address')
  .describe('E-mail address')
const password = NewPassword.optional().describe('Password; a random one when absent')
/** `password` is null where the caller chose it. */
const WithPassword = z.object({ email: z.string(), password: z.string().nullable() })

/** Shows a generated password, the only time that anybody sees it. */
const printPassword = (done: string) => (result: z.output<typeof WithPassword>) =>
  [
    `${done} ${result.email}`,
    ...(result.password === null ? [] : [`Password (shown only now): ${result.password}`]),
  ].join('\n')

function choosePassword(chosen: string | undefined): {
  readonly secret: string
  readonly shown: string | null
} {
  const secret = chosen ?? createToken(192)
  return { secret, shown: chosen === undefined ? secret : null }
}

/**
 * Refuses a role that does not exist, naming those that do: administrators make roles of their own.
 */
async function assertRole(sql: Kysely<DB>, role: string): Promise<void> {
  const names = await listRoleNames(sql)
  if (!names.includes(role))
    throw new AppError('invalid', `--role must be one of ${names.join(', ')}`)
}

const add = defineCommand({
  name: 'user add',
  summary: 'Adds a user',
  options: z.strictObject({
    email,
    name: z.string().trim().min(1).max(128).describe('Name of the person'),
    role: z.string().trim().min(1).describe('Role: a built-in one, or one made in the web'),
    password,
  }),
  result: WithPassword,
  async run({ sql, audit }: Services, options) {
    const { secret, shown } = choosePassword(options.password)
    const { email: entityName, name, role } = options
    const passwordHash = await hashPassword(secret)
    await sql.transaction().execute(async (transaction) => {
      await assertRole(transaction, role)
      const entityId = await addUser(
        transaction,
        { name, email: entityName, roles: [role] },
        passwordHash,
      )
      if (entityId === null)
        throw new AppError('conflict', `There is a user ${options.email} already`)
      const after = { name, email: entityName, roles: [role] }
      await audit(transaction, commandLineOrigin(), {
        action: 'user.create',
        entity: 'user',
        entityId,
        entityName,
        after,
      })
    })
    return { email: options.email, password: shown }
  },
  print: printPassword('Added user'),
})

const list = defineCommand({
  name: 'user list',
  summary: 'Lists the users',
  options: z.strictObject({}),
  result: z.array(
    z.object({
      id: z.int(),
      email: z.string(),
      name: z.string(),
      roles: z.array(z.string()),
      disabled: z.boolean(),
      createdAt: z.number(),
    }),
  ),
  run: async ({ sql }: Services) => {
    const { users } = await listUsers(sql, {}, { sort: 'email', order: 'asc' }, null)
    return [...users]
  },
  print: (users) =>
    table(
      ['E-mail', 'Name', 'Roles', 'State', 'Added'],
      users.map((user) => [
        user.email,
        user.name,
        user.roles.join(', '),
        user.disabled ? 'disabled' : 'active',
        new Date(user.createdAt).toISOString(),
      ]),
    ),
})

const reset = defineCommand({
  name: 'user reset',
  summary: "Replaces a user's password and ends the user's sessions",
  options: z.strictObject({ email, password }),
  result: WithPassword,
  async run({ sql, audit }: Services, options) {
    const { secret, shown } = choosePassword(options.password)
    const found = await findCredential(sql, options.email)
    if (!found) throw new AppError('not_found', `There is no user ${options.email}`)
    const passwordHash = await hashPassword(secret)
    await sql.transaction().execute(async (transaction) => {
      await replacePassword(transaction, found.id, passwordHash)
      const about = { entity: 'user', entityId: found.id, entityName: options.email } as const
      await audit(transaction, commandLineOrigin(), { action: 'user.reset-password', ...about })
    })
    return { email: options.email, password: shown }
  },
  print: printPassword('New password for'),
})

const resetSecondFactor = defineCommand({
  name: 'user reset-second-factor',
  summary: 'Switches the second factor of a user off, who lost it or whose key was lost',
  options: z.strictObject({ email }),
  result: z.object({ email: z.string() }),
  async run({ sql, audit }: Services, options) {
    await sql.transaction().execute(async (transaction) => {
      const found = await findCredential(transaction, options.email)
      if (!found) throw new AppError('not_found', `There is no user ${options.email}`)
      const wasOn = await removeSecondFactor(transaction, found.id)
      if (!wasOn) throw new AppError('conflict', `The second factor of ${options.email} is not on`)
      const about = { entity: 'user', entityId: found.id, entityName: options.email } as const
      const change = { before: { secondFactor: true }, after: { secondFactor: false } }
      await audit(transaction, commandLineOrigin(), {
        action: 'user.disable-second-factor',
        ...about,
        ...change,
      })
    })
    return { email: options.email }
  },
  print: (result) => `The second factor of ${result.email} is off: the password alone signs in`,
})

/** `npm run admin -- user …` */
export const userCommands: readonly Command<Services>[] = [add, list, reset, resetSecondFactor]
