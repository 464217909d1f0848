import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startClickHouseServer } from '#testing/peers/clickhouse-server.ts'
import type { BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { newDataDirectory, startBenchServer } from '../kit/server.ts'
import { compareWithStore, startLoad } from './load.ts'

/**
 * The telemetry store is a process of its own here, killed again and again; now and then it halts
 * for longer than the server waits.
 */
export async function engineKilled(context: BenchmarkContext): Promise<Figure[]> {
  const directory = context.directory()
  const store = await startClickHouseServer(join(directory, 'clickhouse'))
  context.atEnd(() => store.kill())
  const environment = { CLICKHOUSE_URL: `${store.url}?request_timeout=2000` }
  const server = await startBenchServer(context, newDataDirectory(context), environment)
  const load = await startLoad(context, server, { devices: 20, messagesPerSecond: 1_000 })
  const rounds = Math.ceil(context.options.kills / 5)
  context.report(`killing the telemetry store ${rounds} times at 10,000 readings/s`)
  for (let round = 1; round <= rounds; round++) {
    await delay(500 + ((round * 0.618034) % 1) * 2_500)
    if (round % 5 === 0) {
      store.signal('SIGSTOP')
      await delay(5_000)
      store.signal('SIGCONT')
    } else {
      await store.kill()
      await delay((round % 3) * 1_000)
      await store.restart()
    }
  }
  await delay(3_000)
  return compareWithStore('store killed', server, load, { directory, stop: () => store.kill() })
}
