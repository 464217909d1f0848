import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { getHeapSpaceStatistics } from 'node:v8'
import { IdleDetector, type Activity } from './idle-detector.ts'

const checkIntervalMs = 5_000
const firstAfterMs = 20_000
const minimumIntervalMs = 30_000
/**
 * Unused memory below this, or below half of what is used, is not worth a pause: the pause grows
 * with what is used.
 */
const minimumGainBytes = 24 * 2 ** 20

/**
 * Gives memory back that a start, a burst or an attack has left behind, and that V8 would retain
 * until as much again has come. Collecting stops the server for 100 to 160 ms, so it is done when
 * the server is idle. Only there when Node runs with `--expose-gc`, as `npm start` does.
 * `waitingBytes`: what somebody waits for now.
 */
export function releaseUnusedMemory(waitingBytes: () => number): void {
  const { gc } = globalThis
  if (!gc) return
  const idle = new IdleDetector()
  const activity = observeActivity(waitingBytes)
  let collectedAt = performance.now() - minimumIntervalMs + firstAfterMs
  let residentAfter = 0
  setInterval(() => {
    if (!idle.observe(activity()) || performance.now() - collectedAt < minimumIntervalMs) return
    const { totalBytes, usedBytes, residentBytes } = lastingMemory()
    const gainBytes = Math.max(minimumGainBytes, usedBytes / 2)
    if (totalBytes - usedBytes < gainBytes && residentBytes - residentAfter < gainBytes) return
    collectedAt = performance.now()
    gc({ type: 'major', flavor: 'last-resort', execution: 'sync' })
    residentAfter = lastingMemory().residentBytes
  }, checkIntervalMs).unref()
}

/** Gives what the process did since the call before. */
function observeActivity(waitingBytes: () => number): () => Activity {
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    const { residentBytes } = lastingMemory()
    return { utilization, waitingBytes: waitingBytes(), residentBytes }
  }
}

/**
 * Memory without the space of new objects: that takes its full size again within seconds, however
 * little there is to do, so that giving it back would only repeat the pause.
 */
function lastingMemory() {
  let totalBytes = 0
  let usedBytes = 0
  let newBytes = 0
  for (const space of getHeapSpaceStatistics()) {
    if (space.space_name.startsWith('new')) newBytes += space.space_size
    else {
      totalBytes += space.space_size
      usedBytes += space.space_used_size
    }
  }
  return { totalBytes, usedBytes, residentBytes: process.memoryUsage.rss() - newBytes }
}
