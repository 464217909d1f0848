import { setTimeout as delay } from 'node:timers/promises'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import type { Mapping } from '#features/imports/contract/mapping.ts'
import { partBytes, type ImportDetail } from '#features/imports/contract/routes.ts'
import { p99, peakUntil, publishUntil, treeBytes } from '../kit/beside.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import {
  addDevices,
  addPerson,
  newDataDirectory,
  person,
  startBenchServer,
  type BenchServer,
  type Credential,
} from '../kit/server.ts'
import { percentile } from '../kit/statistics.ts'

const readings = 1_000_000
const pollMs = 200
const quietMs = 10_000
const timeoutMs = 600_000

interface ImportMeasurement {
  readonly ms: number
  readonly extraBytes: number
  readonly neighbour: readonly number[]
  readonly detail: ImportDetail
}

/** Does what begins by this call, beside a device that publishes; resolves when it has ended. */
async function run(
  server: BenchServer,
  session: BrowserSession,
  neighbour: Credential,
  begin: () => Promise<unknown>,
  path: string,
): Promise<ImportMeasurement> {
  const before = treeBytes(server)
  const ending = new AbortController()
  const beside = publishUntil(ending.signal, server.url, neighbour)
  const peak = peakUntil(ending.signal, server)
  const start = performance.now()
  await begin()
  let detail: ImportDetail
  do {
    await delay(pollMs)
    detail = (await session.json<{ data: ImportDetail }>('GET', path)).data
    if (performance.now() - start > timeoutMs) throw new Error('the import takes too long')
  } while (detail.state === 'waiting' || detail.state === 'running')
  const ms = performance.now() - start
  ending.abort()
  if (detail.failure !== null) throw new Error(`the import ended: ${detail.failure}`)
  return { ms, extraBytes: (await peak) - before, neighbour: await beside, detail }
}

/** Readings a second apart from `from` on, as a table with two columns. */
function fileText(from: number): string {
  const lines = ['time,k0']
  for (let index = 0; index < readings; index++)
    lines.push(`${new Date(from + index * 1000).toISOString()},${(index % 977) / 10}`)
  return `${lines.join('\n')}\n`
}

async function upload(session: BrowserSession, text: string): Promise<string> {
  const file = Buffer.from(text)
  const body = { fileName: 'bench.csv', bytes: file.length }
  const { data } = await session.json<{ data: { id: string } }>('POST', '/api/imports', body)
  const path = `/api/imports/${data.id}`
  for (let offset = 0; offset < file.length; offset += partBytes) {
    const part = file.subarray(offset, offset + partBytes).toString('base64')
    await session.json('POST', `${path}/parts`, { offset, data: part })
  }
  return path
}

const mappingTo = (thing: string): Mapping => ({
  ...{ sheet: null, encoding: 'utf-8', separator: ',', quote: '"', headRows: 1, decimal: '.' },
  time: { column: 0, clockColumn: null, offsetColumn: null, format: 'iso' },
  ...{ timezone: 'UTC', repeatedHour: 'order' },
  shape: { kind: 'wide', uncertainColumn: null, columns: [{ column: 1, thing, sensor: 'k0' }] },
})

export const imports: Benchmark = {
  name: 'imports',
  summary: '1,000,000 readings from a CSV file: dry run, import, again, and a device beside it',
  async run(context) {
    const { server, session, device, neighbour } = await prepare(context)
    const quiet = await publishUntil(AbortSignal.timeout(quietMs), server.url, neighbour)
    const text = fileText(Date.now() - 86_400_000 - readings * 1000)
    const take = async () => {
      const path = await upload(session, text)
      const mapping = mappingTo(device.lesiId)
      const check = () => session.json('POST', `${path}/check`, { mapping })
      const checked = await run(server, session, neighbour, check, path)
      const begin = () => session.json('POST', `${path}/run`, {})
      return { checked, imported: await run(server, session, neighbour, begin, path) }
    }
    const first = await take()
    const again = await take()
    return figuresOf(first, again.imported, quiet)
  },
}

function figuresOf(
  {
    checked,
    imported,
  }: { readonly checked: ImportMeasurement; readonly imported: ImportMeasurement },
  again: ImportMeasurement,
  quiet: readonly number[],
): Figure[] {
  const perSecond = ({ ms }: ImportMeasurement) => readings / (ms / 1000)
  const outcome = ({ detail }: ImportMeasurement) =>
    `${detail.outcome?.fresh} of ${readings} were new`
  const rate = (name: string, done: ImportMeasurement): Figure => ({
    ...{ name, value: perSecond(done), unit: 'readings/s', remark: outcome(done) },
  })
  const beside = (name: string, done: ImportMeasurement): Figure => ({
    ...{ name, value: percentile(done.neighbour, 0.99), unit: 'ms' },
    remark: `its documents stored; ${p99(quiet)} ms without an import`,
  })
  return [
    rate('dry run', checked),
    beside('a device meanwhile, p99', checked),
    rate('import', imported),
    beside('a device meanwhile, p99', imported),
    {
      ...{ name: 'extra memory meanwhile', value: imported.extraBytes / 1e6, unit: 'MB' },
      remark: 'of the server and the process that reads',
    },
    rate('import of the same file again', again),
  ]
}

/** A server with a device that has a sensor, and another device. */
async function prepare(context: BenchmarkContext) {
  const server = await startBenchServer(context, newDataDirectory(context))
  await addPerson(server)
  const [device, neighbour] = await addDevices(server, 2)
  if (!device || !neighbour) throw new Error('no device')
  const reply = await fetch(`${server.url}/api/ingest/${device.lesiId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${device.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ values: { k0: 60 } }),
  })
  if (!reply.ok) throw new Error(`the device was answered ${reply.status}`)
  const session = await new BrowserSession(server.url).signIn(person.email, person.password)
  return { server, session, device, neighbour }
}
