import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '#testing/eventually.ts'
import type { BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { newDataDirectory, startBenchServer } from '../kit/server.ts'
import { compareWithStore, startLoad } from './load.ts'

const forMs = 6_000

interface Failure {
  readonly name: string
  /** System calls that fail. */
  readonly calls: string
  /** Which of them, as strace takes it. */
  readonly when?: string
  /** Only those on these files. */
  readonly files?: () => readonly string[]
}

/**
 * Lets system calls of the process fail for a while; resolves with how many failed. Rejects when
 * there is no strace.
 */
async function fail(
  pid: number,
  { calls, when = '1+', files }: Failure,
  log: string,
): Promise<number> {
  const paths = files?.().flatMap((path) => ['-P', path]) ?? []
  const injection = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO:when=${when}`]
  const strace = spawn(
    'strace',
    ['-f', '-qq', '-o', log, '-p', String(pid), ...paths, ...injection],
    { stdio: 'ignore' },
  )
  const ended = once(strace, 'exit')
  await once(strace, 'spawn')
  await delay(forMs)
  strace.kill('SIGINT')
  await ended
  return readFileSync(log, 'utf8').split('(INJECTED)').length - 1
}

/**
 * The journal's file, syncs, and the engine's renames fail with EIO, one after another, as on a
 * dying disk. Needs strace and the right to trace.
 */
export async function syncFailing(context: BenchmarkContext): Promise<Figure[]> {
  const server = await startBenchServer(context, newDataDirectory(context))
  const load = await startLoad(context, server, { devices: 10, messagesPerSecond: 200 })
  const journal = join(server.dataDirectory, 'journal', 'fresh')
  const files = () => readdirSync(journal).map((name) => join(journal, name))
  const failures: readonly Failure[] = [
    { name: 'writes to the journal', calls: 'write,pwrite64,writev', files },
    { name: 'every second sync', calls: 'fsync,fdatasync', when: '1+2' },
    { name: 'every third rename', calls: 'rename,renameat,renameat2', when: '2+3' },
    { name: 'all syncs and renames', calls: 'fsync,fdatasync,rename,renameat,renameat2' },
  ]
  const log = join(context.directory(), 'strace')
  const counts: number[] = []
  try {
    for (const failure of failures) {
      context.report(`${failure.name} fail for ${forMs / 1000} s at 2,000 readings/s`)
      await delay(2_000)
      counts.push(await fail(server.pid, failure, log))
      await eventually(
        'the server is ready',
        async () => (await fetch(`${server.url}/api/ready`)).ok,
        60_000,
      )
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    context.report('not measured: failing system calls need strace')
    return []
  }
  await delay(2_000)
  return [
    ...(await compareWithStore('sync failing', server, load)),
    {
      ...{
        name: 'sync failing: least calls that failed of a kind',
        value: Math.min(...counts),
        unit: 'calls',
        target: { atLeast: 1 },
      },
      remark: failures.map(({ name }, index) => `${name} ${counts[index]}`).join(', '),
    },
  ]
}
