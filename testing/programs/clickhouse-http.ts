import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'

// Serves the part of ClickHouse's HTTP interface that its client for Node uses, with the real
// engine in the directory given, on the port given (0: any), and prints its address. While its
// parent says {"beforeInsertMs"} or {"afterInsertMs"}, every insert waits so long before the engine
// has it, or before it is answered.
const [directory = '', port = '0'] = process.argv.slice(2)
const connection = createChdbConnection({ path: directory })
const client = createClient({ connection } as unknown as Parameters<typeof createClient>[0])
await client.command({ query: 'SET max_query_size = 67108864' })
let delays = { beforeInsertMs: 0, afterInsertMs: 0 }
process.on('message', (message) => (delays = { ...delays, ...(message as Partial<typeof delays>) }))
process.on('disconnect', () => process.exit(0))

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks = (await request.toArray()) as Buffer[]
  return Buffer.concat(chunks)
}

function parametersIn(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...query].flatMap(([name, value]) =>
      name.startsWith('param_') ? [[name.slice(6), value]] : [],
    ),
  )
}

/** Settings of an insert: the engine takes them in the statement itself. */
function withSettings(statement: string, query: URLSearchParams): string {
  const settings = [...query].filter(([name]) => /dedup|insert|input|max_threads/.test(name))
  const clause = settings.map(([name, value]) => `${name} = '${value}'`).join(', ')
  return clause === ''
    ? statement
    : statement.replace(/ FORMAT \w+$/, (format) => ` SETTINGS ${clause}${format}`)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/ping') return void response.end('Ok.\n')
  const body = await bodyOf(request)
  const inUrl = searchParams.get('query')
  const query = inUrl === null ? body.toString('utf8') : withSettings(inUrl, searchParams)
  const values =
    inUrl === null || body.length === 0
      ? undefined
      : Readable.from([body.toString('utf8')], { objectMode: false })
  if (values) await delay(delays.beforeInsertMs)
  const { stream } = await client.exec({
    query,
    query_params: parametersIn(searchParams),
    ...(values ? { values } : {}),
  })
  const result = Buffer.concat((await stream.toArray()) as Buffer[])
  if (values) await delay(delays.afterInsertMs)
  response.end(result)
}

function refuse(response: ServerResponse, error: unknown): void {
  const {
    code = '1001',
    type = 'STD_EXCEPTION',
    message = '',
  } = error as { code?: string; type?: string; message?: string }
  response.writeHead(500, { 'x-clickhouse-exception-code': code })
  response.end(`Code: ${code}. DB::Exception: ${message} (${type})`)
}

const server = createServer((request, response) => {
  // A request that broke off is nobody's.
  answer(request, response).catch((error: unknown) => request.complete && refuse(response, error))
})
server.listen(Number(port), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
)
