import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BaseLogger } from 'pino'
import type { Account } from './account.ts'
import type { Layout } from './cluster.ts'
import { environment, postmasterArguments } from './settings.ts'
import { supervisedCommand } from './supervised-command.ts'

/** Lines of the server's log that explain why it ended. */
const logLines = 20

/** One run of the server process. */
export interface Postmaster {
  readonly pid: number | undefined
  /** Resolves, never rejects, when the process has ended. */
  readonly exited: Promise<void>
  readonly hasExited: () => boolean
  /** The last lines that the server wrote. */
  readonly recentLog: () => string
  /**
   * Asks it to end: SIGINT cleanly, without waiting for clients, SIGQUIT at once, leaving recovery
   * to the next start. When it takes too long, harder signals follow.
   */
  readonly end: (signal: 'SIGINT' | 'SIGQUIT') => void
}

export interface PostmasterOptions {
  readonly binaries: string
  readonly layout: Layout
  readonly account: Account | undefined
  readonly settings: Readonly<Record<string, string>>
  readonly log: BaseLogger
}

/** What each connection says that is open when the server is asked to end. */
const endedConnection = 'FATAL:  terminating connection due to administrator command'

/**
 * Failed statements (ERROR) and early connections reach whoever made them, so here they are for
 * debugging only; connections that the server ends as it was asked to are no news either.
 */
function logLine(log: BaseLogger, line: string, isEnding: boolean): void {
  const isAsked = isEnding && line.startsWith(endedConnection)
  if (line.startsWith('PANIC:')) log.error({ postgres: line }, 'PostgreSQL fails')
  else if (!isAsked && /^(FATAL|WARNING): {2}(?!the database system is )/.test(line))
    log.warn({ postgres: line }, 'PostgreSQL warns')
  else log.debug({ postgres: line }, 'PostgreSQL log')
}

function start({ binaries, layout, account, settings }: PostmasterOptions): ChildProcess {
  const server = join(binaries, 'bin', 'postgres')
  const supervised = supervisedCommand(
    account,
    'INT',
    server,
    postmasterArguments(layout.cluster, layout.sockets, settings),
  )
  // Detached: Ctrl-C in a terminal reaches the whole process group, and the server must outlive the
  // app's own orderly stop.
  return spawn(supervised.command, supervised.parameters, {
    ...supervised.account,
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/**
 * The signals after the first one, and how long each waits for the one before. Losing nothing:
 * commits are on disk.
 */
const harderSignals = {
  SIGINT: [
    ['SIGQUIT', 10_000],
    ['SIGKILL', 15_000],
  ],
  SIGQUIT: [['SIGKILL', 3_000]],
} as const

function endChild(child: ChildProcess, first: 'SIGINT' | 'SIGQUIT'): void {
  child.kill(first)
  const timers = harderSignals[first].map(([signal, delayMs]) =>
    setTimeout(() => child.kill(signal), delayMs).unref(),
  )
  child.once('exit', () => timers.forEach(clearTimeout))
}

/**
 * Starts the server process. It may still be recovering, or about to fail: see `exited` and
 * `recentLog`.
 */
export function startPostmaster(options: PostmasterOptions): Postmaster {
  const child = start(options)
  const recent: string[] = []
  let isEnding = false
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      recent.push(line)
      if (recent.length > logLines) recent.shift()
      logLine(options.log, line, isEnding)
    })
  }
  const endWithProgram = (): void => void child.kill('SIGINT')
  process.on('exit', endWithProgram)
  let ended = false
  const exited = new Promise<void>((resolve) => {
    const end = (detail?: Error): void => {
      if (detail) recent.push(detail.message)
      ended = true
      process.off('exit', endWithProgram)
      resolve()
    }
    child.once('error', end)
    // "close" and not "exit": the last log lines have arrived. Orphaned backends may hold the pipe,
    // so "exit" has a second chance.
    child.once('exit', () => setTimeout(end, 500).unref())
    child.once('close', () => end())
  })
  return {
    pid: child.pid,
    exited,
    hasExited: () => ended,
    recentLog: () => recent.join('\n'),
    end: (signal) => {
      isEnding = true
      endChild(child, signal)
    },
  }
}
