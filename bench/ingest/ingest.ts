import { join } from 'node:path'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { processorSeconds } from '../kit/processes.ts'
import { ask, runProgram, startProgram } from '../kit/program.ts'
import { addDevices, newDataDirectory, startBenchServer, type BenchServer, type Credential } from '../kit/server.ts'
import { compareStore, type StoreComparison } from '../kit/compare-store.ts'
import type { PublishOrder, PublishResult } from './publisher.ts'

const publisher = join(import.meta.dirname, 'publisher.ts')
const connections = 50
const valuesPerMessage = 10
const sharesADecimal = 100

interface Run extends PublishResult {
  readonly readingsPerSecond: number
  /** Cores that the process under test used. */
  readonly serverShare: number
}

async function publish(
  devices: readonly Credential[],
  address: { readonly port: number; readonly pid: number },
  { options }: BenchmarkContext,
  readingsPerSecond: number | null,
): Promise<Run> {
  const order: PublishOrder = {
    host: '127.0.0.1',
    port: address.port,
    devices,
    valuesPerMessage,
    window: readingsPerSecond === null ? options.window : 200,
    seconds: options.seconds,
    messagesPerSecond: readingsPerSecond === null ? null : readingsPerSecond / valuesPerMessage,
    record: null,
  }
  const before = processorSeconds(address.pid)
  const result = await runProgram<PublishResult>(publisher, order)
  const serverShare = (processorSeconds(address.pid) - before) / options.seconds
  return { ...result, readingsPerSecond: result.messagesPerSecond * valuesPerMessage, serverShare }
}

async function bareBroker(devices: readonly Credential[], context: BenchmarkContext): Promise<Run> {
  const broker = startProgram(join(import.meta.dirname, 'bare-broker.ts'))
  try {
    const { port } = await ask<{ port: number }>(broker, {})
    return await publish(devices, { port, pid: broker.pid ?? 0 }, context, null)
  } finally {
    broker.kill()
  }
}

function shares({ serverShare, processorShare }: Run): string {
  const cores = (share: number) => Math.round(share * sharesADecimal) / sharesADecimal
  return `server ${cores(serverShare)} cores, publisher ${cores(processorShare)}`
}

/** As fast as it goes, messages wait for each other: only at the rate of the target does the target for the wait apply. */
function figuresOf(name: string, run: Run, remark: string, p99Target: Pick<Figure, 'target'> = {}): Figure[] {
  const { latency } = run
  return [
    { name: `${name}: readings`, value: run.readingsPerSecond, unit: 'readings/s', target: { atLeast: 100_000 }, remark },
    { name: `${name}: publish → PUBACK p50`, value: latency.p50, unit: 'ms', remark: `${latency.count} messages` },
    { name: `${name}: publish → PUBACK p99`, value: latency.p99, unit: 'ms', ...p99Target },
    { name: `${name}: publish → PUBACK worst`, value: latency.max, unit: 'ms' },
  ]
}

function storedFigures({ rows, minuteRows, hourRows }: StoreComparison, acknowledged: number): Figure[] {
  const none = { target: { atMost: 0 }, unit: 'readings' }
  return [
    {
      name: 'acknowledged and not stored',
      value: Math.max(0, acknowledged - rows),
      ...none,
      remark: `${acknowledged} acknowledged`,
    },
    { name: 'stored beyond what was acknowledged', value: Math.max(0, rows - acknowledged), ...none },
    { name: 'rollup of a minute differs by', value: Math.abs(minuteRows - rows), ...none },
    { name: 'rollup of an hour differs by', value: Math.abs(hourRows - rows), ...none },
  ]
}

export const ingest: Benchmark = {
  name: 'ingest',
  summary: 'MQTT QoS 1 into the store: readings a second and publish → PUBACK',
  async run(context) {
    const { tell, options } = context
    const server: BenchServer = await startBenchServer(context, newDataDirectory(context))
    const devices = await addDevices(server, connections)
    const address = { port: Number(new URL(server.mqttUrl).port), pid: server.pid }
    tell(`flat out for ${options.seconds} s: ${connections} connections, ${options.window} messages under way on each`)
    const fast = await publish(devices, address, context, null)
    tell(`at ${options.rate} readings/s for ${options.seconds} s`)
    const steady = await publish(devices, address, context, options.rate)
    await server.stop()
    const stored = await compareStore(server.dataDirectory)
    tell(`the bare broker for ${options.seconds} s`)
    const bare = await bareBroker(devices, context)
    const acknowledged = (fast.acknowledgedMessages + steady.acknowledgedMessages) * valuesPerMessage
    return [
      ...figuresOf(
        'flat out',
        fast,
        `${shares(fast)}; bare broker ${Math.round(bare.readingsPerSecond)} readings/s, p99 ${bare.latency.p99.toFixed(1)} ms (${shares(bare)})`,
      ),
      ...figuresOf(`at ${options.rate}/s`, steady, shares(steady), { target: { atMost: 250 } }),
      ...storedFigures(stored, acknowledged),
    ]
  },
}
