import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../process/startup-error.ts'

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

function readLockFile(
  cluster: string,
): { readonly pid: number; readonly directory: string } | undefined {
  try {
    const [pid, directory] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(pid), directory: directory ?? '' }
  } catch {
    return undefined
  }
}

/**
 * Whether process `pid` is the postmaster that was started on `directory`, and not another program
 * that got its number later.
 */
function isPostmaster(pid: number, directory: string): boolean {
  const words = commandLine(pid).replaceAll('\0', ' ')
  return pid > 1 && words.includes('postgres') && words.includes(` -D ${directory} `)
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
 * Ends the postmaster that a killed run of this program left on `cluster`, and removes its lock
 * file when the number in it now belongs to another program, for which PostgreSQL would refuse to
 * start. The caller holds the lock of the data directory, so no postmaster found here can belong to
 * a running server.
 */
export async function stopPreviousPostmaster(
  cluster: string,
  report: (pid: number) => void,
): Promise<void> {
  const lock = readLockFile(cluster)
  if (!lock) return
  if (!isPostmaster(lock.pid, lock.directory)) {
    if (exists(lock.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
    return
  }
  report(lock.pid)
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
      if (!isPostmaster(lock.pid, lock.directory)) return
      await delay(pollMs)
    }
  }
  throw new StartupError(
    `A PostgreSQL server (pid ${lock.pid}) that an earlier run left on ${cluster} does not end. ` +
      `Stop it, then start again.`,
  )
}
