import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../process/startup-error.ts'
import type { Telemetry } from './telemetry.ts'

interface Migration {
  readonly id: number
  readonly name: string
  readonly checksum: string
  readonly statements: readonly string[]
}

/**
 * Applies the numbered migrations that this engine has not seen, in order. ClickHouse has no
 * transactions over definitions, so every statement must be harmless when run twice: an interrupted
 * migration is run again from its start. Throws StartupError when an applied migration has changed
 * since, or when the data was written by a newer version.
 */
export async function migrateTelemetry(telemetry: Telemetry, directory: string): Promise<number> {
  await telemetry.command(
    `CREATE TABLE IF NOT EXISTS migrations
     (id UInt32, name String, checksum String, appliedAt DateTime DEFAULT now())
     ENGINE = MergeTree ORDER BY id SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
  )
  const applied = new Map(
    (
      await telemetry.rows<{ id: number; checksum: string }>(
        'SELECT id, any(checksum) AS checksum FROM migrations GROUP BY id',
      )
    ).map((row) => [row.id, row.checksum]),
  )
  const migrations = readMigrations(directory)
  const newest = migrations.at(-1)?.id ?? 0
  for (const id of applied.keys()) {
    if (id > newest)
      throw new StartupError(
        `The telemetry data was written by a newer version (migration ${id}; this has ${newest})`,
      )
  }
  for (const migration of migrations)
    await applyOnce(telemetry, migration, applied.get(migration.id))
  return migrations.length - applied.size
}

async function applyOnce(
  telemetry: Telemetry,
  migration: Migration,
  appliedChecksum: string | undefined,
): Promise<void> {
  if (appliedChecksum === migration.checksum) return
  if (appliedChecksum !== undefined)
    throw new StartupError(`Telemetry migration ${migration.name} has changed after it was applied`)
  for (const statement of migration.statements) await telemetry.command(statement)
  await telemetry.insert(
    { table: 'migrations', columns: ['id', 'name', 'checksum'] },
    Buffer.from(`${migration.id}\t${migration.name}\t${migration.checksum}\n`),
  )
}

function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((name) => /^\d{4}-.+\.sql$/.test(name))
  return names.toSorted().map((name) => {
    const text = readFileSync(join(directory, name), 'utf8')
    const statements = text
      .replaceAll(/^\s*--.*$/gm, '')
      .split(/;\s*$/m)
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '')
    return {
      id: Number(name.slice(0, 4)),
      name,
      checksum: createHash('sha256').update(text).digest('hex'),
      statements,
    }
  })
}
