import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTelemetry, type Telemetry } from './telemetry.ts'

interface Request {
  readonly url: string
  readonly body: string
  readonly response: ServerResponse
}

/** Stands in for a server; each test answers as it likes. */
const server = createServer((request, response) => void receive(request, response))
const requests: Request[] = []
let telemetry: Telemetry
let answer: (request: Request) => void = () => undefined

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await request.toArray()).join('')
  const received = { url: request.url ?? '', body, response }
  requests.push(received)
  server.emit('received')
  answer(received)
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  telemetry = openTelemetry({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
beforeEach(() => void requests.splice(0))
afterAll(async () => {
  await telemetry.close()
  server.closeAllConnections()
  server.close()
})

const sensors = Array.from({ length: 10_000 }, (_, index) => 4_294_000_000 + index)

it('QU10 lists of sensors travel in the body, whoever asks', async () => {
  answer = ({ response }) => void response.end('{"number":3}\n')
  const query =
    'SELECT count() AS number FROM numeric_readings WHERE sensor IN {sensors:Array(UInt32)}'
  for (const reader of [telemetry, telemetry.readerFor('session')]) {
    expect(await reader.rows(query, { sensors })).toEqual([{ number: 3 }])
    const { url, body } = requests.at(-1) ?? { url: '', body: '' }
    expect(url.length).toBeLessThan(1_000)
    expect(body).toContain(sensors.join(','))
    expect(new URL(url, 'http://x').searchParams.get('wait_end_of_query')).toBe('1')
  }
  expect(requests.at(-1)?.url).toContain('max_execution_time')
})

it('QU7 QU10 when the reader leaves, the connection of its question closes', async () => {
  answer = () => undefined
  const leaving = new AbortController()
  const asked = telemetry.readerFor('session', leaving.signal).rows('SELECT 1')
  asked.catch(() => undefined)
  if (requests.length === 0) await once(server, 'received')
  const closed = once(requests[0]?.response ?? server, 'close')
  leaving.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
  await closed
  expect(requests[0]?.url).toContain('cancel_http_readonly_queries_on_client_close=1')
})

it('QU9 QU10 what the server refuses for its size or time has its own code', async () => {
  const failing =
    (text: string) =>
    ({ response }: Request) =>
      void response.writeHead(500, { 'x-clickhouse-exception-code': '1' }).end(text)
  answer = failing('Code: 159. DB::Exception: Timeout exceeded: elapsed 15 s. (TIMEOUT_EXCEEDED)')
  await expect(telemetry.readerFor('session').rows('SELECT 1')).rejects.toMatchObject({
    code: 'timeout',
  })
  answer = failing(
    'Code: 241. DB::Exception: (total) memory limit exceeded: would use 9 GiB. ' +
      '(MEMORY_LIMIT_EXCEEDED)',
  )
  await expect(telemetry.readerFor('session').rows('SELECT 1')).rejects.toMatchObject({
    code: 'overloaded',
  })
  answer = failing(
    'Code: 241. DB::Exception: Query memory limit exceeded: would use 9 GiB. ' +
      '(MEMORY_LIMIT_EXCEEDED)',
  )
  await expect(telemetry.readerFor('session').rows('SELECT 1')).rejects.toMatchObject({
    code: 'invalid',
  })
})
