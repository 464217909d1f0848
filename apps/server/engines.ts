import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { migrateTelemetry } from '#kit/server/clickhouse/migrate-telemetry.ts'
import { openTelemetry, type Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { setValueCodec } from '#kit/server/clickhouse/value-codec-store.ts'
import type { DataDirectory } from '#kit/server/data-directory.ts'
import type { Lifecycle } from '#kit/server/lifecycle.ts'
import { migrate } from '#kit/server/migrate.ts'
import { createPostgresListener, type PostgresListener } from '#kit/server/postgres-listener.ts'
import { startEmbeddedPostgres } from '#kit/server/postgres/embedded.ts'
import { openSql, type Sql } from '#kit/server/postgres/sql.ts'
import type { Config } from './config.ts'

export interface Engines {
  readonly sql: Sql
  readonly listener: PostgresListener
  readonly telemetry: Telemetry
}

const migrations = join(import.meta.dirname, '..', '..', 'migrations')

/** Opens both stores, embedded or external as configured, and brings their definitions up to date. */
export async function openEngines(config: Config, directory: DataDirectory, lifecycle: Lifecycle, log: Logger): Promise<Engines> {
  const [relational, telemetry] = await Promise.all([
    openRelational(config, directory, lifecycle, log),
    openTelemetryStore(config, directory, lifecycle),
  ])
  return { ...relational, telemetry }
}

async function openRelational(
  config: Config,
  directory: DataDirectory,
  lifecycle: Lifecycle,
  log: Logger,
): Promise<Pick<Engines, 'sql' | 'listener'>> {
  const source =
    config.databaseUrl === null
      ? { embedded: await startEmbedded(config, directory, lifecycle, log) }
      : { url: config.databaseUrl }
  const sql = openSql(source, { log })
  lifecycle.onStop('database connections', () => sql.destroy())
  await migrate(sql, join(migrations, 'postgres'), log)
  const url = 'embedded' in source ? source.embedded.url : source.url
  const listener = await createPostgresListener(url, (error) => log.warn({ err: error }, 'database notifications'))
  lifecycle.onStop('database notifications', () => listener.close())
  return { sql, listener }
}

async function startEmbedded(config: Config, directory: DataDirectory, lifecycle: Lifecycle, log: Logger) {
  const embedded = await startEmbeddedPostgres({
    directory: directory.postgres,
    log,
    account: config.postgresAccount ?? undefined,
  })
  lifecycle.onStop('PostgreSQL', () => embedded.stop())
  return embedded
}

async function openTelemetryStore(config: Config, directory: DataDirectory, lifecycle: Lifecycle): Promise<Telemetry> {
  if (config.clickhouseUrl === null) mkdirSync(directory.clickhouse, { recursive: true, mode: 0o700 })
  const telemetry = openTelemetry(
    config.clickhouseUrl === null ? { directory: directory.clickhouse } : { url: config.clickhouseUrl },
  )
  lifecycle.onStop('telemetry store', () => telemetry.close())
  await migrateTelemetry(telemetry, join(migrations, 'clickhouse'))
  await setValueCodec(telemetry, config.clickhouseCodecs)
  return telemetry
}
