import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Where Linux has a file system in memory. */
const memory = '/dev/shm'
const prefix = 'warroom-tests-'
/** A run has about 1 GiB of files at its highest; the rest of the memory is for its programs. */
const needed = { space: 3 * 2 ** 30, memory: 6 * 2 ** 30 }
/** A run is over long before; what is older belonged to one that was killed. */
const unusedMs = 24 * 3_600_000

/**
 * A directory in memory for the files of this run of tests, to be removed with `removeFiles`; null
 * where there is none with room enough. The tests make some 100,000 files, most of them for
 * databases that live for seconds: in memory the whole suite needs a third less processor time.
 */
export function filesInMemory(directory = memory, { space, memory: free } = needed): string | null {
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(directory)
    if (bavail * bsize < space || freemem() < free) return null
    removeUnused(directory)
    const files = mkdtempSync(join(directory, prefix))
    // PostgreSQL runs as another account when this runs as root, and passes through.
    chmodSync(files, 0o711)
    return files
  } catch {
    return null
  }
}

export function removeFiles(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
}

function removeUnused(directory: string): void {
  for (const name of readdirSync(directory).filter((each) => each.startsWith(prefix))) {
    const path = join(directory, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && Date.now() - found.mtimeMs > unusedMs && found.uid === process.getuid?.())
      removeFiles(path)
  }
}
