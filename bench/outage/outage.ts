import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startClickHouseServer } from '#testing/peers/clickhouse-server.ts'
import { eventually } from '#testing/eventually.ts'
import { compareWithStore, startLoad } from '../crash/load.ts'
import type { Benchmark } from '../kit/benchmark.ts'
import { memoryOf } from '../kit/processes.ts'
import { newDataDirectory, startBenchServer, type BenchServer } from '../kit/server.ts'

const messagesPerSecond = 500
const readingsPerSecond = messagesPerSecond * 10
/** So much lies in the journal while everything works. */
const usualSeconds = 3

const residentBytes = (server: BenchServer) =>
  memoryOf([server.pid])[0]?.residentBytes ?? Number.NaN

async function journalBytes(server: BenchServer): Promise<number> {
  const metrics = await (await fetch(`${server.url}/api/metrics`)).text()
  return Number(/^warroom_journal_bytes (\S+)/m.exec(metrics)?.[1])
}

export const outage: Benchmark = {
  name: 'outage',
  summary:
    'the telemetry store away for minutes: readings are taken, stored once, and caught up with',
  async run(context) {
    const { minutes } = context.options
    const directory = context.directory()
    const store = await startClickHouseServer(join(directory, 'clickhouse'))
    context.atEnd(() => store.kill())
    const server = await startBenchServer(context, newDataDirectory(context), {
      CLICKHOUSE_URL: store.url,
    })
    const load = await startLoad(context, server, { devices: 20, messagesPerSecond })
    await delay(5_000)
    const before = { memory: residentBytes(server), journal: await journalBytes(server) }
    context.report(`the store is away for ${minutes} min at ${readingsPerSecond} readings/s`)
    await store.kill()
    await delay(minutes * 60_000)
    const ready = await (await fetch(`${server.url}/api/ready`)).text()
    const during = { memory: residentBytes(server), journal: await journalBytes(server) }
    const returnedAt = performance.now()
    await store.restart()
    const perSecond = (during.journal - before.journal) / (minutes * 60)
    const caughtUp = async () => (await journalBytes(server)) < perSecond * usualSeconds
    await eventually('it has caught up', caughtUp, minutes * 60_000 + 60_000)
    const seconds = (performance.now() - returnedAt) / 1000
    const after = residentBytes(server)
    const megabytes = (bytes: number) => bytes / 2 ** 20
    return [
      ...(await compareWithStore('outage', server, load, { directory, stop: () => store.kill() })),
      {
        ...{
          name: 'catching up',
          value: (minutes * 60 + seconds) / seconds,
          unit: '× real time',
          target: { atLeast: 5 },
        },
        remark:
          `${seconds.toFixed(1)} s, the start of the store and the longest wait between ` +
          `two tries included`,
      },
      {
        name: 'memory during the outage, more',
        value: megabytes(during.memory - before.memory),
        unit: 'MB',
      },
      {
        name: 'memory after catching up, more',
        value: megabytes(after - before.memory),
        unit: 'MB',
      },
      {
        ...{
          name: 'disk that a reading takes meanwhile',
          value: perSecond / readingsPerSecond,
          unit: 'bytes',
        },
        remark:
          `${megabytes(during.journal).toFixed(1)} MB in all; ready ` +
          `says: ${ready.slice(0, 160)}`,
      },
    ]
  },
}
