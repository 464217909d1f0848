import type { Drive, ProcessSignal } from '../signal.ts'
import { smoothNoise } from './noise.ts'
import { cycleSeconds } from './working-time.ts'
import { driveAt, segmentAt, type Timeline } from './timeline.ts'

/**
 * A first-order lag behind what drives it, with the level at which each segment of the timeline
 * starts.
 */
interface LaggedDrive {
  readonly timeline: Timeline
  readonly drive: Drive
  readonly lagSeconds: number
  readonly starts: Float32Array
}

/** Follows the drive through two cycles, so that the second begins where the first ended. */
export function createLag(timeline: Timeline, drive: Drive, lagMs: number): LaggedDrive {
  const count = timeline.starts.length
  const lagSeconds = lagMs / 1_000
  const starts = new Float32Array(count)
  let level = driveAt(timeline, count - 1, drive)
  for (let step = 0; step < 2 * count; step++) {
    const index = step % count
    starts[index] = level
    const length = (timeline.starts[index + 1] ?? cycleSeconds) - (timeline.starts[index] ?? 0)
    const target = driveAt(timeline, index, drive)
    level = target + (level - target) * Math.exp(-length / lagSeconds)
  }
  return { timeline, drive, lagSeconds, starts }
}

/** The lagged drive at the second `position` of the cycle: 0 at rest, about 1 at full drive. */
export function lagAt(
  { timeline, drive, lagSeconds, starts }: LaggedDrive,
  position: number,
): number {
  const index = segmentAt(timeline, position)
  const target = driveAt(timeline, index, drive)
  const lags = (position - (timeline.starts[index] ?? 0)) / lagSeconds
  return lags > 12 ? target : target + ((starts[index] ?? 0) - target) * Math.exp(-lags)
}

const dayMs = 86_400_000
const driftMs = 2.6 * dayMs
/** The measurement's own noise changes this fast. */
const jitterMs = 2_500

/**
 * Noise of a process value at `time` (ms): slow wandering in three octaves, measurement noise,
 * drift and the course of the day.
 */
export function processNoise(
  seed: number,
  signal: ProcessSignal,
  time: number,
  timeOfDay: number,
): { wander: number; quick: number } {
  const turns = time / signal.swingMs
  let wander =
    signal.swing *
    (0.6 * smoothNoise(seed, turns) +
      0.28 * smoothNoise(seed + 1, turns * 3.7) +
      0.12 * smoothNoise(seed + 2, turns * 13.3))
  if (signal.drift !== undefined) wander += signal.drift * smoothNoise(seed + 3, time / driftMs)
  if (signal.daily !== undefined)
    wander += signal.daily * Math.cos(((timeOfDay - 54_000_000) / dayMs) * 2 * Math.PI)
  return { wander, quick: signal.jitter * smoothNoise(seed + 4, time / jitterMs) }
}
