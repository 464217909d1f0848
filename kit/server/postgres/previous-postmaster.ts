import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { StartupError } from '../process/startup-error.ts'
import type { Layout } from './cluster.ts'
import { socketPort } from './settings.ts'

/**
 * How each signal asks a postmaster to end, and how long it may take: first cleanly, then leaving
 * recovery to the next start.
 */
const requests = [
  { signal: 'SIGINT', waitMs: 15_000 },
  // It kills backends that do not end within 5 s.
  { signal: 'SIGQUIT', waitMs: 10_000 },
] as const

const pollMs = 20
/** How long a killed process may take to be gone. */
const collectionMs = 2_000

/**
 * The command line of a running process, words separated by NUL (Linux) or spaces; empty for none
 * and for a zombie.
 */
function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}

interface LockFile {
  readonly pid: number
  /** What the cluster was called when the postmaster started. */
  readonly directory: string
}

function readLockFile(cluster: string): LockFile | undefined {
  try {
    const [pid, directory] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(pid), directory: directory ?? '' }
  } catch {
    return undefined
  }
}

/** Which directory this is, whatever its name; null where it cannot be read. */
function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path)
    return `${dev}:${ino}`
  } catch {
    return null
  }
}

/** Whether process `pid` is the postmaster that was started on `directory`, as it was called. */
function isPostmaster({ pid, directory }: LockFile): boolean {
  const words = commandLine(pid).replaceAll('\0', ' ')
  return pid > 1 && words.includes('postgres') && words.includes(` -D ${directory} `)
}

/**
 * Whether a postmaster works in `cluster`: its lock file may have come with a copy of the files
 * that it works in. The cluster may have been moved since the start.
 */
function worksIn({ pid, directory }: LockFile, cluster: string): boolean {
  // A postmaster's working directory is that of its files; other accounts may not read it.
  const place = identityOf(`/proc/${pid}/cwd`) ?? identityOf(directory)
  return place === null || place === identityOf(cluster)
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Ends the postmaster that a killed run of this program left on the cluster, and removes lock files
 * for which PostgreSQL would refuse to start: their number may belong to another program now, or
 * they came with a copy. The caller holds the lock of the data directory, so no postmaster found
 * working in it can belong to a running server.
 */
export async function stopPreviousPostmaster(
  { cluster, sockets }: Pick<Layout, 'cluster' | 'sockets'>,
  log: BaseLogger,
): Promise<void> {
  const lock = readLockFile(cluster)
  if (lock) {
    if (isPostmaster(lock) && worksIn(lock, cluster)) await endPostmaster(lock, cluster, log)
    await collected(lock.pid)
    await endBackends(cluster)
    const cameAlong = identityOf(lock.directory) !== identityOf(cluster)
    if (cameAlong)
      log.warn(
        { directory: lock.directory },
        'the files of PostgreSQL were copied or moved while it was in use there or had not been ' +
          'stopped: a copy made then may not be whole, stop the server before copying',
      )
    if (cameAlong || exists(lock.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
  }
  const socket = join(sockets, `.s.PGSQL.${socketPort}`)
  for (const left of [socket, `${socket}.lock`]) rmSync(left, { force: true })
}

/** Resolves when a process that has ended has left the list of processes, or after 2 s. */
async function collected(pid: number): Promise<void> {
  const end = Date.now() + collectionMs
  while (exists(pid) && commandLine(pid) === '' && Date.now() < end) await delay(pollMs)
}

/**
 * Ends what outlives a killed postmaster: a process goes on with a long statement, and PostgreSQL
 * does not start beside it. Only Linux shows the working directory of a process.
 */
async function endBackends(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return
  const own = identityOf(cluster)
  const left = () =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 1 && commandLine(pid).startsWith('postgres: '))
      .filter((pid) => own !== null && identityOf(`/proc/${pid}/cwd`) === own)
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const pid of left()) {
      try {
        process.kill(pid, signal)
      } catch {
        // Already gone, or another account's: PostgreSQL says so itself.
      }
    }
    const end = Date.now() + collectionMs
    while (left().length > 0 && Date.now() < end) await delay(pollMs)
  }
}

async function endPostmaster(lock: LockFile, cluster: string, log: BaseLogger): Promise<void> {
  log.warn({ postmaster: lock.pid }, 'stopping the PostgreSQL server that an earlier run left')
  for (const { signal, waitMs } of requests) {
    try {
      process.kill(lock.pid, signal)
      // A frozen one would not notice.
      process.kill(lock.pid, 'SIGCONT')
    } catch {
      // Already gone, or another account's: the wait below shows which.
    }
    const end = Date.now() + waitMs
    while (Date.now() < end) {
      if (!isPostmaster(lock)) return
      await delay(pollMs)
    }
  }
  throw new StartupError(
    `A PostgreSQL server (pid ${lock.pid}) that an earlier run left on ${cluster} does not end. ` +
      `Stop it, then start again.`,
  )
}
