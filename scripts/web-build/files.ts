import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Every file under a directory, at any depth; of a file, itself. */
export async function filesUnder(path: string): Promise<readonly string[]> {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
