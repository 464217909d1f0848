import type { Kysely } from 'kysely'
import { z } from 'zod'
import { AppError } from '#kit/model/calls/errors.ts'
import { commandLineOrigin, type Audit } from '#kit/server/audit.ts'
import { defineCommand, table, type Command } from '#kit/server/command-line/command.ts'
import type { InstallationIdentity } from '#kit/server/installation/identity.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { reasonOf } from '#kit/server/process/startup-error.ts'
import { brokerAddress } from './broker-address.ts'
import { sessionName } from './session-name.ts'
import { listSessions, recordRemoval } from './broker-sessions-store.ts'
import { removeSession } from './former-sessions.ts'

interface Services {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly installation: InstallationIdentity
}

const sessions = defineCommand({
  name: 'broker sessions',
  summary: 'Lists the sessions that this installation has at external MQTT brokers',
  options: z.strictObject({}),
  result: z.array(z.object({ broker: z.string(), clientId: z.string(), createdAt: z.number() })),
  run: async ({ sql }: Services) => [...(await listSessions(sql))],
  print: (rows) =>
    table(
      ['Broker', 'Session', 'Since'],
      rows.map(({ broker, clientId, createdAt }) => [
        broker,
        clientId,
        new Date(createdAt).toISOString(),
      ]),
    ),
})

const remove = defineCommand({
  name: 'broker remove',
  summary:
    'Removes the session of this installation at an external MQTT broker, with the messages that ' +
    'wait in it',
  options: z.strictObject({
    url: z
      .string()
      .refine((url) => URL.canParse(url), 'must be an address as in MQTT_URL')
      .describe('The broker, as in MQTT_URL'),
    client: z
      .string()
      .startsWith('warroom-', 'must be a session whose name begins with warroom-')
      .optional()
      .describe('This session instead, for an installation that is gone'),
    yes: z
      .literal(true, 'is required: what waits there is lost')
      .describe('Confirms that what waits there is lost'),
  }),
  result: z.object({ removed: z.string() }),
  // The running server would lose its session, and make it again.
  opening: () => 'existing' as const,
  async run({ sql, audit, installation }: Services, { url, client }) {
    const broker = brokerAddress(url)
    // Others that are listed may be those of the installation that this one is a copy of.
    const clientId = client ?? sessionName(installation.id)
    await removeSession(url, clientId).catch((error: unknown) => {
      throw new AppError('invalid', `${broker} could not be used: ${reasonOf(error)}`)
    })
    await sql.transaction().execute(async (transaction) => {
      await recordRemoval(transaction, broker, clientId)
      await audit(transaction, commandLineOrigin(), {
        action: 'installation.remove-broker-sessions',
        entity: 'installation',
        entityId: clientId,
        entityName: `${clientId} at ${broker}`,
      })
    })
    return { removed: clientId }
  },
  print: ({ removed }) => `Removed ${removed}`,
})

export const brokerCommands: readonly Command<Services>[] = [sessions, remove]
