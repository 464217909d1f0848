import { join } from 'node:path'
import { startMosquitto } from '#testing/peers/mosquitto.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { processorSeconds } from '../kit/processes.ts'
import { ask, runProgram, startProgram } from '../kit/program.ts'
import {
  addDevices,
  newDataDirectory,
  startBenchServer,
  type BenchServer,
  type Credential,
} from '../kit/server.ts'
import { compareStore } from '../kit/compare-store.ts'
import { storedFigures } from '../kit/stored-figures.ts'
import type { PublishTask, PublishResult } from './publisher.ts'

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
  {
    readingsPerSecond = null,
    window = options.window,
  }: { readingsPerSecond?: number | null; window?: number } = {},
): Promise<Run> {
  const task: PublishTask = {
    host: '127.0.0.1',
    port: address.port,
    devices,
    valuesPerMessage,
    window,
    seconds: options.seconds,
    messagesPerSecond: readingsPerSecond === null ? null : readingsPerSecond / valuesPerMessage,
    record: null,
  }
  const before = processorSeconds(address.pid)
  const result = await runProgram<PublishResult>(publisher, task)
  const serverShare = (processorSeconds(address.pid) - before) / options.seconds
  return { ...result, readingsPerSecond: result.messagesPerSecond * valuesPerMessage, serverShare }
}

async function bareBroker(devices: readonly Credential[], context: BenchmarkContext): Promise<Run> {
  const broker = startProgram(join(import.meta.dirname, 'bare-broker.ts'))
  try {
    const { port } = await ask<{ port: number }>(broker, {})
    return await publish(devices, { port, pid: broker.pid ?? 0 }, context)
  } finally {
    broker.kill()
  }
}

/** The same messages into mosquitto, which stores nothing; null where it is not installed. */
async function mosquitto(
  devices: readonly Credential[],
  context: BenchmarkContext,
): Promise<Run | null> {
  const broker = await startMosquitto().catch((error: unknown) => context.report(String(error)))
  if (!broker) return null
  context.report(`mosquitto for ${context.options.seconds} s`)
  try {
    return await publish(devices, { port: broker.port, pid: broker.pid }, context)
  } finally {
    await broker.close()
  }
}

/** A broker that stores nothing, and what part of its readings the product reaches. */
function reference(name: string, own: Run, other: Run | null): string {
  if (!other) return `${name} is not installed`
  return (
    `${(own.readingsPerSecond / other.readingsPerSecond).toFixed(2)} × ${name}: ` +
    `${Math.round(other.readingsPerSecond)} readings/s, p99 ${other.latency.p99.toFixed(1)} ms ` +
    `(${shares(other)})`
  )
}

function shares({ serverShare, processorShare }: Run): string {
  const cores = (share: number) => Math.round(share * sharesADecimal) / sharesADecimal
  return `server ${cores(serverShare)} cores, publisher ${cores(processorShare)}`
}

interface Targets {
  readonly rate: number
  readonly p50?: number
  readonly p99?: number
}

/**
 * A fixed rate is reached when nearly all of it was: the last messages are under way at the end.
 */
const nearly = 0.995

/**
 * As fast as it goes, messages wait for each other: only at the rate of the target does the target
 * for the wait apply.
 */
function figuresOf(name: string, run: Run, remark: string, targets: Targets): Figure[] {
  const { latency } = run
  const atMost = (value: number | undefined) =>
    value === undefined ? {} : { target: { atMost: value } }
  return [
    {
      name: `${name}: readings`,
      value: run.readingsPerSecond,
      unit: 'readings/s',
      target: { atLeast: targets.rate },
      remark,
    },
    {
      name: `${name}: publish → PUBACK p50`,
      value: latency.p50,
      unit: 'ms',
      ...atMost(targets.p50),
      remark: `${latency.count} messages`,
    },
    {
      name: `${name}: publish → PUBACK p99`,
      value: latency.p99,
      unit: 'ms',
      ...atMost(targets.p99),
    },
    { name: `${name}: publish → PUBACK worst`, value: latency.max, unit: 'ms' },
  ]
}

export const ingest: Benchmark = {
  name: 'ingest',
  summary: 'MQTT QoS 1 into the store: readings a second and publish → PUBACK',
  async run(context) {
    const { report, options } = context
    const server: BenchServer = await startBenchServer(context, newDataDirectory(context))
    const devices = await addDevices(server, connections)
    const address = { port: Number(new URL(server.mqttUrl).port), pid: server.pid }
    report(
      `flat out for ${options.seconds} s: ${connections} connections, ${options.window} messages ` +
        `under way on each`,
    )
    const fast = await publish(devices, address, context)
    report(`at ${options.rate} readings/s for ${options.seconds} s`)
    const steady = await publish(devices, address, context, {
      readingsPerSecond: options.rate,
      window: 200,
    })
    report(`one device, one message at a time for ${options.seconds} s`)
    const single = await publish(devices.slice(0, 1), address, context, { window: 1 })
    await server.stop()
    const stored = await compareStore(server.dataDirectory)
    report(`the bare broker for ${options.seconds} s`)
    const bare = await bareBroker(devices, context)
    const other = await mosquitto(devices, context)
    const messages =
      fast.acknowledgedMessages + steady.acknowledgedMessages + single.acknowledgedMessages
    return [
      ...figuresOf(
        'flat out',
        fast,
        [
          shares(fast),
          reference('bare broker', fast, bare),
          reference('mosquitto', fast, other),
        ].join('; '),
        { rate: 450_000 },
      ),
      ...figuresOf(`at ${options.rate}/s`, steady, shares(steady), {
        rate: options.rate * nearly,
        p50: 5,
        p99: 30,
      }),
      {
        name: 'one device, one message at a time',
        value: single.messagesPerSecond,
        unit: 'messages/s',
        target: { atLeast: 300 },
        remark:
          `publish → PUBACK ` +
          `p50 ${single.latency.p50.toFixed(1)} ms, p99 ${single.latency.p99.toFixed(1)} ms`,
      },
      ...storedFigures(stored, messages * valuesPerMessage),
    ]
  },
}
