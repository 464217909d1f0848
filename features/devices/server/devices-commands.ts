import type { Kysely } from 'kysely'
import { z } from 'zod'
import { isEmail } from '#kit/model/address.ts'
import type { AuditAction } from '#kit/model/audit.ts'
import { LesiId, Relation } from '#kit/model/device.ts'
import { AppError } from '#kit/model/errors.ts'
import { commandLineOrigin, type Audit, type AuditSnapshot } from '#kit/server/audit.ts'
import { defineCommand, table, type Command } from '#kit/server/command.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { createToken, hashToken } from '#kit/server/token.ts'
import { bindUser, deleteDevice, insertDevice, listDevices, replaceToken } from './devices-store.ts'

interface Services {
  readonly sql: Kysely<DB>
  readonly audit: Audit
}

/** Makes a change and writes it into the audit, both or neither. */
async function audited<Result>(
  { sql, audit }: Services,
  lesiId: string,
  action: AuditAction,
  change: (transaction: Kysely<DB>) => Promise<Result>,
  after: AuditSnapshot = {},
): Promise<Result> {
  return sql.transaction().execute(async (transaction) => {
    const result = await change(transaction)
    const about = { entity: 'device', entityId: lesiId, entityName: lesiId } as const
    await audit(transaction, commandLineOrigin(), { action, ...about, after })
    return result
  })
}

const id = LesiId.describe('LESI ID of the device')
const token = z
  .string()
  .min(16, 'must have at least 16 characters')
  .max(256)
  .optional()
  .describe('Token of the device; a random one when absent')
const WithToken = z.object({ lesiId: z.string(), token: z.string() })

/** Shows a token, the only time that anybody sees it. */
const printToken = (done: string) => (result: z.output<typeof WithToken>) =>
  `${done} ${result.lesiId}\nToken (shown only now): ${result.token}`

const unknownDevice = (lesiId: string) => new AppError('not_found', `There is no device ${lesiId}`)

const add = defineCommand({
  name: 'device add',
  summary: 'Adds a device and shows its token',
  options: z.strictObject({ id, name: z.string().min(1).max(128).optional().describe('Name for people'), token }),
  result: WithToken,
  async run(services: Services, options) {
    const secret = options.token ?? createToken(192)
    const name = options.name ?? options.id
    const device = { lesiId: options.id, name, tokenHash: hashToken(secret) }
    const add = async (transaction: Kysely<DB>) => {
      const added = await insertDevice(transaction, device)
      if (!added) throw new AppError('conflict', `There is a device ${options.id} already`)
    }
    await audited(services, options.id, 'device.add', add, { name })
    return { lesiId: options.id, token: secret }
  },
  print: printToken('Added device'),
})

const list = defineCommand({
  name: 'device list',
  summary: 'Lists the devices',
  options: z.strictObject({}),
  result: z.array(z.object({ lesiId: z.string(), name: z.string(), sensors: z.int(), users: z.int(), createdAt: z.number() })),
  run: async ({ sql }: Services) => [...(await listDevices(sql))],
  print: (devices) =>
    table(
      ['LESI ID', 'Name', 'Sensors', 'Users', 'Added'],
      devices.map((row) => [row.lesiId, row.name, row.sensors, row.users, new Date(row.createdAt).toISOString()]),
    ),
})

const rotate = defineCommand({
  name: 'device rotate',
  summary: 'Replaces the token of a device and ends the connections that used the old one',
  options: z.strictObject({ id, token }),
  result: WithToken,
  async run(services: Services, options) {
    const secret = options.token ?? createToken(192)
    await audited(services, options.id, 'device.rotate-token', async (transaction) => {
      if (!(await replaceToken(transaction, options.id, hashToken(secret)))) throw unknownDevice(options.id)
    })
    return { lesiId: options.id, token: secret }
  },
  print: printToken('New token for device'),
})

const remove = defineCommand({
  name: 'device remove',
  summary: 'Removes a device with its sensors and bindings; stored readings stay on disk',
  options: z.strictObject({
    id,
    yes: z.literal(true, 'is required: removing can not be undone').describe('Confirms that this can not be undone'),
  }),
  result: z.object({ lesiId: z.string() }),
  async run(services: Services, options) {
    await audited(services, options.id, 'device.remove', async (transaction) => {
      if (!(await deleteDevice(transaction, options.id))) throw unknownDevice(options.id)
    })
    return { lesiId: options.id }
  },
  print: ({ lesiId }) => `Removed device ${lesiId}`,
})

const account = z.string().trim().refine(isEmail, 'must be an e-mail address')

const bind = defineCommand({
  name: 'device bind',
  summary: 'Lets a user see a device',
  options: z
    .strictObject({
      id,
      email: account.optional().describe('E-mail address of the user'),
      // The earlier name of --email, which scripts may still use.
      user: account.optional().meta({ replacedBy: 'email' }),
      relation: z
        .enum(Relation.options, `must be one of ${Relation.options.join(', ')}`)
        .describe('admin (parent account) or sub-user (child account)'),
    })
    .refine(({ email, user }) => email !== undefined || user !== undefined, {
      path: ['email'],
      error: 'is required',
      // Told together with what is wrong in the other options.
      when: () => true,
    }),
  result: z.object({ lesiId: z.string(), user: z.string(), relation: Relation }),
  async run(services: Services, options) {
    const { id: lesiId, relation } = options
    const userEmail = options.email ?? options.user ?? ''
    const tie = async (transaction: Kysely<DB>) => {
      const outcome = await bindUser(transaction, { lesiId, email: userEmail, relation })
      if (outcome === 'unknown device') throw unknownDevice(lesiId)
      if (outcome === 'unknown user') throw new AppError('not_found', `There is no user ${userEmail}`)
    }
    await audited(services, lesiId, 'device.bind', tie, { user: userEmail, relation })
    return { lesiId, user: userEmail, relation }
  },
  print: ({ lesiId, user, relation }) => `${user} sees device ${lesiId} as ${relation}`,
})

/** `npm run admin -- device …` */
export const deviceCommands: readonly Command<Services>[] = [add, list, rotate, remove, bind]
