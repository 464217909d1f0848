import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import type { ReadingsExport } from '#features/exports/contract/readings.ts'
import type { ExportJob } from '#features/exports/contract/routes.ts'
import type { FillTask } from '../history/fill.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { p99, peakUntil, publishUntil, treeBytes } from '../kit/beside.ts'
import { runProgram } from '../kit/program.ts'
import {
  addDevices,
  addPerson,
  newDataDirectory,
  person,
  startBenchServer,
  type BenchServer,
  type Credential,
} from '../kit/server.ts'
import { median, percentile } from '../kit/statistics.ts'

const rows = 1_000_000
/** Between two looks at how far an export is. */
const pollMs = 100
const quietMs = 10_000
const downloads = 5
const timeoutMs = 120_000

interface Made {
  readonly id: string
  readonly firstByteMs: number
  readonly totalMs: number
  readonly extraBytes: number
  readonly neighbour: readonly number[]
}

/** Whether anything of a file is on disk. */
function hasBegun(server: BenchServer): boolean {
  const directory = join(server.dataDirectory, 'exports')
  return readdirSync(directory).some(
    (name) => name.endsWith('.part') && statSync(join(directory, name)).size > 0,
  )
}

async function make(
  server: BenchServer,
  session: BrowserSession,
  neighbour: Credential,
  asked: ReadingsExport,
): Promise<Made> {
  const before = treeBytes(server)
  const ending = new AbortController()
  const beside = publishUntil(ending.signal, server.url, neighbour)
  const peak = peakUntil(ending.signal, server)
  const begin = performance.now()
  const { data } = await session.json<{ data: ExportJob }>('POST', '/api/exports', asked)
  let firstByteMs: number | null = null
  for (;;) {
    if (firstByteMs === null && hasBegun(server)) firstByteMs = performance.now() - begin
    const jobs = await session.json<{ data: ExportJob[] }>('GET', '/api/exports')
    const job = jobs.data.find(({ id }) => id === data.id)
    if (job?.state === 'done') break
    if (job?.endedAt !== null || performance.now() - begin > timeoutMs)
      throw new Error(`the export ended as ${job?.state} ${job?.failure}`)
    await delay(pollMs)
  }
  const totalMs = performance.now() - begin
  ending.abort()
  return {
    ...{ id: data.id, totalMs, firstByteMs: firstByteMs ?? totalMs },
    ...{ extraBytes: (await peak) - before, neighbour: await beside },
  }
}

/** Until the first and the last byte of a file that is there, ms, and its bytes. */
async function fetchFile(session: BrowserSession, id: string) {
  const begin = performance.now()
  const reply = await session.request('GET', `/api/exports/${id}/file`)
  let first: number | null = null
  let bytes = 0
  for await (const chunk of reply.body ?? []) {
    first ??= performance.now() - begin
    bytes += chunk.byteLength
  }
  return { first: first ?? 0, last: performance.now() - begin, bytes }
}

export const excel: Benchmark = {
  name: 'excel',
  summary: '1,000,000 readings as Excel and CSV: time, memory, and a device beside it',
  async run(context) {
    const { server, session, asked, neighbour } = await prepare(context)
    const quiet = await publishUntil(AbortSignal.timeout(quietMs), server.url, neighbour)
    const workbook = await make(server, session, neighbour, asked)
    const fetched: Awaited<ReturnType<typeof fetchFile>>[] = []
    for (let count = 0; count < downloads; count++)
      fetched.push(await fetchFile(session, workbook.id))
    const csv = await make(server, session, neighbour, { ...asked, format: 'csv' })
    const bytes = `${((fetched[0]?.bytes ?? 0) / 1e6).toFixed(1)} MB`
    return figuresOf(workbook, csv, { quiet, fetched, bytes })
  },
}

interface SideMeasurements {
  readonly quiet: readonly number[]
  readonly fetched: readonly { readonly first: number; readonly last: number }[]
  readonly bytes: string
}

function figuresOf(
  workbook: Made,
  csv: Made,
  { quiet, fetched, bytes }: SideMeasurements,
): Figure[] {
  const seconds = (made: Made) => made.totalMs / 1000
  const first = median(fetched.map((each) => each.first))
  const last = median(fetched.map((each) => each.last))
  return [
    {
      ...{ name: '1,000,000 rows, Excel', value: seconds(workbook), unit: 's' },
      ...{ target: { atMost: 10 }, remark: `${bytes}, with a sheet of statistics` },
    },
    {
      ...{ name: 'extra memory meanwhile', value: workbook.extraBytes / 1e6, unit: 'MB' },
      ...{ target: { atMost: 250 }, remark: 'of the server and the process that writes' },
    },
    {
      ...{ name: 'first bytes of the file', value: workbook.firstByteMs / 1000, unit: 's' },
      ...{ target: { atMost: 1 }, remark: 'from the call on, on disk' },
    },
    {
      ...{ name: 'first byte of a download', value: first, unit: 'ms' },
      ...{ target: { atMost: 1000 }, remark: `last byte after ${last.toFixed(0)} ms` },
    },
    {
      ...{ name: 'a device meanwhile, p99', value: percentile(workbook.neighbour, 0.99) },
      ...{ unit: 'ms', remark: `its documents stored; ${p99(quiet)} ms without an export` },
    },
    {
      ...{ name: '1,000,000 rows, CSV', value: seconds(csv), unit: 's' },
      ...{
        remark: `${(csv.extraBytes / 1e6).toFixed(0)} MB, a device's p99 ${p99(csv.neighbour)} ms`,
      },
    },
  ]
}

/** A server whose sensor has a million readings of the past, and another device. */
async function prepare(context: BenchmarkContext) {
  const first = await startBenchServer(context, newDataDirectory(context))
  await addPerson(first)
  const [device, neighbour] = await addDevices(first, 2)
  if (!device || !neighbour) throw new Error('no device')
  const to = Math.floor(Date.now() / 60_000) * 60_000
  const from = to - rows * 1000
  const reply = await fetch(`${first.url}/api/ingest/${device.lesiId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${device.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ts: from, values: { k0: 60 } }),
  })
  if (!reply.ok) throw new Error(`the device was answered ${reply.status}`)
  const owner = await new BrowserSession(first.url).signIn(person.email, person.password)
  const { data } = await owner.json<{ data: { id: number }[] }>('GET', '/api/sensors')
  await first.stop()
  const task: FillTask = {
    ...{ dataDirectory: first.dataDirectory, sensor: data[0]?.id ?? 0 },
    ...{ from: from + 1000, rows: rows - 1 },
  }
  context.report(`inserting ${rows} readings`)
  await runProgram(join(import.meta.dirname, '..', 'history', 'fill.ts'), task)
  const server = await startBenchServer(context, first.dataDirectory)
  const session = await new BrowserSession(server.url).signIn(person.email, person.password)
  const asked: ReadingsExport = {
    ...{ kind: 'readings', format: 'xlsx', mode: 'sensor', step: 'raw', figure: 'average' },
    ...{ language: 'en', from, to, sensors: [{ thing: device.lesiId, sensor: 'k0' }] },
  }
  return { server, session, asked, neighbour }
}
