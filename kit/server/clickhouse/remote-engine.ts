import { Readable } from 'node:stream'
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client'
import {
  bytesOf,
  maximumQuestionSeconds,
  readerSlots,
  readerSettings,
  statementSettings,
  systemSlots,
} from './engine.ts'
import type { Engine, InsertTarget, Slot } from './engine.ts'

/** A ClickHouse server. Statements travel in the body of a request, whatever their length. */
export function openRemoteEngine(url: string): Engine {
  // One connection more than slots, for the ping.
  const system = createClient({
    url,
    log,
    ...limit(url, 30_000),
    max_open_connections: systemSlots + 1,
    clickhouse_settings: { ...whole, ...statementSettings },
  })
  const readers = createClient({
    url,
    log,
    ...limit(url, (maximumQuestionSeconds + 5) * 1000),
    max_open_connections: readerSlots,
    // The server stops a question whose connection is closed.
    clickhouse_settings: {
      ...whole,
      ...readerSettings,
      cancel_http_readonly_queries_on_client_close: 1,
    },
  })
  return {
    system: Array.from({ length: systemSlots }, () => slotAt(system)),
    readers: Array.from({ length: readerSlots }, () => slotAt(readers)),
    ping: async () => (await system.ping({ select: true })).success,
    close: async () => void (await Promise.all([system.close(), readers.close()])),
  }
}

function slotAt(client: ClickHouseClient): Slot {
  return {
    run: (statement, signal) => bytesOf(client, statement, signal),
    insert: (target, lines) => insertLines(client, target, lines),
    close: async () => undefined,
  }
}

async function insertLines(
  client: ClickHouseClient,
  { table, columns, settings = {} }: InsertTarget,
  lines: Buffer,
): Promise<void> {
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT TabSeparated`,
    values: Readable.from([lines], { objectMode: false }),
    clickhouse_settings: settings,
  })
  stream.resume()
}

/** How long an answer may take, unless the address says otherwise: ?request_timeout=60000 */
function limit(url: string, timeoutMs: number): { request_timeout?: number } {
  return new URL(url).searchParams.has('request_timeout') ? {} : { request_timeout: timeoutMs }
}

/** Whoever asked logs what failed, once, with the rest of the log. */
const log = { level: ClickHouseLogLevel.OFF }

/** An answer begins when it is complete: an error in its middle would come as data. */
const whole = { wait_end_of_query: 1 } as const
