import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const project = join(import.meta.dirname, '..', '..')

export interface ServerProcess {
  /** `http://localhost:PORT` */
  readonly url: string
  readonly mqttUrl: string
  /** Empty without a port with TLS. */
  readonly mqttsUrl: string
  readonly pid: number
  /** Everything that it wrote so far: the announcement and the log. */
  readonly output: () => string
  /** Resolves with the exit status; null after a signal. */
  readonly ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
  /**
   * SIGTERM, and waits for the end. A server that has not ended after 60 s is killed; rejects with
   * the end of what it wrote.
   */
  stop(): Promise<number | null>
}

/** As `npm start` has it. */
const usual = { UV_THREADPOOL_SIZE: '12', NODE_COMPILE_CACHE: join(project, '.cache/node') }
const usualFlags = ['--max-semi-space-size=32']

/**
 * Runs the real server as a process of its own, on ports that the system chooses unless the
 * environment names them.
 */
export function runServer(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...usualFlags, join(project, 'apps/server/main.ts')], {
    env: {
      ...process.env,
      ...usual,
      HTTP_PORT: '0',
      MQTT_PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'info',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, ended: once(child, 'exit').then(([status]) => status as number | null) }
}

/**
 * Starts the real server, without demo data unless asked for. Resolves when it says that it is
 * ready; rejects with its output when it ends before.
 */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const { child, ended } = runServer(environment)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (output.includes('Warroom is ready') && output.includes('Data directory')) resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    void ended.then((status) => reject(new Error(`the server ended with ${status}:\n${output}`)))
  })
  return describe(child, () => output, ended)
}

function describe(
  child: ChildProcess,
  output: () => string,
  ended: Promise<number | null>,
): ServerProcess {
  const find = (pattern: RegExp) => pattern.exec(output())?.[1] ?? ''
  return {
    url: find(/Warroom is ready:\s+(\S+)/),
    mqttUrl: find(/MQTT:\s+(\S+)/),
    mqttsUrl: find(/MQTT with TLS:\s+(\S+)/),
    pid: child.pid ?? 0,
    output,
    ended,
    kill: (signal) => void child.kill(signal),
    async stop() {
      child.kill('SIGTERM')
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        child.kill('SIGKILL')
      }, 60_000)
      const status = await ended
      clearTimeout(timer)
      if (isLate) throw new Error(`the server ignored SIGTERM:\n${output().slice(-4_000)}`)
      return status
    },
  }
}
