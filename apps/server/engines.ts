import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseLogger } from 'pino'
import { recordAudit } from './audit.ts'
import { productOrigin, type AuditOrigin } from '#kit/server/audit.ts'
import { checkTelemetryVersion } from '#kit/server/clickhouse/check-version.ts'
import { migrateTelemetry } from '#kit/server/clickhouse/migrate-telemetry.ts'
import { openServer } from '#kit/server/clickhouse/open-server.ts'
import { openTelemetry, type Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { setMergeSettings } from '#kit/server/clickhouse/merge-settings-store.ts'
import { setValueCodec } from '#kit/server/clickhouse/value-codec-store.ts'
import type { DataDirectory } from '#kit/server/data-directory/data-directory.ts'
import type { InstallationIdentity } from '#kit/server/installation/identity.ts'
import {
  openInstallation,
  type InstallationParts,
  type Opening,
} from '#kit/server/installation/installation.ts'
import type { Lifecycle } from '#kit/server/process/lifecycle.ts'
import { migrate } from '#kit/server/migrations/migrate.ts'
import {
  createPostgresListener,
  type PostgresListener,
} from '#kit/server/notifications/postgres-listener.ts'
import { checkDatabaseVersion } from '#kit/server/postgres/check-version.ts'
import { lockDatabase } from '#kit/server/postgres/database-lock.ts'
import { startEmbeddedPostgres } from '#kit/server/postgres/embedded.ts'
import { openSql, type Sql } from '#kit/server/postgres/sql.ts'
import type { Config } from './config/config.ts'

export interface Engines {
  readonly sql: Sql
  readonly listener: PostgresListener
  readonly telemetry: Telemetry
  /** Whose data this is: the same in both stores and in the data directory. */
  readonly installation: InstallationIdentity
}

/** The stores of one installation, opened. */
interface Stores extends InstallationParts {
  readonly sql: Sql
  readonly databaseUrl: string
  readonly installation: InstallationIdentity
}

/**
 * Who stops what was opened, and ends the program when the database has been taken over by another
 * server.
 */
export type Owner = Pick<Lifecycle, 'onStop' | 'stop' | 'stopping'>

const migrations = join(import.meta.dirname, '..', '..', 'migrations')

/**
 * Opens both stores, embedded or external as configured, and brings their definitions up to date.
 */
export async function openEngines(
  config: Config,
  directory: DataDirectory,
  owner: Owner,
  log: BaseLogger,
): Promise<Engines & { readonly stores: InstallationParts }> {
  const stores = await openStores(config, directory, 'start', productOrigin(), owner, log)
  const { sql, databaseUrl, telemetry, installation } = stores
  await setMergeSettings(telemetry)
  await setValueCodec(telemetry, config.clickhouseCodecs)
  const listener = await createPostgresListener(databaseUrl, (error) =>
    log.warn({ err: error }, 'database notifications'),
  )
  owner.onStop('database notifications', () => listener.close())
  return { sql, listener, telemetry, installation, stores }
}

/**
 * Opens both stores for this program alone. Throws StartupError when one cannot be used, when
 * another server works with the database, or when the data directory and the two do not belong
 * together.
 */
export async function openStores(
  config: Config,
  directory: DataDirectory,
  opening: Opening,
  origin: AuditOrigin,
  owner: Owner,
  log: BaseLogger,
): Promise<Stores> {
  const [{ sql, databaseUrl }, telemetry] = await Promise.all([
    openRelational(config, directory, owner, log),
    openReadings(config, directory, owner),
  ])
  const parts: InstallationParts = {
    directory: directory.path,
    sql,
    telemetry,
    places: placesOf(config),
  }
  const prepare = async () => {
    await Promise.all([
      migrateRelational(databaseUrl, log),
      migrateTelemetry(telemetry, join(migrations, 'clickhouse')),
    ])
  }
  const services = { prepare, audit: recordAudit, origin, log }
  const installation = await openInstallation(parts, opening, services)
  return { ...parts, sql, databaseUrl, installation }
}

/** A migration, and the wait for that of another process, takes as long as it takes. */
async function migrateRelational(url: string, log: BaseLogger): Promise<void> {
  const sql = openSql({ url }, { log, connections: 1, statementTimeoutMs: null })
  try {
    await migrate(sql, join(migrations, 'postgres'), log)
  } finally {
    await sql.destroy()
  }
}

async function openRelational(
  config: Config,
  directory: DataDirectory,
  owner: Owner,
  log: BaseLogger,
) {
  const account = config.postgresAccount ?? undefined
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ directory: directory.postgres, log, account })
      : null
  if (embedded) owner.onStop('PostgreSQL', () => embedded.stop())
  const databaseUrl = embedded?.url ?? config.databaseUrl ?? ''
  const { stopping } = owner
  const sql = openSql(embedded ? { embedded } : { url: databaseUrl }, { log, stopping })
  owner.onStop('database connections', () => sql.destroy())
  if (!embedded) await checkDatabaseVersion(sql, placesOf(config).database)
  const onTaken = (reason: string) => void owner.stop(reason, 1)
  const lock = await lockDatabase({ url: databaseUrl, log, onTaken })
  owner.onStop('database lock', () => lock.close())
  return { sql, databaseUrl }
}

async function openReadings(
  config: Config,
  directory: DataDirectory,
  owner: Owner,
): Promise<Telemetry> {
  if (config.clickhouseUrl === null)
    mkdirSync(directory.clickhouse, { recursive: true, mode: 0o700 })
  const telemetry =
    config.clickhouseUrl === null
      ? openTelemetry({ directory: directory.clickhouse })
      : openServer(config.clickhouseUrl, placesOf(config).telemetry)
  owner.onStop('telemetry store', () => telemetry.close())
  if (config.clickhouseUrl !== null)
    await checkTelemetryVersion(telemetry, placesOf(config).telemetry)
  return telemetry
}

/** Where the engines are, for people. */
function placesOf({ databaseUrl, clickhouseUrl }: Config): InstallationParts['places'] {
  return {
    database: placeOf(databaseUrl, 'DATABASE_URL'),
    telemetry: placeOf(clickhouseUrl, 'CLICKHOUSE_URL'),
  }
}

function placeOf(address: string | null, variable: string): string {
  if (address === null) return `in the data directory, as ${variable} is empty or not set`
  const { protocol, host, pathname, searchParams } = new URL(address)
  return `${protocol}//${host || (searchParams.get('host') ?? '')}${pathname}`
}
