import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate } from '#kit/server/migrate.ts'
import { socketUrl, startEmbeddedPostgres } from '#kit/server/postgres/embedded.ts'
import { openSql } from '#kit/server/postgres/sql.ts'
import { createDatabase } from './databases-store.ts'

/** The database that `testDatabase()` copies: migrated, and empty otherwise. */
const templateName = 'warroom_template'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's PostgreSQL: its socket directory and the name of the template database. */
    postgres: { readonly sockets: string; readonly template: string }
  }
}

/** Tests throw their data away, so a crash may lose it. */
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Starts one embedded PostgreSQL for the whole test run, and stops it at its end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'error' })
  const directory = await mkdtemp(join(tmpdir(), 'warroom-test-'))
  const embedded = await startEmbeddedPostgres({ directory, log, settings: careless })
  const admin = openSql({ url: socketUrl(embedded.sockets, 'postgres') }, { log })
  await createDatabase(admin, templateName)
  await admin.destroy()
  const template = openSql({ url: socketUrl(embedded.sockets, templateName) }, { log })
  await migrate(template, join(import.meta.dirname, '..', 'migrations', 'postgres'), log)
  await template.destroy()
  project.provide('postgres', { sockets: embedded.sockets, template: templateName })
  return async () => {
    await embedded.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
