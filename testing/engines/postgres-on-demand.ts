import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#kit/server/postgres/embedded.ts'
import { unsafeSettings, placeCluster } from './cluster-image.ts'

export interface PostgresOnDemand {
  /** Where a test process asks for the server. */
  readonly requests: string
  readonly stop: () => Promise<void>
}

/** A PostgreSQL for the whole test run that starts when the first test asks for it. */
export async function offerPostgres(): Promise<PostgresOnDemand> {
  const directory = await mkdtemp(join(tmpdir(), 'warroom-test-'))
  const requests = join(directory, 'requests')
  let started: Promise<EmbeddedPostgres> | undefined
  const server = createServer((socket) => {
    started ??= start(directory)
    started.then(
      ({ sockets }) => socket.end(JSON.stringify({ sockets })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    )
  })
  await once(server.listen(requests), 'listening')
  return {
    requests,
    async stop() {
      server.close()
      await started?.then(
        (embedded) => embedded.stop(),
        () => undefined,
      )
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function start(directory: string): Promise<EmbeddedPostgres> {
  await placeCluster(directory)
  return startEmbeddedPostgres({
    directory,
    log: pino({ level: 'error' }),
    settings: unsafeSettings,
  })
}

/** The socket directory of the test run's server, once it runs. */
export async function requestPostgres(requests: string): Promise<string> {
  const reply = JSON.parse(await text(createConnection(requests))) as {
    readonly sockets?: string
    readonly error?: string
  }
  if (reply.sockets === undefined) throw new Error(`PostgreSQL did not start: ${reply.error}`)
  return reply.sockets
}
