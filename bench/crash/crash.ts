import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BrowserSession } from '#testing/browser-session.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import { compareStore } from '../kit/compare-store.ts'
import { ask, startProgram } from '../kit/program.ts'
import { addDevices, addPerson, newDataDirectory, person, startBenchServer, type BenchServer } from '../kit/server.ts'
import { median } from '../kit/statistics.ts'
import type { Acknowledged, PublishOrder, PublishResult } from '../ingest/publisher.ts'

const deviceCount = 20
const valuesPerMessage = 10
const messagesPerSecond = 2_000
const longest = 3_600
const between = { leastMs: 1_500, mostMs: 4_000 }

/** Sensors of each device by LESI ID. */
async function sensorsByDevice(server: BenchServer): Promise<Record<string, number[]>> {
  const session = await new BrowserSession(server.url).signIn(person.email, person.password)
  const { data } = await session.json<{ data: { id: number; lesiId: string }[] }>('GET', '/api/sensors')
  const sensors: Record<string, number[]> = {}
  for (const { id, lesiId } of data) (sensors[lesiId] ??= []).push(id)
  return sensors
}

interface Kills {
  readonly server: BenchServer
  /** ms from the start of the process to "ready", of every restart. */
  readonly restarts: readonly number[]
}

/** Kills the server again and again, and starts it as a service manager would: the same command on the same directory and ports. */
async function killOften(first: BenchServer, context: BenchmarkContext): Promise<Kills> {
  const ports = { HTTP_PORT: new URL(first.url).port, MQTT_PORT: new URL(first.mqttUrl).port }
  const restarts: number[] = []
  let server = first
  for (let kill = 1; kill <= context.options.kills; kill++) {
    // At different moments of the work: in the middle of an insert, a merge, a start of the store.
    await delay(between.leastMs + ((kill * 0.618) % 1) * (between.mostMs - between.leastMs))
    server.kill('SIGKILL')
    await server.ended
    const begin = performance.now()
    server = await startBenchServer(context, first.dataDirectory, ports)
    restarts.push(performance.now() - begin)
  }
  return { server, restarts }
}

export const crash: Benchmark = {
  name: 'crash',
  summary: 'kill -9 of the server under load: nothing lost, nothing twice',
  async run(context) {
    const first = await startBenchServer(context, newDataDirectory(context))
    await addPerson(first)
    const devices = await addDevices(first, deviceCount)
    const record = join(context.directory(), 'acknowledged.json')
    const order: PublishOrder = {
      host: '127.0.0.1',
      port: Number(new URL(first.mqttUrl).port),
      devices,
      valuesPerMessage,
      window: 50,
      seconds: longest,
      messagesPerSecond,
      record,
    }
    const publisher = startProgram(join(import.meta.dirname, '..', 'ingest', 'publisher.ts'))
    context.atEnd(() => publisher.kill())
    const published = ask<PublishResult>(publisher, order)
    context.tell(`killing it ${context.options.kills} times at ${messagesPerSecond * valuesPerMessage} readings/s`)
    const { server, restarts } = await killOften(first, context)
    await delay(between.leastMs)
    publisher.send({ stop: true })
    const { acknowledgedMessages, openMessages } = await published
    const sensors = await sensorsByDevice(server)
    await server.stop()
    const acknowledged = JSON.parse(readFileSync(record, 'utf8')) as Acknowledged
    const store = await compareStore(server.dataDirectory, { valuesPerMessage, sensors, acknowledged })
    const none = { unit: 'readings', target: { atMost: 0 } }
    const counts = `${acknowledgedMessages * valuesPerMessage} acknowledged, ${store.rows} stored, ${openMessages} messages left open`
    return [
      { name: 'acknowledged and lost', value: store.lost, ...none, remark: counts },
      { name: 'stored twice', value: store.repeated, ...none },
      { name: 'rollup of a minute differs by', value: Math.abs(store.minuteRows - store.rows), ...none },
      { name: 'rollup of an hour differs by', value: Math.abs(store.hourRows - store.rows), ...none },
      { name: 'restarts without hands', value: restarts.length, unit: 'restarts', target: { atLeast: context.options.kills } },
      {
        name: 'start to ready after a kill, median',
        value: median(restarts) / 1000,
        unit: 's',
        remark: `worst ${(Math.max(...restarts) / 1000).toFixed(2)} s`,
      },
    ]
  },
}
