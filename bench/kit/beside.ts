import { setTimeout as delay } from 'node:timers/promises'
import { memoryOf, processTree } from './processes.ts'
import type { BenchServer, Credential } from './server.ts'
import { percentile } from './statistics.ts'

/** Looking at the memory of a process tree takes milliseconds of it. */
const memoryPollMs = 400

/** Times of a device's documents until `signal`, one after another; ms until each is stored. */
export async function publishUntil(
  signal: AbortSignal,
  url: string,
  { lesiId, token }: Credential,
): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const begin = performance.now()
    const reply = await fetch(`${url}/api/ingest/${lesiId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ values: { k0: 60 } }),
    })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`the device was answered ${reply.status}`)
    times.push(performance.now() - begin)
    await delay(5)
  }
  return times
}

/** What the server and what it started hold in memory now. */
export const treeBytes = (server: BenchServer): number =>
  memoryOf(processTree(server.pid)).reduce((sum, each) => sum + each.proportionalBytes, 0)

/** The most that the server and what it started hold until `signal`. */
export async function peakUntil(signal: AbortSignal, server: BenchServer): Promise<number> {
  let peak = 0
  while (!signal.aborted) {
    peak = Math.max(peak, treeBytes(server))
    await delay(memoryPollMs)
  }
  return peak
}

export const p99 = (times: readonly number[]): string => percentile(times, 0.99).toFixed(1)
