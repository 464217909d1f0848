import { join } from 'node:path'
import { eventually } from '#testing/eventually.ts'
import { startMosquitto } from '#testing/peers/mosquitto.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import { compareStore } from '../kit/compare-store.ts'
import { processorSeconds } from '../kit/processes.ts'
import { ask, runProgram, startProgram } from '../kit/program.ts'
import {
  addDevices,
  newDataDirectory,
  startBenchServer,
  type BenchServer,
  type Credential,
} from '../kit/server.ts'
import type { SubscribeTask, SubscriberCount } from './counting-subscriber.ts'
import type { NodesTask, NodesResult } from './edge-nodes.ts'

const group = 'plant'
const nodeCount = 50
const metricsPerMessage = 10
const maximumWaitMs = 120_000

interface Run extends NodesResult {
  /** From the first message of data until the last was stored, or received. */
  readonly metricsPerSecond: number
  readonly serverShare: number
}

function orderFor(
  { options }: BenchmarkContext,
  port: number,
  devices: readonly Credential[],
): NodesTask {
  const nodes = devices.map((device) => ({
    ...device,
    name: device.lesiId.slice(group.length + 2),
  }))
  return { host: '127.0.0.1', port, group, nodes, metricsPerMessage, seconds: options.seconds }
}

const metricsOf = ({ sentMessages }: NodesResult) => sentMessages * metricsPerMessage

async function measure(
  context: BenchmarkContext,
  server: BenchServer,
  devices: readonly Credential[],
): Promise<Run> {
  const port = Number(new URL(server.mqttUrl).port)
  const before = processorSeconds(server.pid)
  const result = await runProgram<NodesResult>(
    join(import.meta.dirname, 'edge-nodes.ts'),
    orderFor(context, port, devices),
  )
  const expected = metricsOf(result) + devices.length * metricsPerMessage
  const isStored = async () =>
    (await server.command<{ total: number }>('readings count', {})).total >= expected
  await eventually('all is stored', isStored, maximumWaitMs).catch((error: unknown) =>
    context.report(String(error)),
  )
  const seconds = (Date.now() - result.beganAt) / 1000
  const serverShare = (processorSeconds(server.pid) - before) / seconds
  return { ...result, metricsPerSecond: metricsOf(result) / seconds, serverShare }
}

/** The same messages through mosquitto to one subscriber; null where it is not installed. */
async function measureMosquitto(
  context: BenchmarkContext,
  devices: readonly Credential[],
): Promise<Run | null> {
  const broker = await startMosquitto().catch((error: unknown) => context.report(String(error)))
  if (!broker) return null
  context.report(`mosquitto for ${context.options.seconds} s`)
  const subscriber = startProgram(join(import.meta.dirname, 'counting-subscriber.ts'))
  try {
    const task: SubscribeTask = { port: broker.port, filter: `spBv1.0/${group}/NDATA/+` }
    await ask<SubscriberCount>(subscriber, task)
    const before = processorSeconds(broker.pid)
    const result = await runProgram<NodesResult>(
      join(import.meta.dirname, 'edge-nodes.ts'),
      orderFor(context, broker.port, devices),
    )
    let received: SubscriberCount = { messages: 0, lastAt: 0 }
    await eventually('mosquitto has delivered all', async () => {
      received = await ask<SubscriberCount>(subscriber, {})
      return received.messages >= result.sentMessages
    }).catch(() => context.report(`mosquitto left out ${result.sentMessages - received.messages}`))
    const seconds = (received.lastAt - result.beganAt) / 1000
    const serverShare = (processorSeconds(broker.pid) - before) / seconds
    const metricsPerSecond = (received.messages * metricsPerMessage) / seconds
    return { ...result, metricsPerSecond, serverShare }
  } finally {
    subscriber.kill()
    await broker.close()
  }
}

const shares = ({ serverShare, processorShare }: Run) =>
  `server ${serverShare.toFixed(2)} cores, nodes ${processorShare.toFixed(2)}`

export const sparkplug: Benchmark = {
  name: 'sparkplug',
  summary: 'metrics of edge nodes into the store, by alias at QoS 0, beside mosquitto',
  async run(context) {
    const { report, options } = context
    const server = await startBenchServer(context, newDataDirectory(context))
    const devices = await addDevices(server, nodeCount, `${group}--`)
    report(`${nodeCount} nodes, ${metricsPerMessage} metrics a message, for ${options.seconds} s`)
    const run = await measure(context, server, devices)
    await server.stop()
    const { rows, repeated, minuteRows, hourRows } = await compareStore(server.dataDirectory)
    const other = await measureMosquitto(context, devices)
    const births = devices.length * metricsPerMessage
    const sent = metricsOf(run) + births
    const none = { target: { atMost: 0 }, unit: 'metrics' }
    const readAfter = (run.sendingMs / 1000).toFixed(1)
    const reference = other
      ? `${(run.metricsPerSecond / other.metricsPerSecond).toFixed(2)} × mosquitto to a ` +
        `subscriber: ${Math.round(other.metricsPerSecond)} metrics/s (${shares(other)})`
      : 'mosquitto is not installed'
    return [
      {
        name: 'metrics stored',
        value: run.metricsPerSecond,
        unit: 'metrics/s',
        target: { atLeast: 100_000 },
        remark: [shares(run), `all was read after ${readAfter} s`, reference].join('; '),
      },
      {
        name: 'sent and not stored',
        value: Math.max(0, sent - rows),
        ...none,
        remark: `${sent} sent, ${births} of them in births`,
      },
      { name: 'stored beyond what was sent', value: Math.max(0, rows - sent), ...none },
      { name: 'stored twice', value: repeated, ...none },
      { name: 'rollup of a minute differs by', value: Math.abs(minuteRows - rows), ...none },
      { name: 'rollup of an hour differs by', value: Math.abs(hourRows - rows), ...none },
    ]
  },
}
