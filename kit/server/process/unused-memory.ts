import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

const checkIntervalMs = 5_000
const firstAfterMs = 20_000
const minimumIntervalMs = 30_000
/** Share of the time in which the event loop works, below which a pause delays little. */
const idleShare = 0.5
/**
 * Unused memory below this, or below half of what is used, is not worth a pause: the pause grows
 * with what is used.
 */
const minimumGainBytes = 24 * 2 ** 20

/**
 * Gives memory back that a start, a burst or an attack has left behind, and that V8 would retain
 * until as much again has come. Collecting stops the server for some 50 ms, so it is done when
 * there is little to do. Only there when Node runs with `--expose-gc`, as `npm start` does.
 */
export function releaseUnusedMemory(): void {
  const { gc } = globalThis
  if (!gc) return
  let collectedAt = performance.now() - minimumIntervalMs + firstAfterMs
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  let residentAfter = 0
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > idleShare || performance.now() - collectedAt < minimumIntervalMs) return
    const { total_heap_size: total, used_heap_size: used } = getHeapStatistics()
    const gainBytes = Math.max(minimumGainBytes, used / 2)
    if (total - used < gainBytes && process.memoryUsage.rss() - residentAfter < gainBytes) return
    collectedAt = performance.now()
    gc({ type: 'major', flavor: 'last-resort', execution: 'sync' })
    residentAfter = process.memoryUsage.rss()
  }, checkIntervalMs).unref()
}
