import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../process/startup-error.ts'
import { replaceFile } from './replace-file.ts'

/** The file that names the installation whose readings wait in the journal. */
const ownerFile = 'installation'

const journalOf = (directory: string) => join(directory, 'journal')

/**
 * Throws StartupError when the journal of the data directory is that of another installation: what
 * waits there would be stored under the sensors of this one. One without a name may be anybody's.
 */
export function assertOwnJournal(directory: string, id: string, adoption: string): void {
  const journal = journalOf(directory)
  const owner = readOwner(journal)
  if (owner === null || owner === id) return
  throw new StartupError(
    [
      `The journal ${journal} belongs to another installation: ${owner}, and not ${id}.`,
      'Nothing was changed. What it holds was acknowledged by the other one and may not be ' +
        'stored there yet: put it back, and that of this installation in its place.',
      'If they became one installation on purpose:',
      `  ${adoption}`,
    ].join('\n'),
  )
}

function readOwner(journal: string): string | null {
  const path = join(journal, ownerFile)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

/** Names the journal; it is made where it is missing. */
export function writeJournalOwner(directory: string, id: string): void {
  const journal = journalOf(directory)
  if (readOwner(journal) === id) return
  mkdirSync(journal, { recursive: true, mode: 0o700 })
  replaceFile(join(journal, ownerFile), `${id}\n`)
}
