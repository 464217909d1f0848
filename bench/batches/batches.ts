import { join } from 'node:path'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import { compareStore } from '../kit/compare-store.ts'
import type { Figure } from '../kit/figures.ts'
import { processorSeconds } from '../kit/processes.ts'
import { runProgram } from '../kit/program.ts'
import { addDevices, newDataDirectory, startBenchServer, type Credential } from '../kit/server.ts'
import { storedFigures } from '../kit/stored-figures.ts'
import type { Format } from './bodies.ts'
import { references, type Reference } from './references.ts'
import type { SendTask, SendResult } from './sender.ts'

const sender = join(import.meta.dirname, 'sender.ts')
const connections = 8

interface Run extends SendResult {
  /** Cores that the process under test used. */
  readonly serverShare: number
}

async function send(
  { options }: BenchmarkContext,
  { url, pid }: { readonly url: string; readonly pid: number },
  gateways: readonly Credential[],
  format: Format,
): Promise<Run> {
  const task: SendTask = { url, format, gateways, seconds: options.seconds }
  const before = processorSeconds(pid)
  const result = await runProgram<SendResult>(sender, task)
  return { ...result, serverShare: (processorSeconds(pid) - before) / options.seconds }
}

interface Measured {
  readonly name: string
  readonly run: Run
  readonly stored: number
  readonly promise: string
}

/** The same bodies into another store; null where it is not installed. */
async function measureReference(
  context: BenchmarkContext,
  { name, debianPackage, promise, start }: Reference,
  gateways: readonly Credential[],
): Promise<Measured | null> {
  const reference = await start(context).catch((error: unknown) => {
    context.report(`no ${name}: apt-get install ${debianPackage} (${String(error)})`)
    return null
  })
  if (!reference) return null
  context.report(`${name} for ${context.options.seconds} s`)
  const { pid, writeUrl } = reference
  const run = await send(context, { url: writeUrl, pid }, gateways, 'line protocol')
  return { name, run, stored: await reference.countReadings(), promise }
}

const count = (readings: number) => readings.toLocaleString('en-US')
const shares = ({ serverShare, processorShare }: Run) =>
  `server ${serverShare.toFixed(2)} cores, sender ${processorShare.toFixed(2)}`

function ownFigures(name: string, run: Run, others: readonly Measured[]): Figure[] {
  const ratios = others.map(
    (other) =>
      `${(run.readingsPerSecond / other.run.readingsPerSecond).toFixed(2)} × ${other.name}`,
  )
  return [
    {
      name: `${name}: readings`,
      value: run.readingsPerSecond,
      unit: 'readings/s',
      target: { atLeast: 300_000 },
      remark: [...ratios, shares(run), `${Math.round(run.bodyBytes / 1024)} KB a request`].join(
        '; ',
      ),
    },
    {
      name: `${name}: request → answer p99`,
      value: run.latency.p99,
      unit: 'ms',
      remark: `p50 ${run.latency.p50.toFixed(1)} ms, worst ${run.latency.max.toFixed(0)} ms`,
    },
  ]
}

function referenceFigures({ name, run, stored, promise }: Measured): Figure[] {
  return [
    {
      name: `reference ${name}, line protocol: readings`,
      value: run.readingsPerSecond,
      unit: 'readings/s',
      remark:
        `p99 ${run.latency.p99.toFixed(1)} ms; ${shares(run)}; an answer says: ${promise}; ` +
        `stored ${count(stored)} of ${count(run.acknowledgedReadings)}`,
    },
  ]
}

export const batches: Benchmark = {
  name: 'batches',
  summary: 'line protocol and HTTP batches into the store, beside InfluxDB and VictoriaMetrics',
  async run(context) {
    const { report, options } = context
    const server = await startBenchServer(context, newDataDirectory(context))
    const gateways = await addDevices(server, connections)
    const { pid, url } = server
    report(`line protocol for ${options.seconds} s: ${connections} connections`)
    const lines = await send(
      context,
      { url: `${url}/write?db=bench`, pid },
      gateways,
      'line protocol',
    )
    report(`HTTP batch for ${options.seconds} s`)
    const batch = await send(context, { url: `${url}/api/ingest/batch`, pid }, gateways, 'JSON')
    await server.stop()
    const stored = await compareStore(server.dataDirectory)
    const others: Measured[] = []
    for (const reference of references) {
      const measured = await measureReference(context, reference, gateways)
      if (measured) others.push(measured)
    }
    const acknowledged = lines.acknowledgedReadings + batch.acknowledgedReadings
    return [
      ...ownFigures('line protocol', lines, others),
      ...ownFigures('HTTP batch', batch, others),
      ...storedFigures(stored, acknowledged),
      { name: 'stored twice', value: stored.repeated, unit: 'readings', target: { atMost: 0 } },
      ...others.flatMap(referenceFigures),
    ]
  },
}
