import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '#testing/eventually.ts'
import { startMosquitto, type Mosquitto } from '#testing/peers/mosquitto.ts'
import type { PublishTask, PublishResult } from '../ingest/publisher.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import { processorSeconds } from '../kit/processes.ts'
import { ask, runProgram, startProgram } from '../kit/program.ts'
import {
  addDevices,
  newDataDirectory,
  startBenchServer,
  type BenchServer,
  type Credential,
} from '../kit/server.ts'

const publisher = join(import.meta.dirname, '..', 'ingest', 'publisher.ts')
const connections = 50
const valuesPerMessage = 10
/** The broker acknowledges at once: a longer run only makes a longer queue. */
const maximumSeconds = 10
const restartRate = 1_000
const betweenRestartsMs = 2_000
const maximumWaitMs = 180_000

interface Setup {
  readonly context: BenchmarkContext
  readonly broker: Mosquitto
  readonly dataDirectory: string
  server: BenchServer
}

const storedReadings = async ({ server }: Setup) =>
  (await server.command<{ total: number }>('readings count', {})).total

function orderFor(
  { broker }: Setup,
  devices: readonly Credential[],
  rest: Pick<PublishTask, 'seconds' | 'messagesPerSecond'>,
) {
  return {
    host: '127.0.0.1',
    port: broker.port,
    devices,
    valuesPerMessage,
    window: 50,
    record: null,
    ...rest,
  } satisfies PublishTask
}

async function restartServer(setup: Setup): Promise<void> {
  setup.server = await startBenchServer(setup.context, setup.dataDirectory, {
    MQTT_URL: setup.broker.url,
  })
}

/** Either side goes and comes, in every order. */
const restarts: readonly {
  readonly what: string
  readonly run: (setup: Setup) => Promise<void>
}[] = [
  {
    what: 'the server is killed',
    async run(setup) {
      setup.server.kill('SIGKILL')
      await setup.server.ended
      await restartServer(setup)
    },
  },
  {
    what: 'the broker is restarted',
    async run({ broker }) {
      await broker.stop()
      await broker.start()
    },
  },
  {
    what: 'both go, the broker comes first',
    async run(setup) {
      setup.server.kill('SIGKILL')
      await Promise.all([setup.server.ended, setup.broker.stop()])
      await setup.broker.start()
      await restartServer(setup)
    },
  },
  {
    what: 'both go, the server comes first',
    async run(setup) {
      await setup.broker.stop()
      await setup.server.stop()
      await restartServer(setup)
      await setup.broker.start()
    },
  },
]

/** Messages a second from the first publish until the last is stored. */
async function measureRate(setup: Setup, devices: readonly Credential[]) {
  const seconds = Math.min(setup.context.options.seconds, maximumSeconds)
  const begin = performance.now()
  const before = processorSeconds(setup.server.pid)
  const published = await runProgram<PublishResult>(
    publisher,
    orderFor(setup, devices, { seconds, messagesPerSecond: null }),
  )
  const readings = published.acknowledgedMessages * valuesPerMessage
  await eventually(
    'all is stored',
    async () => (await storedReadings(setup)) >= readings,
    maximumWaitMs,
  )
  const elapsed = (performance.now() - begin) / 1000
  const cores = (processorSeconds(setup.server.pid) - before) / elapsed
  return { published, rate: published.acknowledgedMessages / elapsed, cores }
}

async function measureRestarts(setup: Setup, devices: readonly Credential[]): Promise<number> {
  const program = startProgram(publisher)
  setup.context.atEnd(() => program.kill())
  const ended = ask<PublishResult>(
    program,
    orderFor(setup, devices, { seconds: 3_600, messagesPerSecond: restartRate }),
  )
  for (const { what, run } of restarts) {
    await delay(betweenRestartsMs)
    setup.context.report(what)
    await run(setup)
  }
  await delay(betweenRestartsMs)
  program.send({ stop: true })
  const { acknowledgedMessages, openMessages } = await ended
  if (openMessages > 0)
    throw new Error(`${openMessages} messages were never acknowledged by the broker`)
  return acknowledgedMessages
}

export const bridge: Benchmark = {
  name: 'bridge',
  summary: 'an external mosquitto: messages a second stored, and restarts of either side',
  async run(context) {
    const broker = await startMosquitto()
    context.atEnd(() => broker.close())
    const dataDirectory = newDataDirectory(context)
    const server = await startBenchServer(context, dataDirectory, { MQTT_URL: broker.url })
    const setup: Setup = { context, broker, dataDirectory, server }
    const devices = await addDevices(server, connections)
    context.report(`as fast as mosquitto takes it, ${connections} devices`)
    const { published, rate, cores } = await measureRate(setup, devices)
    const restarted = await measureRestarts(setup, devices)
    const expected = (published.acknowledgedMessages + restarted) * valuesPerMessage
    let stored = 0
    await eventually(
      'all is stored',
      async () => (stored = await storedReadings(setup)) >= expected,
      maximumWaitMs,
    ).catch((error: unknown) => context.report(String(error)))
    const none = { unit: 'readings', target: { atMost: 0 } }
    return [
      {
        name: 'messages stored',
        value: rate,
        unit: 'messages/s',
        target: { atLeast: 2_000 },
        remark:
          `${published.acknowledgedMessages} messages of ${valuesPerMessage} values; ` +
          `mosquitto took ${Math.round(published.messagesPerSecond)}/s; server ` +
          `${cores.toFixed(2)} cores`,
      },
      {
        name: 'acknowledged and lost over restarts',
        value: Math.max(0, expected - stored),
        ...none,
        remark: `${restarted} messages`,
      },
      { name: 'stored twice over restarts', value: Math.max(0, stored - expected), ...none },
    ]
  },
}
