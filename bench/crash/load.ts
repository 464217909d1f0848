import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import type { Acknowledged, PublishTask, PublishResult } from '../ingest/publisher.ts'
import type { BenchmarkContext } from '../kit/benchmark.ts'
import { compareStore } from '../kit/compare-store.ts'
import type { Figure } from '../kit/figures.ts'
import { ask, startProgram } from '../kit/program.ts'
import { addDevices, addPerson, person, type BenchServer } from '../kit/server.ts'

const valuesPerMessage = 10

/** Devices that publish while something breaks, and send again what was not acknowledged. */
export interface Load {
  /** Ends the publishing and waits for the last acknowledgements. */
  stop(): Promise<PublishResult>
  readonly acknowledgedFile: string
}

export interface LoadOptions {
  readonly devices: number
  readonly messagesPerSecond: number
}

/** Begins to publish to the server until the load is stopped. */
export async function startLoad(
  context: BenchmarkContext,
  server: BenchServer,
  options: LoadOptions,
): Promise<Load> {
  await addPerson(server)
  const devices = await addDevices(server, options.devices)
  const acknowledgedFile = join(context.directory(), 'acknowledged.json')
  const task: PublishTask = {
    ...{ host: '127.0.0.1', port: Number(new URL(server.mqttUrl).port) },
    ...{ devices, valuesPerMessage, window: 50, seconds: 6 * 3_600, record: acknowledgedFile },
    messagesPerSecond: options.messagesPerSecond,
  }
  const publisher = startProgram(join(import.meta.dirname, '..', 'ingest', 'publisher.ts'))
  context.atEnd(() => publisher.kill())
  const published = ask<PublishResult>(publisher, task)
  published.catch(() => {})
  return {
    acknowledgedFile,
    async stop() {
      publisher.send({ stop: true })
      return published
    },
  }
}

/** Sensors of each device by LESI ID. */
async function sensorsByDevice(server: BenchServer): Promise<Record<string, number[]>> {
  const session = await new BrowserSession(server.url).signIn(person.email, person.password)
  // One page holds them all.
  const { data } = await session.json<{ data: { id: number; lesiId: string }[] }>(
    'GET',
    '/api/sensors',
  )
  const sensors: Record<string, number[]> = {}
  for (const { id, lesiId } of data) (sensors[lesiId] ??= []).push(id)
  return sensors
}

/**
 * Stops the load and the server, and compares what was acknowledged with what is stored.
 * `storeDirectory`: where the store lies when it is not the server's own; `stopStore` ends its
 * process.
 */
export async function compareWithStore(
  name: string,
  server: BenchServer,
  load: Load,
  store: { readonly directory: string; readonly stop: () => Promise<unknown> } = {
    directory: server.dataDirectory,
    stop: () => Promise.resolve(),
  },
): Promise<Figure[]> {
  const { acknowledgedMessages, openMessages, latency } = await load.stop()
  const sensors = await sensorsByDevice(server)
  await server.stop()
  await store.stop()
  const acknowledged = JSON.parse(readFileSync(load.acknowledgedFile, 'utf8')) as Acknowledged
  const found = await compareStore(store.directory, { valuesPerMessage, sensors, acknowledged })
  const none = { unit: 'readings', target: { atMost: 0 } }
  const counts = `${acknowledgedMessages * valuesPerMessage} acknowledged, ${found.rows} stored`
  return [
    { name: `${name}: acknowledged and lost`, value: found.lost, ...none, remark: counts },
    { name: `${name}: stored twice`, value: found.repeated, ...none },
    {
      name: `${name}: buckets of rollups that differ`,
      value: found.differingBuckets,
      ...{ unit: 'buckets', target: { atMost: 0 } },
      remark: 'count, total, extremes, first, last',
    },
    {
      name: `${name}: messages left open`,
      value: openMessages,
      ...{ unit: 'messages', target: { atMost: 0 } },
      remark: `longest wait ${(latency.max / 1000).toFixed(1)} s`,
    },
  ]
}
