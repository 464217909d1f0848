import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { IdleDetector, type Activity } from './idle-detector.ts'

export interface ReleaseTimes {
  readonly checkIntervalMs: number
  readonly firstAfterMs: number
  readonly minimumIntervalMs: number
}

const usualTimes: ReleaseTimes = {
  checkIntervalMs: 5_000,
  firstAfterMs: 20_000,
  minimumIntervalMs: 30_000,
}
/** V8 looks every 8 s whether it is to give memory back, and collects twice then. */
const reducingMs = 12_000
/**
 * Unused memory below this, or below half of what is used, is not worth a pause: the pause grows
 * with what is used.
 */
const minimumGainBytes = 24 * 2 ** 20
/**
 * V8 works in steps only when its own heap has grown: where so much more is left after that, it is
 * collected at once, which stops the server for some 300 ms, and not often.
 */
const stubbornBytes = 64 * 2 ** 20
const minimumStopIntervalMs = 300_000

/**
 * Gives memory back that a start, a burst or an attack has left behind, and that V8 would retain
 * until as much again has come. V8 does that by itself where memory counts more than speed, in
 * small steps and with pauses of 10 to 60 ms; it is asked to while the server is idle, as an
 * allocation of a few devices already counts as much for it (docs/decisions/0121).
 * `waitingBytes`: what somebody waits for now.
 */
export function releaseUnusedMemory(
  waitingBytes: () => number,
  { checkIntervalMs, firstAfterMs, minimumIntervalMs } = usualTimes,
): void {
  const idle = new IdleDetector()
  const activity = observeActivity(waitingBytes)
  let begunAt = performance.now() - minimumIntervalMs + firstAfterMs
  let isReducing = false
  let residentAfter = Infinity
  setInterval(() => {
    const isIdle = idle.observe(activity())
    if (isReducing && isIdle && performance.now() - begunAt < reducingMs) return
    if (isReducing) {
      setFlagsFromString('--no-optimize-for-size')
      isReducing = false
      if (isIdle) {
        collectWhatIsLeft(lastingMemory().residentBytes - residentAfter)
        residentAfter = lastingMemory().residentBytes
      }
    }
    if (!isIdle || performance.now() - begunAt < minimumIntervalMs) return
    const { totalBytes, usedBytes, residentBytes } = lastingMemory()
    const gainBytes = Math.max(minimumGainBytes, usedBytes / 2)
    const isMore = residentAfter === Infinity || residentBytes - residentAfter >= gainBytes
    if (totalBytes - usedBytes < gainBytes && !isMore) return
    begunAt = performance.now()
    isReducing = true
    setFlagsFromString('--optimize-for-size')
  }, checkIntervalMs).unref()
}

let stoppedAt = Number.NEGATIVE_INFINITY

/** Only there when Node runs with `--expose-gc`, as `npm start` does. */
function collectWhatIsLeft(bytes: number): void {
  const { gc } = globalThis
  if (!gc || bytes < stubbornBytes) return
  if (performance.now() - stoppedAt < minimumStopIntervalMs) return
  stoppedAt = performance.now()
  gc({ type: 'major', flavor: 'last-resort', execution: 'sync' })
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
