import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { diskFull } from './disk-full.ts'
import { engineKilled } from './engine-killed.ts'
import { kills } from './kills.ts'
import { postgresKilled } from './postgres-killed.ts'
import { syncFailing } from './sync-failing.ts'

const disasters: Readonly<Record<string, (context: BenchmarkContext) => Promise<Figure[]>>> = {
  server: kills,
  store: engineKilled,
  postgres: postgresKilled,
  disk: diskFull,
  sync: syncFailing,
}

export const crash: Benchmark = {
  name: 'crash',
  summary:
    'kill -9 of the server, its stores, a full and a failing disk, under load: nothing lost, ' +
    'nothing twice',
  async run(context) {
    const figures: Figure[] = []
    for (const [name, disaster] of Object.entries(disasters))
      if (context.options.disasters?.includes(name) ?? true)
        figures.push(...(await figuresOf(name, disaster(context), context)))
    return figures
  },
}

/** What others have measured in half an hour is not lost by one that breaks off. */
async function figuresOf(
  name: string,
  measured: Promise<Figure[]>,
  { report }: BenchmarkContext,
): Promise<Figure[]> {
  try {
    return await measured
  } catch (error) {
    report(`${name} broke off: ${String(error)}`)
    process.exitCode = 1
    return []
  }
}
