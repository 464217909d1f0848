import { join } from 'node:path'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { Observer, type Observations } from '../abuse/observer.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import type { FillTask } from '../history/fill.ts'
import type { PublishTask, PublishResult } from '../ingest/publisher.ts'
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

const dayMs = 86_400_000
const yearDays = 365
const askerCount = 10
const loadDevices = 50
const valuesPerMessage = 10
const readingsPerSecond = 50_000
const width = 1_500
/** Messages that are due and not acknowledged, of one connection. */
const window = 200
/** What the ten may cost a viewer, ms. */
const liveCost = 50

interface Scene {
  readonly server: BenchServer
  readonly askers: readonly BrowserSession[]
  readonly load: readonly Credential[]
  readonly observer: Observer
  readonly question: object
}

const emailOf = (index: number) => `year${index}@warroom.test`

/** A year of one sensor, one reading a second, and ten people who may see it. */
async function prepare(context: BenchmarkContext): Promise<Scene> {
  const first = await startBenchServer(context, newDataDirectory(context))
  await addPerson(first)
  for (let index = 0; index < askerCount; index++) {
    const account = { ...person, email: emailOf(index), name: `Year ${index}`, role: 'admin' }
    await first.command('user add', account)
  }
  const [device] = await addDevices(first, 1)
  const load = await addDevices(first, loadDevices, 'load-')
  const [observedDevice] = await addDevices(first, 1, 'observer-')
  if (!device || !observedDevice) throw new Error('no device')
  const to = Math.floor(Date.now() / 60_000) * 60_000
  const from = to - yearDays * dayMs
  const owner = await new BrowserSession(first.url).signIn(person.email, person.password)
  await owner.request('PUT', '/api/readings/retention', {
    ...{ product: '', type: 'analog', readingsDays: 2 * yearDays, minutesDays: null },
    hoursDays: null,
  })
  await fetch(`${first.url}/api/ingest/${device.lesiId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${device.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ts: to - 1, values: { k0: 60 } }),
  })
  const { data } = await owner.json<{ data: { id: number; lesiId: string }[] }>(
    'GET',
    '/api/sensors',
  )
  const sensor = data.find(({ lesiId }) => lesiId === device.lesiId)?.id ?? 0
  await first.stop()
  const rows = (yearDays * dayMs) / 1000 - 1
  context.report(`inserting ${rows} readings`)
  const task: FillTask = { dataDirectory: first.dataDirectory, sensor, from, rows }
  await runProgram(join(import.meta.dirname, '../history/fill.ts'), task)
  const server = await startBenchServer(context, first.dataDirectory)
  const askers: BrowserSession[] = []
  for (let index = 0; index < askerCount; index++)
    askers.push(await new BrowserSession(server.url).signIn(emailOf(index), person.password))
  const observer = await Observer.start(server, observedDevice)
  context.atEnd(() => observer.close())
  const question = { thing: device.lesiId, sensor: 'k0', from, to, width }
  return { server, askers, load, observer, question }
}

interface Measured extends Observations {
  readonly published: PublishResult
  /** ms of each year that was answered. */
  readonly years: readonly number[]
  /** Statuses of those that were refused. */
  readonly refused: readonly number[]
}

/** One run of the publisher, with or without the ten. */
async function measure(
  { server, askers, load, observer, question }: Scene,
  { options }: BenchmarkContext,
  areAsking: boolean,
): Promise<Measured> {
  const task: PublishTask = {
    ...{ host: '127.0.0.1', port: Number(new URL(server.mqttUrl).port), devices: load },
    ...{ valuesPerMessage, window, seconds: options.seconds, record: null },
    messagesPerSecond: readingsPerSecond / valuesPerMessage,
  }
  observer.take()
  const ended = new AbortController()
  const years: number[] = []
  const refused: number[] = []
  const ask = async (session: BrowserSession) => {
    while (!ended.signal.aborted) {
      const begin = performance.now()
      const reply = await session.request('POST', '/api/scada/reportbything/sensor', question)
      await reply.arrayBuffer()
      if (reply.ok) years.push(performance.now() - begin)
      else refused.push(reply.status)
    }
  }
  const asking = areAsking ? askers.map(ask) : []
  const publisher = join(import.meta.dirname, '../ingest/publisher.ts')
  const published = await runProgram<PublishResult>(publisher, task)
  const testimony = observer.take()
  ended.abort()
  await Promise.all(asking)
  return { ...testimony, published, years, refused }
}

const p99 = (times: readonly number[]) => percentile(times, 0.99)

export const years: Benchmark = {
  name: 'years',
  summary: 'ten people who ask for a year of a sensor beside 50,000 readings a second',
  async run(context) {
    const scene = await prepare(context)
    context.report(`${readingsPerSecond} readings/s for ${context.options.seconds} s`)
    const quiet = await measure(scene, context, false)
    context.report(`the same while ${askerCount} people ask for a year each`)
    const beside = await measure(scene, context, true)
    const rate = ({ published }: Measured) =>
      `${Math.round(published.messagesPerSecond * valuesPerMessage)} readings/s`
    const figure = (name: string, value: number, atMost: number, remark: string): Figure => ({
      ...{ name, value, unit: 'ms', target: { atMost }, remark },
    })
    const [ackBefore, ack] = [quiet.published.latency.p99, beside.published.latency.p99]
    const [shownBefore, shown] = [p99(quiet.shown), p99(beside.shown)]
    return [
      figure('publish → PUBACK p99 beside ten years', ack, 2 * ackBefore, rate(beside)),
      { name: 'the same without them', value: ackBefore, unit: 'ms', remark: rate(quiet) },
      figure('viewer p99 beside ten years', shown, shownBefore + liveCost, 'publish → frame'),
      { name: 'the same without them', value: shownBefore, unit: 'ms' },
      {
        ...{ name: 'a year, while ten ask for one', value: median(beside.years), unit: 'ms' },
        remark: `${beside.years.length} answered, refused: ${beside.refused.join(' ') || 'none'}`,
      },
    ]
  },
}
