import type { Extent } from '#kit/server/journal/journal.ts'
import { linesOf, slicesOf, withoutRanges, type BatchPlan } from './batch.ts'
import { completeLines } from './complete-lines.ts'
import { insertWithBisection, type InsertDependencies } from './insert-with-bisection.ts'
import { uptimeSeconds } from '../store/readings-store.ts'

/** How far a batch has come. */
export interface BatchProgress {
  /** Slices that an attempt has begun with: whether those beyond `stored` arrived is not known. */
  begun: number
  /** Slices that are in the store for certain. */
  stored: number
  /** Whether the engine was found to be another process than when the batch was planned. */
  isOtherEngine: boolean
}

/**
 * Sends what of a planned batch is not certain to be in the store; resolves when all of it is, in
 * the rollups too. A batch that failed may be sent again at any time, with the same `progress`:
 * nothing is stored twice and nothing left out.
 */
export async function insertBatch(
  dependencies: InsertDependencies,
  extent: Extent,
  plan: BatchPlan,
  progress: BatchProgress,
): Promise<void> {
  const slices = slicesOf(extent)
  // The engine counts whole seconds: at the limit it would be another one, and then the same
  // again, which has not seen the token under which something was sent meanwhile.
  const isSameEngine = async () => {
    progress.isOtherEngine ||= !(await hasRunSince(dependencies, plan.plannedAt))
    return !progress.isOtherEngine
  }
  for (let index = progress.stored; index < slices.length; index++) {
    const slice = slices[index]
    if (!slice) break
    const lines = withoutRanges(linesOf(slice), plan.excluded[index] ?? [])
    const token = `${plan.segmentId}:${plan.begin}-${plan.end}:${index}`
    if (index < progress.begun)
      await completeLines(dependencies, slice.table, lines, token, isSameEngine)
    else {
      progress.begun = index + 1
      await insertWithBisection(dependencies, slice.table, lines, token)
    }
    progress.stored = index + 1
  }
}

/** Whether the engine has been running since `time`, ms UTC. */
async function hasRunSince({ telemetry }: InsertDependencies, time: number): Promise<boolean> {
  return (await uptimeSeconds(telemetry)) > (Date.now() - time) / 1000 + 2
}
