import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { callControl } from '#kit/server/command-line/control.ts'
import { controlSocketOf } from '#kit/server/data-directory/data-directory.ts'
import { eventually } from '#testing/eventually.ts'
import { startServerProcess, type ServerProcess } from '#testing/peers/server-process.ts'
import type { BenchmarkContext } from './benchmark.ts'

export interface BenchServer extends ServerProcess {
  readonly dataDirectory: string
  /** Runs an administrator's command in the server, such as `device add`. */
  command<Result>(name: string, options: Readonly<Record<string, unknown>>): Promise<Result>
}

/**
 * Starts the real server, without demo data unless `environment` asks for it. It is stopped when
 * the benchmark ends.
 */
export async function startBenchServer(
  context: BenchmarkContext,
  dataDirectory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const { profile } = context.options
  const profiling = profile === null ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` }
  const server = await startServerProcess({
    WARROOM_DATA: dataDirectory,
    LOG_LEVEL: 'info',
    ...profiling,
    ...environment,
  })
  context.atEnd(() => server.stop())
  return {
    ...server,
    dataDirectory,
    command: async <Result>(name: string, options: Readonly<Record<string, unknown>>) =>
      (await callControl(controlSocketOf(dataDirectory), name, options)) as Result,
  }
}

/** A directory for a server's data that does not exist yet. */
export function newDataDirectory(context: BenchmarkContext): string {
  return join(context.directory(), 'data')
}

export interface Credential {
  readonly lesiId: string
  readonly token: string
}

/** Adds devices, named `bench-001` and so on; resolves when the server lets all of them speak. */
export async function addDevices(
  server: BenchServer,
  count: number,
  prefix = '',
): Promise<Credential[]> {
  const credentials: Credential[] = []
  for (let index = 1; index <= count; index++) {
    const device = {
      id: `${prefix}bench-${String(index).padStart(3, '0')}`,
      token: randomBytes(24).toString('base64url'),
    }
    await server.command('device add', device)
    credentials.push({ lesiId: device.id, token: device.token })
  }
  // The running server receives a new device a moment after the command has ended.
  for (const credential of credentials)
    await eventually(`${credential.lesiId} may speak`, () => maySpeak(server, credential))
  return credentials
}

/**
 * Whether the device's token is accepted: an empty document is refused for its content only after
 * that.
 */
async function maySpeak(server: BenchServer, { lesiId, token }: Credential): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const reply = await fetch(`${server.url}/api/ingest/${lesiId}`, {
    method: 'POST',
    headers,
    body: '{}',
  })
  await reply.arrayBuffer()
  return reply.status !== 401
}

export const person = { email: 'bench@warroom.test', password: 'warroom-bench' }

/** Adds a person who may see every device. */
export async function addPerson(server: BenchServer): Promise<void> {
  await server.command('user add', { ...person, name: 'Bench', role: 'admin' })
}
