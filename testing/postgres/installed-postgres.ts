import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { socketUrl } from '#kit/server/postgres/embedded.ts'
import { accountFor } from '#kit/server/postgres/account.ts'

const debianDirectory = '/usr/lib/postgresql'

/** A PostgreSQL server of the operating system's own packages. */
export interface InstalledPostgres {
  readonly url: string
  readonly stop: () => void
}

/**
 * The major versions of PostgreSQL that Debian or Ubuntu packages have installed here, such as
 * ["15"].
 */
export function installedVersions(): readonly string[] {
  if (!existsSync(debianDirectory)) return []
  return readdirSync(debianDirectory).filter((version) =>
    existsSync(join(debianDirectory, version, 'bin', 'initdb')),
  )
}

/**
 * Starts a private server of the installed `version` in the new directory `directory`, on a Unix
 * socket.
 */
export function startInstalledPostgres(version: string, directory: string): InstalledPostgres {
  const account = accountFor(join(directory, 'cluster'))
  const cluster = join(directory, 'cluster')
  const binary = (name: string): string => join(debianDirectory, version, 'bin', name)
  const run = (name: string, parameters: readonly string[]): void =>
    void execFileSync(binary(name), parameters, {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  chmodSync(directory, 0o711)
  mkdirSync(cluster, { mode: 0o700 })
  if (account) chownSync(cluster, account.uid, account.gid)
  run('initdb', [
    '-D',
    cluster,
    '-U',
    'warroom',
    '-E',
    'UTF8',
    '--locale=C',
    '-A',
    'trust',
    '-N',
    '--no-instructions',
  ])
  const settings = `-c listen_addresses='' -c fsync=off -k ${cluster}`
  run('pg_ctl', ['-D', cluster, '-o', settings, '-l', join(cluster, 'log'), '-w', 'start'])
  return {
    url: socketUrl(cluster, 'postgres'),
    stop: () => run('pg_ctl', ['-D', cluster, '-m', 'immediate', '-w', 'stop']),
  }
}
