import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

const project = join(import.meta.dirname, '..', '..')
/** A run of tests is over long before: what was not used for this long is in nobody's use. */
const unusedMs = 24 * 3_600_000

/**
 * Changes with the versions of the engines, with every migration in `migrations`, with the person
 * who tests, and with what else is named.
 */
export function imageKey(migrations: string, ...more: readonly string[]): string {
  const hash = createHash('sha256').update(String(process.getuid?.()))
  for (const each of more) hash.update(each)
  const files = globSync('*.sql', { cwd: migrations }).toSorted()
  for (const path of [
    join(project, 'package-lock.json'),
    ...files.map((name) => join(migrations, name)),
  ])
    hash.update(path).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

/** Makes an image of what was prepared; another run may have been faster: its own is as good. */
export function publishImage(unfinished: string, finished: string): void {
  try {
    renameSync(unfinished, finished)
  } catch (error) {
    if (!existsSync(finished)) throw error
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Removes what former migrations and broken-off runs left; another run may be copying the rest. */
export function removeUnusedImages(images: string): void {
  for (const name of readdirSync(images)) {
    const path = join(images, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && Date.now() - found.mtimeMs > unusedMs)
      rmSync(path, { recursive: true, force: true })
  }
}
