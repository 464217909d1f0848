import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { EnvironmentReader } from './config-environment.ts'
import { text, type Reader } from './config-values.ts'
import type { Machine } from './config-machine.ts'

const directory: Reader<string> = {
  allowed: 'a directory that the server, and the account that PostgreSQL runs as, can use',
  read: text(4096).read,
}

/** Where data goes when nobody chose: in the project, or where PostgreSQL's account can follow. */
function defaultDataDirectory(machine: Machine, accountName: string | undefined): string {
  const inProject = resolve(machine.projectDirectory, 'data')
  if (machine.unreachableReason(inProject, accountName) === undefined) return inProject
  const hash = createHash('sha256').update(machine.projectDirectory).digest('hex').slice(0, 8)
  return `/var/lib/warroom-${hash}`
}

export function readDataDirectory(
  from: EnvironmentReader,
  machine: Machine,
  account: string | null,
  embedded: boolean,
): string {
  const accountName = account ?? undefined
  const configured = from.read('WARROOM_DATA', directory, null)
  if (configured === null) return defaultDataDirectory(machine, accountName)
  const path = resolve(machine.projectDirectory, configured)
  const reason = embedded ? machine.unreachableReason(path, accountName) : undefined
  if (reason !== undefined)
    from.refuse(
      'WARROOM_DATA',
      reason,
      "a directory outside root's home, for example /var/lib/warroom",
    )
  return path
}
