import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { runProgram } from '../kit/program.ts'
import { newDataDirectory, startBenchServer } from '../kit/server.ts'
import { median } from '../kit/statistics.ts'
import { compareWithStore, startLoad } from './load.ts'

const between = { minimumMs: 1_500, maximumMs: 4_000 }
/** After every fourth kill all parts are merged before the next start. */
const mergeEvery = 4

/** Numbers from 0 to 1, evenly spread in whatever order they are looked at. */
const spread = (index: number) => (index * 0.618034) % 1

/**
 * Kills the server again and again, and starts it as a service manager would: the same command on
 * the same directory and ports.
 */
export async function kills(context: BenchmarkContext): Promise<Figure[]> {
  const { kills: count, pause } = context.options
  let server = await startBenchServer(context, newDataDirectory(context))
  const load = await startLoad(context, server, { devices: 20, messagesPerSecond: 2_000 })
  context.report(`killing it ${count} times at 20,000 readings/s, for up to ${pause} s`)
  const ports = { HTTP_PORT: new URL(server.url).port, MQTT_PORT: new URL(server.mqttUrl).port }
  const restarts: number[] = []
  for (let kill = 1; kill <= count; kill++) {
    // At different moments of the work: in the middle of an insert, a merge, a start of the store.
    await delay(between.minimumMs + spread(kill) * (between.maximumMs - between.minimumMs))
    server.kill('SIGKILL')
    await server.ended
    if (kill % mergeEvery === 0)
      await runProgram(join(import.meta.dirname, 'merge-store-program.ts'), {
        dataDirectory: server.dataDirectory,
      })
    // Short pauses more often than long ones.
    else await delay(spread(kill * 7) ** 3 * pause * 1000)
    const begin = performance.now()
    server = await startBenchServer(context, server.dataDirectory, ports)
    restarts.push(performance.now() - begin)
  }
  await delay(between.minimumMs)
  const name = 'kill -9'
  return [
    ...(await compareWithStore(name, server, load)),
    {
      name: `${name}: restarts without hands`,
      value: restarts.length,
      unit: 'restarts',
      target: { atLeast: count },
    },
    {
      ...{ name: `${name}: start to ready, median`, value: median(restarts) / 1000, unit: 's' },
      remark: `worst ${(Math.max(...restarts) / 1000).toFixed(2)} s`,
    },
  ]
}
