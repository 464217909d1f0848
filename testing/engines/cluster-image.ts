import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { migrate } from '#kit/server/migrations/migrate.ts'
import { socketUrl, startEmbeddedPostgres } from '#kit/server/postgres/embedded.ts'
import { openSql } from '#kit/server/postgres/sql.ts'
import { createDatabase } from '#testing/postgres/databases-store.ts'

const project = join(import.meta.dirname, '..', '..')
const projectImages = join(project, '.cache', 'test-postgres')
const unfinishedPrefix = 'unfinished-'
/** A run of tests is over long before: what was not used for this long is in nobody's use. */
const unusedMs = 24 * 3_600_000
const migrations = join(project, 'migrations', 'postgres')

/** A migrated and otherwise empty database in every image, for tests to copy. */
export const templateName = 'warroom_template'

/** Tests throw their data away, so a crash may lose it. */
export const unsafeSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Puts a PostgreSQL cluster that is initialised already into the embedded server's `directory`: the
 * slow part of a first start is done once for each state of the migrations, and copied then. Any
 * number of processes may do so at once, also of runs with other migrations.
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
  const finished = join(images, imageKey())
  if (!existsSync(join(finished, 'cluster'))) await makeImage(finished, images)
  return finished
}

/** Changes with the version of PostgreSQL, with every migration and with the person who tests. */
function imageKey(): string {
  const hash = createHash('sha256').update(String(process.getuid?.()))
  const files = globSync('*.sql', { cwd: migrations }).toSorted()
  for (const path of [
    join(project, 'package-lock.json'),
    ...files.map((name) => join(migrations, name)),
  ])
    hash.update(path).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

async function makeImage(finished: string, images: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'warroom-image-'))
  try {
    await initialise(directory)
    mkdirSync(images, { recursive: true })
    const unfinished = await mkdtemp(join(images, unfinishedPrefix))
    execFileSync('cp', ['-a', join(directory, 'cluster'), unfinished])
    publish(unfinished, finished)
    removeUnused(images)
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
  const template = openSql({ url: socketUrl(embedded.sockets, templateName) }, { log })
  await migrate(template, migrations, log)
  await template.destroy()
  await embedded.stop()
}

/** Another run may have been faster: its image is as good. */
function publish(unfinished: string, finished: string): void {
  try {
    renameSync(unfinished, finished)
  } catch (error) {
    if (!existsSync(finished)) throw error
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Removes what former migrations and broken-off runs left; another run may be copying the rest. */
function removeUnused(images: string): void {
  for (const name of readdirSync(images)) {
    const path = join(images, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && Date.now() - found.mtimeMs > unusedMs)
      rmSync(path, { recursive: true, force: true })
  }
}
