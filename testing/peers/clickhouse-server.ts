import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/**
 * A stand-in for a ClickHouse server: the real engine in a process of its own, behind the interface
 * that the client uses.
 */
export interface ClickHouseServer {
  /** The same over restarts. */
  readonly url: string
  /** The process that runs now. */
  readonly pid: number
  /** How long every insert waits before the engine has it, and before it is answered, ms. */
  delayInserts(delays: { readonly beforeInsertMs?: number; readonly afterInsertMs?: number }): void
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>
  /** Starts it on the same data and the same port. */
  restart(): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
}

const program = join(import.meta.dirname, '..', 'programs', 'clickhouse-http.ts')

async function run(directory: string, port: string): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(program, [directory, port], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`the stand-in for ClickHouse ended with ${String(code)}`)
  })
  ended.catch(() => {})
  if (!child.stdout) throw new Error('it has no standard output')
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer]
  return { child, url: line.toString().trim() }
}

/** Starts it on the data in `directory`. Whoever starts it kills it in the end. */
export async function startClickHouseServer(directory: string): Promise<ClickHouseServer> {
  let { child, url } = await run(directory, String(await freePort()))
  return {
    url,
    get pid() {
      return child.pid ?? 0
    },
    delayInserts: (delays) => void child.send(delays),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async restart() {
      child = (await run(directory, new URL(url).port)).child
    },
    signal: (signal) => void child.kill(signal),
  }
}
