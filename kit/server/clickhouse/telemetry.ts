import { Readable } from 'node:stream'
import { createClient, type ClickHouseClient } from '@clickhouse/client'
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
  /** The result as JSON text in the JSONCompactColumns format: one array for each column, in order. */
  columnsText(query: string, parameters?: QueryParameters): Promise<string>
  /** Runs `statement` (an INSERT that ends in `FORMAT TabSeparated`) with `body` as its data; resolves when it is on disk. */
  insert(statement: string, body: string): Promise<void>
  command(statement: string): Promise<void>
  ping(): Promise<boolean>
  close(): Promise<void>
}

export type TelemetryLocation = { readonly directory: string } | { readonly url: string }

export function openTelemetry(location: TelemetryLocation): Telemetry {
  const client = 'url' in location ? remoteClient(location.url) : embeddedClient(location.directory)
  const ask = async (query: string, format: 'JSONEachRow' | 'JSONCompactColumns', parameters: QueryParameters = {}) =>
    client.query({ query, format: format as 'JSONEachRow', query_params: { ...parameters } })
  return {
    rows: async <Row>(query: string, parameters?: QueryParameters) => (await ask(query, 'JSONEachRow', parameters)).json<Row>(),
    columnsText: async (query, parameters) => (await ask(query, 'JSONCompactColumns', parameters)).text(),
    async insert(statement, body) {
      const { stream } = await client.exec({ query: statement, values: Readable.from([body], { objectMode: false }) })
      stream.resume()
    },
    command: async (query) => void (await client.command({ query })),
    ping: async () => (await client.ping({ select: true })).success,
    close: () => client.close(),
  }
}

function remoteClient(url: string): ClickHouseClient {
  return createClient({ url, request_timeout: 30_000, max_open_connections: 10 })
}

function embeddedClient(directory: string): ClickHouseClient {
  const connection = createChdbConnection({ path: directory })
  return createClient({ connection } as unknown as Parameters<typeof createClient>[0])
}
