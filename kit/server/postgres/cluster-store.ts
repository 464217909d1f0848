import pg from 'pg'
import { databaseName, socketPort, superuser } from './settings.ts'

/** SQLSTATE "too many connections": the server is busy, and alive. */
const tooManyConnections = '53300'

async function withClient<Result>(
  sockets: string,
  timeoutMs: number,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    host: sockets,
    port: socketPort,
    user: superuser,
    database: 'postgres',
    application_name: 'warroom supervisor',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  // A server that dies while we are connected also emits an error; the query in progress fails with
  // it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await use(client)
  } finally {
    // Not awaited: a server that hangs would not confirm the goodbye.
    client.end().catch(() => undefined)
  }
}

/** Whether the server behind `sockets` answers a query within `timeoutMs`. */
export async function answers(sockets: string, timeoutMs: number): Promise<boolean> {
  try {
    await withClient(sockets, timeoutMs, (client) => client.query('select 1'))
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === tooManyConnections
  }
}

/** Creates the product's database unless it exists. */
export async function ensureDatabase(sockets: string): Promise<void> {
  await withClient(sockets, 30_000, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(databaseName)}`)
  })
}
