import { join } from 'node:path'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { runProgram } from '../kit/program.ts'
import {
  addDevices,
  addPerson,
  newDataDirectory,
  person,
  startBenchServer,
  type Credential,
} from '../kit/server.ts'
import type { AskerAnswer, AskerTask } from './asker-program.ts'
import type { QueriesTask } from './fill.ts'
import { startPeers, type Peer } from './peers.ts'
import {
  chartedCount,
  questionsUntil,
  sensorCount,
  width,
  yearDays,
  type Question,
} from './questions.ts'

const dayMs = 86_400_000
const yearRows = (yearDays * dayMs) / 1000
const sensorsOfDevice = 100

/**
 * Asked in a process of its own: what this one has in memory would be looked through, on the cores
 * that the server needs, with every few megabytes that were answered.
 */
const timed = (task: AskerTask) =>
  runProgram<AskerAnswer>(join(import.meta.dirname, 'asker-program.ts'), task)

/** What the product is asked: its own calls. */
function callOf({ name, from, to }: Question, ids: readonly number[], thing: string) {
  const report = { thing, sensor: 'k0', from, to, width }
  const path = '/api/scada/reportbything/sensor'
  if (name === 'Q1')
    return ['GET', `/api/scada/shadow-lambda/realtime?limit=${sensorCount}`] as const
  if (name === 'Q2') return ['POST', path, { ...report, mode: 'raw' }] as const
  if (name !== 'Q4') return ['POST', path, report] as const
  const sensors = ids.slice(0, chartedCount)
  const body = { sensors, at: to, spanMs: to - from, columns: 60 }
  return ['POST', '/api/past/trends', body] as const
}

async function publishAll(url: string, devices: readonly Credential[], at: number): Promise<void> {
  const keys = Array.from({ length: sensorsOfDevice }, (_, index) => [`k${index}`, 60])
  for (const { lesiId, token } of devices) {
    const reply = await fetch(`${url}/api/ingest/${lesiId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ts: at, values: Object.fromEntries(keys) }),
    })
    if (!reply.ok) throw new Error(`the device was answered ${reply.status}`)
  }
}

/** A server with the sensors and what is stored of them, and somebody who is signed in. */
async function filledServer(context: BenchmarkContext, to: number) {
  const first = await startBenchServer(context, newDataDirectory(context))
  await addPerson(first)
  const devices = await addDevices(first, sensorCount / sensorsOfDevice)
  await publishAll(first.url, devices, to - 500)
  const owner = await new BrowserSession(first.url).signIn(person.email, person.password)
  await owner.request('PUT', '/api/readings/retention', {
    ...{ product: '', type: 'analog', readingsDays: 2 * yearDays, minutesDays: null },
    hoursDays: null,
  })
  const [device] = devices
  if (!device) throw new Error('no device')
  const reply = await owner.json<{ data: { id: number; key: string; lesiId: string }[] }>(
    'GET',
    `/api/sensors?limit=${sensorCount}`,
  )
  const ids = reply.data.filter(({ lesiId }) => lesiId === device.lesiId).map(({ id }) => id)
  await first.stop()
  const year = reply.data.find(({ lesiId, key }) => lesiId === device.lesiId && key === 'k0')
  if (!year) throw new Error('no sensor')
  const hour = ids.filter((id) => id !== year.id)
  const task: QueriesTask = {
    ...{ dataDirectory: first.dataDirectory, year: year.id, hour, to: to - 1000, yearRows },
  }
  context.report(`inserting ${yearRows} readings`)
  await runProgram(join(import.meta.dirname, 'fill.ts'), task)
  const server = await startBenchServer(context, first.dataDirectory)
  const session = await new BrowserSession(server.url).signIn(person.email, person.password)
  return { session, ids: [year.id, ...hour], thing: device.lesiId }
}

async function askPeer({ name, urlOf }: Peer, question: Question, ours: number) {
  const task = { method: 'GET', url: urlOf(question), headers: {}, body: null }
  const { ms, bytes } = await timed(task)
  const ratio = (ours / ms).toFixed(2)
  return `${name} ${ms.toFixed(1)} ms (${(bytes / 1024).toFixed(0)} KB), ratio ${ratio}`
}

export const queries: Benchmark = {
  name: 'queries',
  summary: 'six questions about a year of a sensor and 1,000 others, at the API, beside peers',
  async run(context) {
    const to = Math.floor(Date.now() / 60_000) * 60_000
    const { session, ids, thing } = await filledServer(context, to)
    const peers = await startPeers(context, to, yearRows)
    const figures: Figure[] = []
    for (const question of questionsUntil(to)) {
      const [method, path, body] = callOf(question, ids, thing)
      const { ms, bytes } = await timed(session.rawCall(method, path, body))
      const beside: string[] = []
      for (const peer of peers) beside.push(await askPeer(peer, question, ms))
      context.report([`${question.name}: ${ms.toFixed(1)} ms`, ...beside].join('; '))
      figures.push({
        ...{ name: `${question.name} ${question.text}`, value: ms, unit: 'ms' },
        target: { atMost: question.atMostMs },
        remark: [`${(bytes / 1024).toFixed(0)} KB`, ...beside].join('; '),
      })
    }
    return figures
  },
}
