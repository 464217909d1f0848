import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '#testing/eventually.ts'
import type { BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { memoryOf, processTree } from '../kit/processes.ts'
import { newDataDirectory, startBenchServer, type BenchServer } from '../kit/server.ts'
import { compareWithStore, startLoad } from './load.ts'

function postmasterOf(server: BenchServer): number | undefined {
  return memoryOf(processTree(server.pid)).find(({ command }) => /bin\/postgres -D/.test(command))
    ?.pid
}

/** The PostgreSQL of the server is killed under load: the server brings it back and goes on. */
export async function postgresKilled(context: BenchmarkContext): Promise<Figure[]> {
  const server = await startBenchServer(context, newDataDirectory(context))
  const load = await startLoad(context, server, { devices: 20, messagesPerSecond: 1_000 })
  const rounds = Math.ceil(context.options.kills / 20)
  context.report(`killing PostgreSQL ${rounds} times at 10,000 readings/s`)
  const recoveries: number[] = []
  for (let round = 1; round <= rounds; round++) {
    await delay(2_000)
    const postmaster = postmasterOf(server)
    if (postmaster === undefined) throw new Error('there is no postmaster')
    process.kill(postmaster, 'SIGKILL')
    const begin = performance.now()
    await eventually(
      'it runs again',
      () => (postmasterOf(server) ?? postmaster) !== postmaster,
      60_000,
    )
    await eventually(
      'the server is ready',
      async () => (await fetch(`${server.url}/api/ready`)).ok,
      60_000,
    )
    recoveries.push(performance.now() - begin)
  }
  await delay(1_000)
  const name = 'PostgreSQL killed'
  return [
    ...(await compareWithStore(name, server, load)),
    { name: `${name}: ready again, worst`, value: Math.max(...recoveries) / 1000, unit: 's' },
  ]
}
