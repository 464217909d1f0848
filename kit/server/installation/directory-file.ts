import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartupError } from '../process/startup-error.ts'
import type { DirectoryFinding } from './identity.ts'
import { replaceFile } from './replace-file.ts'

/** The file that names the installation in its data directory. */
export const installationFile = 'installation.json'

const Content = z.object({ id: z.uuid(), directoryId: z.uuid(), complete: z.boolean() })

/**
 * Whether the data directory `path` has anything of an installation, also of a version that wrote
 * no file.
 */
export function holdsInstallation(path: string): boolean {
  return [installationFile, join('postgres', 'cluster'), 'clickhouse'].some((part) =>
    existsSync(join(path, part)),
  )
}

/**
 * What the data directory says; null when it says nothing. Throws StartupError for a file that
 * cannot be understood.
 */
export function readDirectoryFile(directory: string): DirectoryFinding | null {
  const path = join(directory, installationFile)
  try {
    return Content.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw new StartupError(
      `${path} cannot be read, so it is not known to which installation this data directory ` +
        `belongs. ` +
        'Restore the file from a backup, or remove it and run: npm run admin -- installation ' +
        'adopt --yes',
      { cause },
    )
  }
}

/** Replaces the file as a whole; it is on disk when this returns. */
export function writeDirectoryFile(
  directory: string,
  { id, directoryId, complete }: DirectoryFinding,
): void {
  replaceFile(
    join(directory, installationFile),
    `${JSON.stringify({ id, directoryId, complete })}\n`,
  )
}
