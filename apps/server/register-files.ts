import type { FastifyInstance } from 'fastify'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { exportsPlugin } from '#features/exports/server/index.ts'
import { figuresOf, ReportReader } from '#features/history/server/index.ts'
import { shiftsPlugin } from '#features/shifts/server/index.ts'
import type { Dependencies } from './app.ts'
import { recordAudit } from './audit.ts'

/** Files that people have made of readings, and the shifts that reports go by. */
export async function registerFiles(
  app: FastifyInstance,
  { config, engines, data, clock, log, exportsDirectory: directory }: Dependencies,
): Promise<void> {
  const { sql, telemetry } = engines
  const { catalogue, writer, kept } = data
  const { timezone, name: siteName } = config.site
  await app.register(shiftsPlugin, { sql, timezone, audit: recordAudit })
  await app.register(
    exportsPlugin({
      ...{ sql, accounts, catalogue, telemetry, writer, clock, timezone, audit: recordAudit },
      ...{ kept, log, directory, siteName },
      reports: new ReportReader({ catalogue, kept, timezone }),
      figures: (reader, request) => figuresOf(reader, { ...request, kept }),
    }),
  )
}
