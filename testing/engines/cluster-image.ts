import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { migrate } from '#kit/server/migrations/migrate.ts'
import { socketUrl, startEmbeddedPostgres } from '#kit/server/postgres/embedded.ts'
import { databaseName } from '#kit/server/postgres/settings.ts'
import { openSql } from '#kit/server/postgres/sql.ts'
import { createDatabase } from '#testing/postgres/databases-store.ts'
import { imageKey, publishImage, removeUnusedImages } from './images.ts'

const project = join(import.meta.dirname, '..', '..')
const projectImages = join(project, '.cache', 'test-postgres')
const unfinishedPrefix = 'unfinished-'
const migrations = join(project, 'migrations', 'postgres')

/** A migrated and otherwise empty database in every image, for tests to copy. */
export const templateName = 'warroom_template'

/** Tests throw their data away, so a crash may lose it. */
export const unsafeSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Puts a PostgreSQL cluster that is initialised and migrated already into the embedded server's
 * `directory`: the slow part of a first start is done once for each state of the migrations, and
 * copied then. Any number of processes may do so at once, also of runs with other migrations.
 */
export async function placeCluster(directory: string, images = projectImages): Promise<void> {
  const finished = await makeMissingImage(images)
  const now = new Date()
  utimesSync(finished, now, now)
  mkdirSync(directory, { recursive: true })
  // The files belong to the account of the server: a copy must keep that.
  execFileSync('cp', ['-a', join(finished, 'cluster'), join(directory, 'cluster')])
}

/** Makes the image for the present migrations unless there is one; its folder. */
export async function makeMissingImage(images = projectImages): Promise<string> {
  const finished = join(images, imageKey(migrations, databaseName))
  if (!existsSync(join(finished, 'cluster'))) await makeImage(finished, images)
  return finished
}

async function makeImage(finished: string, images: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'warroom-image-'))
  try {
    await initialise(directory)
    mkdirSync(images, { recursive: true })
    const unfinished = await mkdtemp(join(images, unfinishedPrefix))
    execFileSync('cp', ['-a', join(directory, 'cluster'), unfinished])
    publishImage(unfinished, finished)
    removeUnusedImages(images)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function initialise(directory: string): Promise<void> {
  const log = pino({ level: 'error' })
  const embedded = await startEmbeddedPostgres({ directory, log, settings: unsafeSettings })
  const admin = openSql({ url: socketUrl(embedded.sockets, 'postgres') }, { log })
  await createDatabase(admin, templateName)
  await admin.destroy()
  // That of the product, too: the first start of a server finds its tables.
  for (const name of [templateName, databaseName]) {
    const database = openSql({ url: socketUrl(embedded.sockets, name) }, { log })
    await migrate(database, migrations, log)
    await database.destroy()
  }
  await embedded.stop()
}
