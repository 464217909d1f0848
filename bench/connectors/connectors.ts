import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '#testing/eventually.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { startMosquitto, type Mosquitto } from '#testing/peers/mosquitto.ts'
import type { PublishTask, PublishResult } from '../ingest/publisher.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { ask, runProgram, startProgram } from '../kit/program.ts'
import { newDataDirectory, startBenchServer, type BenchServer } from '../kit/server.ts'
import type { SubscribeTask, SubscriberCount } from '../sparkplug/counting-subscriber.ts'
import type { Controller, ControllerTask } from './modbus-program.ts'

const person = { email: 'bench@plant.test', password: 'eight-or-more' }
const points = 5_000
const intervalMs = 100
const machines = 50
const valuesPerMessage = 10
/** The broker acknowledges at once: a longer run only makes a longer queue. */
const maximumSeconds = 10
const maximumWaitMs = 60_000
/** What the machines publish together: more only makes a longer queue at the broker. */
const messagesPerSecond = 5_000
/** Messages that the broker hands over before the first of them is acknowledged. */
const maximumInFlight = 1_000
/** A connector is given so many bytes a second, as a device is. */
const limitRemark = 'a connector may hand over 4 MiB/s'

const storedIn = async (server: BenchServer) =>
  (await server.command<{ total: number }>('readings count', {})).total

/** The largest Modbus connector there can be, read ten times a second. */
async function measureModbus(
  context: BenchmarkContext,
  server: BenchServer,
  session: BrowserSession,
): Promise<Figure> {
  const seconds = Math.min(context.options.seconds, maximumSeconds)
  const program = startProgram(join(import.meta.dirname, 'modbus-program.ts'))
  context.atEnd(() => program.kill())
  const task: ControllerTask = { registers: points, seconds: Math.ceil(seconds / 2) }
  const { port, registersPerSecond } = await ask<Controller>(program, task)
  context.report(`${points} points of one controller, for ${seconds} s`)
  const settings = {
    ...{ host: '127.0.0.1', port, groups: [{ name: 'all', intervalMs }] },
    points: Array.from({ length: points }, (_, address) => ({
      ...{ lesiId: `MB-${Math.floor(address / 100)}`, key: `r${address}`, unitId: 1 },
      ...{ table: 'holding', address, type: 'uint16', group: 'all' },
    })),
  }
  const added = await session.json<{ data: { id: number } }>('POST', '/api/connectors', {
    ...{ kind: 'modbus-tcp', name: 'Controller', settings },
  })
  // The first rounds add devices and sensors.
  await eventually('it reads', async () => (await storedIn(server)) >= points, maximumWaitMs)
  const [before, begin] = [await storedIn(server), performance.now()]
  await delay(seconds * 1_000)
  const stored = (await storedIn(server)) - before
  const rate = stored / ((performance.now() - begin) / 1_000)
  await session.json('POST', `/api/connectors/${added.data.id}/pause`)
  return {
    ...{ name: 'Modbus TCP: readings stored', value: rate, unit: 'readings/s' },
    remark:
      `${points} points each ${intervalMs} ms; ${(rate / registersPerSecond).toFixed(2)} × a ` +
      `plain client: ${Math.round(registersPerSecond)} registers/s; ${limitRemark}`,
  }
}

function publishOrder(port: number, seconds: number): PublishTask {
  const devices = Array.from({ length: machines }, (_, index) => ({
    ...{ lesiId: `machine-${index}`, token: 'anybody' },
  }))
  return {
    ...{ host: '127.0.0.1', port, devices, valuesPerMessage, window: 50 },
    ...{ record: null, seconds, messagesPerSecond },
  }
}

const publisher = join(import.meta.dirname, '..', 'ingest', 'publisher.ts')

/** The same messages to one subscriber that reads nothing of them. */
async function measureMosquitto(broker: Mosquitto, seconds: number): Promise<number> {
  const subscriber = startProgram(
    join(import.meta.dirname, '..', 'sparkplug', 'counting-subscriber.ts'),
  )
  try {
    const task: SubscribeTask = { port: broker.port, filter: '#' }
    await ask<SubscriberCount>(subscriber, task)
    const begin = Date.now()
    const result = await runProgram<PublishResult>(publisher, publishOrder(broker.port, seconds))
    let received: SubscriberCount = { messages: 0, lastAt: 0 }
    await eventually('mosquitto has delivered all', async () => {
      received = await ask<SubscriberCount>(subscriber, {})
      return received.messages >= result.acknowledgedMessages
    })
    return (received.messages * valuesPerMessage) / ((received.lastAt - begin) / 1_000)
  } finally {
    subscriber.kill()
  }
}

async function measureBroker(
  context: BenchmarkContext,
  server: BenchServer,
  session: BrowserSession,
): Promise<readonly Figure[]> {
  const seconds = Math.min(context.options.seconds, maximumSeconds)
  // By itself it hands over 20 messages at once, and waits until they are stored.
  const broker = await startMosquitto([`max_inflight_messages ${maximumInFlight}`])
  context.atEnd(() => broker.close())
  const reference = await measureMosquitto(broker, seconds)
  context.report(`${machines} machines at a foreign broker, for ${seconds} s`)
  const payload = { format: 'json', root: 'values' }
  const rules = [{ topic: 'warroom/v1/{device}/telemetry', payload: { ...payload, time: 'ts' } }]
  await session.json('POST', '/api/connectors', {
    ...{ kind: 'mqtt', name: 'Broker', settings: { url: broker.url, rules } },
  })
  const states = async () =>
    (
      await session.json<{ data: { name: string; status: { state: string } }[] }>(
        ...(['GET', '/api/connectors'] as const),
      )
    ).data
  await eventually('it listens', async () =>
    (await states()).some(({ name, status }) => name === 'Broker' && status.state === 'running'),
  )
  const [before, begin] = [await storedIn(server), performance.now()]
  const result = await runProgram<PublishResult>(publisher, publishOrder(broker.port, seconds))
  const sent = result.acknowledgedMessages * valuesPerMessage
  const stored = async () => (await storedIn(server)) - before
  await eventually('all is stored', async () => (await stored()) >= sent, maximumWaitMs).catch(
    (error: unknown) => context.report(String(error)),
  )
  const rate = (await stored()) / ((performance.now() - begin) / 1_000)
  return [
    {
      ...{ name: 'foreign broker: readings stored', value: rate, unit: 'readings/s' },
      remark:
        `${(rate / reference).toFixed(2)} × mosquitto to a subscriber: ` +
        `${Math.round(reference)} readings/s; ${limitRemark}`,
    },
    {
      ...{ name: 'sent and not stored', value: Math.max(0, sent - (await stored())) },
      ...{ unit: 'readings', target: { atMost: 0 }, remark: `${sent} acknowledged by the broker` },
    },
  ]
}

export const connectors: Benchmark = {
  name: 'connectors',
  summary: 'readings that a Modbus controller and a foreign broker bring, beside plain clients',
  async run(context) {
    const server = await startBenchServer(context, newDataDirectory(context))
    await server.command('user add', { ...person, name: 'Bench', role: 'admin' })
    const session = await new BrowserSession(server.url).signIn(person.email, person.password)
    const modbus = await measureModbus(context, server, session)
    return [modbus, ...(await measureBroker(context, server, session))]
  },
}
