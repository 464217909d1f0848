import { join } from 'node:path'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import type { Benchmark } from '../kit/benchmark.ts'
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
import { median, percentile } from '../kit/statistics.ts'
import type { FillTask } from './fill.ts'

const dayMs = 86_400_000
const days = 30
const width = 1_500
const requests = 30
const warmUps = 5
/** As many as it takes until the way of every request is compiled. */
const referenceWarmUps = 300

interface Timed {
  readonly timesMs: readonly number[]
  readonly bytes: number
}

/**
 * Reads to the end and keeps nothing: megabytes kept here would have this process collect garbage
 * while it measures the server.
 */
async function countBytes(reply: Response): Promise<number> {
  let bytes = 0
  for await (const chunk of reply.body ?? []) bytes += chunk.byteLength
  return bytes
}

async function time(
  session: BrowserSession,
  method: string,
  path: string,
  body?: object,
  before = warmUps,
): Promise<Timed> {
  const timesMs: number[] = []
  let bytes = 0
  for (let index = 0; index < before + requests; index++) {
    const begin = performance.now()
    const reply = await session.request(method, path, body)
    if (!reply.ok)
      throw new Error(`${path} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
    bytes = await countBytes(reply)
    if (index >= before) timesMs.push(performance.now() - begin)
  }
  return { timesMs, bytes }
}

function figure(name: string, { timesMs, bytes }: Timed, target: number, remark: string): Figure {
  const p95 = percentile(timesMs, 0.95).toFixed(0)
  const worst = `p95 ${p95} ms, ${(bytes / 1024).toFixed(0)} KB`
  return {
    name,
    value: median(timesMs),
    unit: 'ms',
    target: { atMost: target },
    remark: `${worst}; ${remark}`,
  }
}

async function publishOnce(url: string, { lesiId, token }: Credential, at: number): Promise<void> {
  const reply = await fetch(`${url}/api/ingest/${lesiId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ts: at, values: { k0: 60 } }),
  })
  if (!reply.ok) throw new Error(`the device was answered ${reply.status}`)
}

export const history: Benchmark = {
  name: 'history',
  summary: '30 days of a sensor that speaks once a second, at the API',
  async run(context) {
    const first = await startBenchServer(context, newDataDirectory(context))
    await addPerson(first)
    const [device] = await addDevices(first, 1)
    if (!device) throw new Error('no device')
    const to = Math.floor(Date.now() / 60_000) * 60_000
    const from = to - days * dayMs
    await publishOnce(first.url, device, from)
    const owner = await new BrowserSession(first.url).signIn(person.email, person.password)
    const { data } = await owner.json<{ data: { id: number }[] }>('GET', '/api/sensors')
    await first.stop()
    const task: FillTask = {
      dataDirectory: first.dataDirectory,
      sensor: data[0]?.id ?? 0,
      from: from + 1000,
      rows: (days * dayMs) / 1000 - 1,
    }
    context.report(`inserting ${task.rows} readings`)
    await runProgram(join(import.meta.dirname, 'fill.ts'), task)

    const server = await startBenchServer(context, first.dataDirectory)
    const session = await new BrowserSession(server.url).signIn(person.email, person.password)
    const path = '/api/scada/reportbything/sensor'
    const body = { thing: device.lesiId, sensor: 'k0', to, width }
    const empty = await time(session, 'GET', '/api/sensors', undefined, referenceWarmUps)
    const reference = `a request without history: ${median(empty.timesMs).toFixed(1)} ms`
    const month = await time(session, 'POST', path, { ...body, from })
    const week = await time(session, 'POST', path, { ...body, from: to - 7 * dayMs })
    const day = await time(session, 'POST', path, { ...body, from: to - dayMs, mode: 'raw' })
    return [
      figure(`30 days into ${width} columns`, month, 60, reference),
      { ...figure(`7 days into ${width} columns`, week, 60, reference), target: { atMost: 60 } },
      figure('24 h, every reading', day, 30, reference),
    ]
  },
}
