import { z } from 'zod'
import { commandLineOrigin, type Audit } from '#kit/server/audit.ts'
import { defineCommand, type Command } from '#kit/server/command-line/command.ts'
import {
  describeFindings,
  findInstallation,
  type InstallationParts,
} from '#kit/server/installation/installation.ts'
import type { InstallationIdentity } from '#kit/server/installation/identity.ts'

export interface InstallationServices {
  readonly stores: InstallationParts
  readonly installation: InstallationIdentity
  readonly audit: Audit
}

const Installation = z.object({
  id: z.string(),
  directoryId: z.string(),
  parts: z.array(z.string()),
})
type Installation = z.infer<typeof Installation>

async function describe({ stores, installation }: InstallationServices): Promise<Installation> {
  return { ...installation, parts: [...describeFindings(stores, await findInstallation(stores))] }
}

const print = ({ id, parts }: Installation): string =>
  [`Installation ${id}`, ...parts.map((line) => `  ${line}`)].join('\n')

const show = defineCommand({
  name: 'installation show',
  summary: 'Shows the name of this installation, and what names its parts have',
  options: z.strictObject({}),
  result: Installation,
  run: (services: InstallationServices) => describe(services),
  print,
})

const create = defineCommand({
  name: 'installation create',
  summary: 'Makes a new installation in the data directory, without starting the server',
  options: z.strictObject({}),
  result: Installation,
  opening: () => 'start' as const,
  run: (services: InstallationServices) => describe(services),
  print,
})

const adopt = defineCommand({
  name: 'installation adopt',
  summary:
    'Makes the data directory, the database and the telemetry one installation, after a part was ' +
    'moved or restored',
  options: z.strictObject({
    yes: z
      .literal(true, 'is required: what does not belong together is mixed')
      .describe('Confirms that the parts belong together'),
    copy: z
      .boolean()
      .optional()
      .describe('Takes a new name, for a copy of an installation that goes on elsewhere'),
  }),
  result: Installation,
  opening: ({ copy }) => (copy === true ? ('copy' as const) : ('adopt' as const)),
  async run(services: InstallationServices, { copy }) {
    const installation = await describe(services)
    await services.stores.sql.transaction().execute((transaction) =>
      services.audit(transaction, commandLineOrigin(), {
        action: 'installation.adopt',
        entity: 'installation',
        entityId: installation.id,
        entityName: installation.id,
        after: { copy: copy === true, directory: services.stores.directory },
      }),
    )
    return installation
  },
  print,
})

export const installationCommands: readonly Command<InstallationServices>[] = [show, create, adopt]
