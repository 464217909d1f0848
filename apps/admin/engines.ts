import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseLogger } from 'pino'
import { recordAudit } from '#features/audit/server/index.ts'
import { migrateTelemetry } from '#kit/server/clickhouse/migrate-telemetry.ts'
import { openTelemetry, type Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { openDataDirectory } from '#kit/server/data-directory.ts'
import { migrate } from '#kit/server/migrate.ts'
import { startEmbeddedPostgres } from '#kit/server/postgres/embedded.ts'
import { openSql, type Sql } from '#kit/server/postgres/sql.ts'
import type { Config } from '../server/config.ts'
import type { CommandServices } from './commands.ts'

const migrations = join(import.meta.dirname, '..', '..', 'migrations')

/**
 * Runs `work` on engines opened for it alone, while no server runs: the embedded ones of the data directory, which is locked
 * meanwhile, or the external ones of the configuration. Throws StartupError where the server would.
 */
export async function withEngines<Result>(
  config: Config,
  log: BaseLogger,
  work: (services: CommandServices) => Promise<Result>,
): Promise<Result> {
  await using cleanup = new AsyncDisposableStack()
  const directory = await openDataDirectory(config.dataDirectory, log)
  cleanup.defer(() => directory.close())
  const sql = await openRelational(config, directory.postgres, log, cleanup)
  const telemetry = await openReadings(config, directory.clickhouse, cleanup)
  return await work({ sql, telemetry, audit: recordAudit })
}

async function openRelational(config: Config, directory: string, log: BaseLogger, cleanup: AsyncDisposableStack): Promise<Sql> {
  const account = config.postgresAccount ?? undefined
  const embedded = config.databaseUrl === null ? await startEmbeddedPostgres({ directory, log, account }) : null
  if (embedded) cleanup.defer(() => embedded.stop())
  const sql = openSql(embedded ? { embedded } : { url: config.databaseUrl ?? '' }, { log })
  cleanup.defer(() => sql.destroy())
  await migrate(sql, join(migrations, 'postgres'), log)
  return sql
}

async function openReadings(config: Config, directory: string, cleanup: AsyncDisposableStack): Promise<Telemetry> {
  if (config.clickhouseUrl === null) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const telemetry = openTelemetry(config.clickhouseUrl === null ? { directory } : { url: config.clickhouseUrl })
  cleanup.defer(() => telemetry.close())
  await migrateTelemetry(telemetry, join(migrations, 'clickhouse'))
  return telemetry
}
