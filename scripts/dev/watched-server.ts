import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

const project = join(import.meta.dirname, '..', '..')

/**
 * Runs the server, and starts it again when a source that it has loaded changes. `address` is where
 * people open the site.
 */
export function startWatchedServer({
  port,
  address,
}: {
  readonly port: number
  readonly address: string
}): ChildProcess {
  const program = join(project, 'apps/server/main.ts')
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', '--expose-gc', program], {
    cwd: project,
    env: {
      PUBLIC_URL: address,
      NODE_COMPILE_CACHE: join(project, '.cache/node'),
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '2097152',
      MALLOC_TRIM_THRESHOLD_: '4194304',
      UV_THREADPOOL_SIZE: '12',
      ...process.env,
      HTTP_PORT: String(port),
    },
    stdio: 'inherit',
    // Ctrl+C reaches the whole group of a terminal: the server must be asked to stop once only.
    detached: true,
  })
}
