import { Readable } from 'node:stream'
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'

/** Values bound to `{name:Type}` places of a query. */
export type QueryParameters = Readonly<Record<string, number | string | readonly number[] | readonly string[]>>

/**
 * The telemetry engine: ClickHouse in this process or on a server, behind one client and one SQL.
 * Settings belong into the statement's own SETTINGS clause: the embedded engine keeps everything that is SET for all
 * later statements, so a setting passed beside one query would colour the next.
 */
export interface Telemetry {
  /** Rows as objects. 64-bit integers arrive as numbers: keep them below 2^53. */
  rows<Row>(query: string, parameters?: QueryParameters): Promise<Row[]>
  /** The result as JSON: one array of numbers for each column, in order, as the bytes that the engine wrote. */
  columns(query: string, parameters?: QueryParameters): Promise<Buffer[]>
  /** Runs `statement` (an INSERT that ends in `FORMAT TabSeparated`) with `body` as its data; resolves when it is on disk. */
  insert(statement: string, body: string): Promise<void>
  command(statement: string): Promise<void>
  ping(): Promise<boolean>
  close(): Promise<void>
}

export type TelemetryLocation = { readonly directory: string } | { readonly url: string }

export function openTelemetry(location: TelemetryLocation): Telemetry {
  const client = 'url' in location ? remoteClient(location.url) : embeddedClient(location.directory)
  const purging = 'url' in location ? undefined : purgeRegularly(client)
  return {
    rows: async <Row>(query: string, parameters?: QueryParameters) =>
      (await client.query({ query, format: 'JSONEachRow', query_params: { ...parameters } })).json<Row>(),
    async columns(query, parameters = {}) {
      const { stream } = await client.exec({ query: `${query} FORMAT JSONCompactColumns`, query_params: { ...parameters } })
      const chunks = (await stream.toArray()) as Buffer[]
      // The embedded engine answers in one piece: copying megabytes would only make garbage.
      return arraysIn(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    },
    async insert(statement, body) {
      const { stream } = await client.exec({ query: statement, values: Readable.from([body], { objectMode: false }) })
      stream.resume()
    },
    command: async (query) => void (await client.command({ query })),
    ping: async () => (await client.ping({ select: true })).success,
    close() {
      clearInterval(purging)
      return client.close()
    },
  }
}

/** The arrays inside the outer array; they hold numbers only, so brackets are nothing but brackets. */
function arraysIn(json: Buffer): Buffer[] {
  const arrays: Buffer[] = []
  let open = json.indexOf('[', json.indexOf('[') + 1)
  while (open !== -1) {
    const close = json.indexOf(']', open)
    arrays.push(json.subarray(open, close + 1))
    open = json.indexOf('[', close)
  }
  return arrays
}

function remoteClient(url: string): ClickHouseClient {
  // Whoever asked logs what failed, once, with the rest of the log.
  const log = { level: ClickHouseLogLevel.OFF }
  return createClient({ url, request_timeout: 30_000, max_open_connections: 10, log })
}

function embeddedClient(directory: string): ClickHouseClient {
  const connection = createChdbConnection({ path: directory })
  return createClient({ connection } as unknown as Parameters<typeof createClient>[0])
}

const purgeEveryMs = 30_000

/**
 * The embedded engine's allocator keeps the pages of past merges and queries for each of its many threads, hundreds of megabytes
 * after a busy hour, and gives them back only when asked (a few ms). A build without this allocator refuses, and has none to give.
 */
function purgeRegularly(client: ClickHouseClient): NodeJS.Timeout {
  const timer = setInterval(() => {
    client.command({ query: 'SYSTEM JEMALLOC PURGE' }).catch(() => clearInterval(timer))
  }, purgeEveryMs)
  return timer.unref()
}
