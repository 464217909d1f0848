/** Writes `kit/server/postgres-schema.ts` from the migrations. Run it after adding one. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { migrate } from '#kit/server/migrations/migrate.ts'
import { startEmbeddedPostgres } from '#kit/server/postgres/embedded.ts'
import { openSql } from '#kit/server/postgres/sql.ts'
import { schemaSource } from './schema-source.ts'

const project = join(import.meta.dirname, '..')
const log = pino({ level: 'fatal' })
const directory = await mkdtemp(join(tmpdir(), 'warroom-schema-'))
const embedded = await startEmbeddedPostgres({ directory, log })
try {
  const sql = openSql({ embedded }, { log })
  await migrate(sql, join(project, 'migrations', 'postgres'), log)
  await sql.destroy()
  await writeFile(
    join(project, 'kit', 'server', 'postgres-schema.ts'),
    await schemaSource(embedded.url),
  )
} finally {
  await embedded.stop()
  await rm(directory, { recursive: true, force: true })
}
