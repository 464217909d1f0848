import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { filesUnder } from './files.ts'

/** What is known of a published build; it lies beside the files as `.build.json`. */
export interface Stamp {
  /** Hash of the sources that it was made of. */
  readonly sources: string
  /** Compressed JavaScript to the sign-in page, in bytes. */
  readonly signInBytes: number
  /** Paths inside the directory. */
  readonly files: readonly string[]
}

const stampName = '.build.json'

/** The stamp of what is published, or null where nothing is. */
export async function readStamp(directory: string): Promise<Stamp | null> {
  try {
    return JSON.parse(await readFile(join(directory, stampName), 'utf8')) as Stamp
  } catch {
    return null
  }
}

/**
 * Moves a finished build from `staging` into `directory`, from which a server may be serving.
 * Files have new names when their content is new, so they come beside the old ones; the page that
 * names them is replaced last. Files of the build before stay for pages that are open, older ones
 * go. Broken off anywhere, what was published before still works, and its stamp makes the next
 * start build again.
 */
export async function publish(
  staging: string,
  directory: string,
  details: Omit<Stamp, 'files'>,
): Promise<void> {
  const before = await readStamp(directory)
  const files = (await filesUnder(staging)).map((path) => relative(staging, path))
  await mkdir(directory, { recursive: true })
  await rm(join(directory, stampName), { force: true })
  const isPage = (file: string) => file.startsWith('index.html')
  for (const file of [...files.filter((name) => !isPage(name)), ...files.filter(isPage)]) {
    await mkdir(dirname(join(directory, file)), { recursive: true })
    await rename(join(staging, file), join(directory, file))
  }
  const remaining = new Set([...files, ...(before?.files ?? [])])
  for (const path of await filesUnder(directory)) {
    if (!remaining.has(relative(directory, path))) await rm(path, { force: true })
  }
  const stamp: Stamp = { ...details, files }
  await writeFile(join(staging, stampName), JSON.stringify(stamp))
  await rename(join(staging, stampName), join(directory, stampName))
}
