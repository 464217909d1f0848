import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '#testing/eventually.ts'
import type { BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { startBenchServer } from '../kit/server.ts'
import { compareWithStore, startLoad } from './load.ts'

const rounds = 3

/** Takes all that is left on the disk, in an instant: the server does not see it coming. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  const block = Buffer.alloc(1024 * 1024)
  try {
    for (;;) writeSync(file, block)
  } catch {
    // It is full.
  } finally {
    closeSync(file)
  }
}

/** Resolves when the server is ready again; rejects with what it lacks. */
async function ready(url: string): Promise<void> {
  let lacking = ''
  const isReady = async () => {
    const reply = await fetch(`${url}/api/ready`)
    lacking = await reply.text()
    return reply.ok
  }
  await eventually('the server is ready', isReady, 60_000).catch((error: unknown) => {
    throw new Error(lacking, { cause: error })
  })
}

/**
 * The disk fills up at once, again and again, and is freed after some seconds. Needs root for a
 * disk of its own.
 */
export async function diskFull(context: BenchmarkContext): Promise<Figure[]> {
  if (process.getuid?.() !== 0) {
    context.report('not measured: a full disk needs root, to mount a small one')
    return []
  }
  const disk = context.directory()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2g,mode=0755', 'tmpfs', disk])
  context.atEnd(() => execFileSync('umount', ['--lazy', disk]))
  const server = await startBenchServer(context, join(disk, 'data'))
  const load = await startLoad(context, server, { devices: 20, messagesPerSecond: 1_000 })
  context.report(`filling the disk ${rounds} times at 10,000 readings/s`)
  const ballast = join(disk, 'ballast')
  for (let round = 1; round <= rounds; round++) {
    await delay(3_000)
    fill(ballast)
    await delay(round * 3_000)
    fill(ballast)
    rmSync(ballast)
    await ready(server.url)
  }
  await delay(2_000)
  return compareWithStore('disk full', server, load)
}
